"""Serves a folder as GitHub Pages would: under a path, compressed, kept by the browser for ten minutes."""

import argparse
import gzip
import hashlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tools.layout import DIST

# Only what the site has: the system's own table of types differs from machine to machine.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".toml", ".txt", ".wasm", ".webmanifest"}


class Sent(NamedTuple):
    """One answer: what was asked for, with which status, and how many bytes of body went over the wire."""

    path: str
    status: int
    size: int


class Content(NamedTuple):
    """A file as it goes over the wire."""

    body: bytes
    compressed: bytes | None
    tag: str


class Server(ThreadingHTTPServer):
    """A static host for one folder, on this machine alone."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, prefix: str = "/", handler: "type[Handler] | None" = None) -> None:
        super().__init__(("127.0.0.1", port), handler or Handler)
        self.folder = folder.resolve()
        self.prefix = f"/{prefix.strip('/')}/".replace("//", "/")
        self.sent: list[Sent] = []
        self.verbose = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that hangs up in the middle: that is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://127.0.0.1:{self.server_address[1]}{self.prefix}"

    def find(self, address: str) -> Path | None:
        """Find the file for an address, and never one outside the folder."""
        path = unquote(urlsplit(address).path)
        if not path.startswith(self.prefix):
            return None
        file = (self.folder / path.removeprefix(self.prefix)).resolve()
        if not file.is_relative_to(self.folder):
            return None
        if file.is_dir():
            file /= "index.html"
        return file if file.is_file() else None


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    server: Server
    types: Mapping[str, str] = TYPES
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file, or the news that there is none or that it has not changed."""
        file = self.server.find(self.path)
        if file is None:
            self._answer(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain"}, b"There is no such file.\n")
            return
        content = _read(file, file.stat().st_mtime_ns)
        headers = {"ETag": content.tag, "Cache-Control": "max-age=600", "Vary": "Accept-Encoding"}
        if self.headers.get("If-None-Match") == content.tag:
            self._answer(HTTPStatus.NOT_MODIFIED, headers, b"")
            return
        headers["Content-Type"] = self.types.get(file.suffix, "application/octet-stream")
        body = content.body
        if content.compressed is not None and "gzip" in self.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = content.compressed
        self._answer(HTTPStatus.OK, headers, body)

    do_HEAD = do_GET  # noqa: N815

    def _answer(self, status: HTTPStatus, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.server.sent.append(Sent(self.path, status, len(body)))  # before its receiver can ask
        if self.command == "GET":
            self.wfile.write(body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say only what went wrong; a page of forty files would drown it."""
        if self.server.verbose and isinstance(code, int) and code >= HTTPStatus.BAD_REQUEST:
            print(f"{code:d} {self.path}")


@lru_cache(maxsize=512)
def _read(file: Path, changed: int) -> Content:
    del changed  # part of the key: a file that was built again is read again
    body = file.read_bytes()
    compressed = gzip.compress(body, 6, mtime=0) if file.suffix in COMPRESSED else None
    return Content(body, compressed, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


@contextmanager
def serving(folder: Path, prefix: str = "/", handler: type[Handler] = Handler) -> Iterator[Server]:
    """Run a server on a free port for as long as the block runs."""
    with Server(folder, prefix=prefix, handler=handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def main() -> None:
    """Serve dist/ until interrupted."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("--port", type=int, default=8000)
    arguments.add_argument("--prefix", default="/", help="the path that the site lies under, such as /turntrack/")
    chosen = arguments.parse_args()
    try:
        server = Server(DIST, chosen.port, chosen.prefix)
    except OSError as problem:
        raise SystemExit(
            f"Port {chosen.port} cannot be used ({problem.strerror}); choose another: make serve PORT={chosen.port + 1}"
        ) from problem
    server.verbose = True
    with server:
        print(f"Turntrack is at {server.url} (Ctrl+C stops it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
