"""Visits of our page beside bare Pyodide as npm ships it, both in one run.

Each round opens both pages, in an order that alternates, with a fresh browser profile. The first visit is cold. Ours
then plays the first taps of a fight and waits for its offline copy and for its snapshot; the second visit has no
network, and there is another one for which the snapshot is taken away. Bare Pyodide's second visit finds what the
browser kept. Times are from navigation to ready: for bare Pyodide that is `1+1` done.
"""

import gzip
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.hands.store import SNAPSHOT, SNAPSHOT_IS_THERE
from tools.chromium import profile
from tools.layout import DIST, NODE_MODULES
from tools.serve import COMPRESSED, Server, serving

BARE_PAGE = """\
<!doctype html>
<title>bare Pyodide</title>
<script type="module">
  import { loadPyodide } from "./pyodide.mjs";
  const python = await loadPyodide();
  if (python.runPython("1+1") === 2) {
    window.readyAt = performance.now();
    document.documentElement.dataset.ready = "true";
  }
</script>
"""
BARE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

IS_READY = "the page is ready"

# Runs in the page before anything of its own. What was last seen counts as shown after its frame has been handed on.
NOTE_TIMES = f"""
    new MutationObserver((_, observer) => {{
        const {{ early, ready }} = document.documentElement?.dataset ?? {{}};
        if (early !== undefined && !window.seenAt) {{
            window.seenAt = Infinity;
            const {{ port1, port2 }} = new MessageChannel();
            port1.onmessage = () => (window.seenAt = performance.now());
            requestAnimationFrame(() => port2.postMessage(0));
        }}
        if (!ready) return;
        window.readyAt = performance.now();
        console.info("{IS_READY}");
        observer.disconnect();
    }}).observe(document, {{ attributes: true, subtree: true }});
"""


TAKE_SNAPSHOT_AWAY = f"caches.delete('{SNAPSHOT}')"
STARTED_FROM_SNAPSHOT = "performance.getEntriesByName('turntrack:snapshot').length"


# Python's memory is WebAssembly's, which the browser does not count as the page's heap.
NOTE_MEMORY = """
    for (const name of ["instantiateStreaming", "instantiate"]) {
        const make = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await make(...given);
            const parts = [...Object.values((made.instance ?? made).exports), ...Object.values(given[1]?.env ?? {})];
            window.pythonMemory ??= parts.find((part) => part instanceof WebAssembly.Memory);
            return made;
        };
    }
"""


FIRST_VISIT_MS = 10_000
"""How long the first visit lasts before the browser is closed."""


@dataclass(frozen=True)
class Visits:
    """What was measured of one page, one number a round: milliseconds, bytes, and megabytes of memory."""

    cold: list[float] = field(default_factory=list)
    second: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    """As the second visit, without the snapshot."""
    seen: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    heap: list[float] = field(default_factory=list)


