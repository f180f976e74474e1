"""Tests that the local server answers as GitHub Pages does."""

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.serve import Server, serving

PREFIX = "/turntrack/"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A small site under a path, with a secret beside it."""
    (tmp_path / "secret.txt").write_text("secret")
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<!doctype html>page")
    (site / "engine.wasm").write_bytes(b"\0asm")
    (site / "library.zip").write_bytes(b"PK")
    with serving(site, PREFIX) as running:
        yield running


def ask(server: Server, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """Send a request exactly as written, and return the response."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=5)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_folder_is_its_index(server: Server) -> None:
    """The address of the site is that of its page, kept for ten minutes."""
    response, body = ask(server, PREFIX)
    assert (response.status, body) == (200, b"<!doctype html>page")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "max-age=600"


@pytest.mark.parametrize(
    "path", ["/", "/index.html", f"{PREFIX}missing.js", f"{PREFIX}../secret.txt", f"{PREFIX}%2e%2e/secret.txt"]
)
def test_nothing_outside_the_site(server: Server, path: str) -> None:
    """Not beside the path, and not above the folder."""
    response, body = ask(server, path)
    assert response.status == 404
    assert b"secret" not in body


def test_compresses_what_pages_compresses(server: Server) -> None:
    """WebAssembly too; an archive is compressed already."""
    response, body = ask(server, f"{PREFIX}engine.wasm", Accept_Encoding="gzip")
    assert response.headers["Content-Type"] == "application/wasm"
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"\0asm"
    response, body = ask(server, f"{PREFIX}library.zip", Accept_Encoding="gzip")
    assert response.headers["Content-Encoding"] is None
    assert body == b"PK"


def test_unchanged_file_is_not_sent_again(server: Server) -> None:
    """The tag of the first answer makes the second one empty."""
    tag = ask(server, PREFIX)[0].headers["ETag"]
    response, body = ask(server, PREFIX, If_None_Match=tag)
    assert (response.status, body) == (304, b"")
