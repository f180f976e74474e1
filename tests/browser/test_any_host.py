"""The page on hosts with default settings, which send other file types."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.hosts import Site, expect_copy, visit
from tests.browser.waiting import expect_failure
from tests.hands.one_site import PREFIX
from tools.layout import DIST
from tools.serve import TYPES, Handler, serving

NGINX = {
    f".{suffix}": kind
    for kind, *suffixes in map(str.split, Path(__file__).with_name("nginx_types.txt").read_text().splitlines())
    for suffix in suffixes
}
"""The types in the mime.types of nginx; any other file is sent as application/octet-stream."""


def handler(types: dict[str, str]) -> type[Handler]:
    """Return a handler that sends files as these types."""
    return type("Typed", (Handler,), {"types": types})


@pytest.mark.parametrize(
    "types",
    [
        pytest.param(NGINX, id="nginx"),
        pytest.param({**NGINX, ".wasm": "application/octet-stream"}, id="without WebAssembly", marks=pytest.mark.soak),
    ],
)
def test_it_starts_on_a_host_that_knows_few_types(site: Site, context: BrowserContext, types: dict[str, str]) -> None:
    """Nor is the offline copy held up; versions of nginx before 1.21 do not know WebAssembly."""
    del site  # only to have it built
    with serving(DIST, PREFIX, handler(types)) as server:
        page = visit(context, Site(server.url))
        expect_copy(page)
        page.close()


@pytest.mark.soak
def test_it_starts_from_the_server_that_comes_with_python(site: Site, context: BrowserContext) -> None:
    """`python3 -m http.server`, from a stick."""
    del site
    answering = partial(SimpleHTTPRequestHandler, directory=DIST)
    with ThreadingHTTPServer(("127.0.0.1", 0), answering) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        page = visit(context, Site(f"http://127.0.0.1:{server.server_address[1]}/"))
        expect_copy(page)
        page.close()
        server.shutdown()
        thread.join()


def test_it_says_which_type_is_wrong(site: Site, browser: Browser) -> None:
    """The device is online; only who runs the host can mend it."""
    del site
    with serving(DIST, PREFIX, handler({**TYPES, ".js": "text/plain"})) as server:
        page = browser.new_page(service_workers="block")
        page.goto(server.url)
        expect_failure(page, "A part of the page is missing")
        advice = page.locator("#boot-error-advice")
        expect(advice).to_contain_text(".js as “text/plain”")
        expect(advice).not_to_contain_text("online")
        page.context.close()