@contextmanager
def bare_site() -> Iterator[Server]:
    """Serve a page with nothing but Pyodide, as npm ships it, by the same kind of server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "index.html").write_text(BARE_PAGE)
        for file in BARE_FILES:
            shutil.copy(NODE_MODULES / "pyodide" / file, folder)
        with serving(folder) as server:
            yield server


def visit(page: Page, url: str) -> float:
    """Open the address and say after how many milliseconds the page was ready.

    Nothing is asked of the page before: Playwright would run a script of its own in it, for about ten milliseconds.
    """
    with page.expect_console_message(lambda message: message.text == IS_READY, timeout=60_000):
        page.goto(url)
    return float(page.evaluate("window.readyAt"))


def leave_a_fight(page: Page) -> None:
    """Begin the sample fight, and wait until it is saved and the page is ready offline."""
    page.locator("#sample-zebra").click()
    page.locator("#open").click()
    page.locator("#acting .row").wait_for()
    page.locator("#saving[data-state=saved]").wait_for(state="attached")
    page.locator("#offline[data-state=ready]").wait_for(state="attached", timeout=60_000)


def until_frozen(page: Page) -> None:
    """Wait until there is a snapshot."""
    while not page.evaluate(SNAPSHOT_IS_THERE):
        page.wait_for_timeout(100)


def serve_both(stack: ExitStack) -> dict[str, Server]:
    """Serve our page and bare Pyodide until the stack is left."""
    return {
        "turntrack": stack.enter_context(serving(DIST, "/turntrack/")),
        "bare Pyodide": stack.enter_context(bare_site()),
    }


def measure_visits(rounds: int) -> dict[str, Visits]:
    """Time first and second visits of both pages."""
    results = {"turntrack": Visits(), "bare Pyodide": Visits()}
    with ExitStack() as stack:
        servers = serve_both(stack)
        playwright = stack.enter_context(sync_playwright())
        for number in range(rounds):
            for name in list(results) if number % 2 == 0 else list(reversed(results)):
                server, result = servers[name], results[name]
                server.sent.clear()
                with tempfile.TemporaryDirectory() as folder, profile(playwright.chromium, Path(folder)) as context:
                    context.add_init_script(NOTE_TIMES + NOTE_MEMORY)
                    page = context.new_page()
                    result.cold.append(visit(page, server.url))
                    if name == "turntrack":
                        leave_a_fight(page)
                        until_frozen(page)
                    result.size.append(sum(sent.size for sent in server.sent))
                    page.wait_for_timeout(1500)  # the browser writes its caches after the page is ready
                    page.goto("about:blank")
                    context.set_offline(name == "turntrack")
                    result.second.append(visit(page, server.url))
                    result.heap.append(heap(page))
                    if name == "turntrack":
                        result.seen.append(float(page.evaluate("window.seenAt")))
                        assert page.evaluate(STARTED_FROM_SNAPSHOT) == 1
                        assert page.evaluate(TAKE_SNAPSHOT_AWAY)
                        page.goto("about:blank")
                        result.plain.append(visit(page, server.url))
    return results


def measure_reopening(rounds: int) -> dict[str, list[float]]:
    """Time second visits in a browser that was closed after ten seconds of the first, with its profile on disk.

    The second visit happens in the browser's first tab, because a new tab would start another process meanwhile.
    """
    results: dict[str, list[float]] = {"turntrack": [], "bare Pyodide": []}
    with ExitStack() as stack:
        servers = serve_both(stack)
        playwright = stack.enter_context(sync_playwright())
        for number in range(rounds):
            for name in list(results) if number % 2 == 0 else list(reversed(results)):
                with tempfile.TemporaryDirectory() as folder:
                    with profile(playwright.chromium, Path(folder)) as context:
                        context.add_init_script(NOTE_TIMES)
                        page = context.new_page()
                        visit(page, servers[name].url)
                        if name == "turntrack":
                            leave_a_fight(page)
                        page.wait_for_timeout(FIRST_VISIT_MS)
                    with profile(playwright.chromium, Path(folder)) as context:
                        context.add_init_script(NOTE_TIMES)
                        context.set_offline(name == "turntrack")
                        results[name].append(visit(context.pages[0], servers[name].url))
    return results


def heap(page: Page) -> float:
    """Return what JavaScript and Python hold on a page with NOTE_MEMORY, in megabytes."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    session.detach()
    python = page.evaluate("window.pythonMemory.buffer.byteLength")
    return float(usage["usedSize"] + usage.get("backingStorageSize", 0) + python) / 1e6


def weights() -> dict[str, int]:
    """Weigh each part of the first visit over the wire, in bytes, heaviest first; with bare Pyodide's total."""
    parts: dict[str, int] = {}
    listed = json.loads((DIST / "precache.json").read_text())["files"]
    for name in listed:
        part = "/".join(name.split("/")[:2]) if name.startswith(("vendor/py", "python/")) else name.split("/")[0]
        parts[part] = parts.get(part, 0) + wire_size(DIST / name)
    ordered = dict(sorted(parts.items(), key=lambda entry: -entry[1]))
    return {**ordered, "all": sum(parts.values()), "bare Pyodide": bare_size()}


def bare_size() -> int:
    """Weigh the five files of bare Pyodide over the wire, in bytes."""
    return sum(wire_size(NODE_MODULES / "pyodide" / name) for name in BARE_FILES)


def wire_size(file: Path) -> int:
    """Weigh a file over the wire, in bytes: compressed where the host compresses."""
    content = file.read_bytes()
    return len(gzip.compress(content, 6)) if file.suffix in COMPRESSED else len(content)
