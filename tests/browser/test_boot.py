"""Tests of the start of the page: success, content security policy, and messages of failures."""

import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.faults import ADD_PYTHON
from tests.browser.hosts import Host, refusing, replacing
from tests.browser.waiting import expect_failure, expect_saved, until_ready, wait_until
from tools.layout import DIST
from tools.serve import serving
from tools.stdlib_keep import imported_by_us, modules_of, our_modules, report_modules, run_after_start

HOME_FILES = """async () => {
    const { loadPyodide } = await import("./static/js/boot/interpreter.js");
    const { FS } = await loadPyodide({});
    return FS.readdir("/home/pyodide").filter((name) => !name.startsWith("."));
}"""

COUNT_STACKS = """
    const { promising } = WebAssembly;
    window.stacks = promising ? 0 : NaN;
    WebAssembly.promising = (run) => (window.stacks++, promising(run));
"""


class TestStart:
    """A successful start."""

    @pytest.mark.soak
    def test_python_says_ready_once(self, open_page: OpenPage) -> None:
        """The signal comes from Python, once, and the boot panel makes way."""
        count = """
            window.signals = 0;
            new MutationObserver((changes) => (window.signals += changes.length))
                .observe(document, {attributes: true, attributeFilter: ["data-ready"], subtree: true});
        """
        page = open_page(own=True, prepare=lambda page: page.add_init_script(count))
        assert page.evaluate("document.documentElement.dataset.ready") == "true"
        assert page.evaluate("window.signals") == 1
        expect(page.locator("#boot")).to_be_hidden()

    @pytest.mark.soak
    def test_also_at_the_root_of_a_host(self, browser: Browser) -> None:
        """Relative addresses only: the same files work with and without a sub-path."""
        with serving(DIST) as server:
            page = browser.new_page()
            page.goto(server.url)
            until_ready(page)
            page.close()

    @pytest.mark.same_page
    def test_every_file_is_asked_of_the_own_host_and_exists(self, page: Page, watch: Watch) -> None:
        """The watch sees every request: none failed, none went elsewhere."""
        asked = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        assert len(asked) > 10
        assert [url for url in asked if not url.startswith((watch.own_host, "data:"))] == []

    @pytest.mark.same_page
    def test_nothing_of_pyscript_is_shipped_that_is_not_asked_for(self, page: Page) -> None:
        """The list of unused features in the build is complete."""
        asked = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        shipped = {path.name for path in (DIST / "vendor" / "pyscript").iterdir()}
        assert shipped <= {url.rpartition("/")[2] for url in asked}

    @pytest.mark.soak
    def test_pyscript_writes_no_package(self, open_page: OpenPage) -> None:
        """Its package comes from our wheel: PyScript would write and compile sources at every start."""
        assert open_page(own=True).evaluate(HOME_FILES) == []

    def test_python_has_no_stack_of_its_own(self, open_page: OpenPage) -> None:
        """Chromium, when it samples the heap, reads beyond the end of such a stack, and the page crashes."""
        page = open_page(own=True, prepare=lambda page: page.add_init_script(COUNT_STACKS))
        assert page.evaluate("window.stacks") == 0

    @pytest.mark.soak
    def test_says_in_plain_words_what_it_is_doing(self, open_page: OpenPage) -> None:
        """The stages are a game master's words, and they change while the page starts."""
        note = """
            window.stages = [];
            addEventListener("DOMContentLoaded", () => {
                const stage = document.getElementById("boot-stage");
                const note = () => window.stages.push(stage.textContent);
                note();
                new MutationObserver(note).observe(stage, {childList: true});
            });
        """
        page = open_page(own=True, prepare=lambda page: page.add_init_script(note))
        assert page.evaluate("window.stages") == [
            "Waking up the rules engine…",
            "Opening this device's storage…",
            "Fetching the rules engine…",
            "Reading the rules…",
            "Setting the table…",
        ]


BREACHES = (
    "eval('1')",
    "Function('return 1')()",
    "document.body.innerHTML = '<b>raw</b>'",
    "trustedTypes.createPolicy('another', {})",
    "trustedTypes.createPolicy('turntrack', {})",
)


class TestPolicy:
    """The content security policy holds in a real browser."""

    @pytest.mark.same_page
    def test_policy_is_strict(self, page: Page) -> None:
        """Nothing inline, no eval, nothing from elsewhere."""
        policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
        rules = {name: values for name, *values in (rule.split() for rule in policy.split(";"))}
        assert rules["default-src"] == ["'none'"]
        assert rules["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
        assert rules["style-src"] == ["'self'"]
        assert rules["connect-src"] == ["'self'"]
        assert rules["require-trusted-types-for"] == ["'script'"]
        assert rules["trusted-types"] == ["turntrack"]

    def test_breaches_are_stopped(self, open_page: OpenPage, watch: Watch) -> None:
        """Tried by scripts of the page's own, so that the browser's tools do not lift the policy."""
        watch.expected = ["Content Security Policy", "violates", "TrustedHTML", "requires"]
        attempt = "try {{ {}; window.outcome = 'done' }} catch (stop) {{ window.outcome = stop.name }}"
        attempts = {f"attempt-{at}.js": attempt.format(breach) for at, breach in enumerate(BREACHES)}

        def answer(route: Route) -> None:
            name = route.request.url.rpartition("/")[2]
            route.fulfill(body=attempts[name], content_type="text/javascript; charset=utf-8")

        page = open_page(prepare=lambda page: page.route("**/attempt-*.js", answer))
        outcomes = {}
        for name in attempts:
            page.evaluate("name => import(new URL(name, location.href))", name)
            outcomes[name] = wait_until(page, "window.outcome")
            page.evaluate("delete window.outcome")
        assert outcomes == dict(zip(attempts, ("EvalError", "EvalError", *["TypeError"] * 3), strict=True))

    def test_python_that_comes_up_later_does_not_run(self, page: Page, watch: Watch) -> None:
        """PyScript has stopped looking for it. By elements, since no markup of that kind gets onto the page."""
        watch.expected = ["TrustedScript"]  # a script element that is made like that would not run as JavaScript
        page.evaluate(ADD_PYTHON)
        page.get_by_role("button", name="Sample fight:").first.tap()
        expect_saved(page)
        page.locator("#open").tap()
        expect(page.locator("#acting .row")).to_be_visible()
        expect_saved(page)
        assert page.locator("body").get_attribute("data-ran") is None
        assert page.locator("#hooked").evaluate("it => it.disabled") is False

    @pytest.mark.same_page
    def test_other_hosts_cannot_be_reached(self, page: Page, watch: Watch) -> None:
        """Not even when a script of the page asks."""
        watch.expected = ["Content Security Policy", "violates", "Refused", "Failed to fetch"]
        outcome = page.evaluate("fetch('http://127.0.0.2:9/').then(() => 'reached', () => 'stopped')")
        assert outcome == "stopped"


class TestKeepList:
    """The trimmed standard library has what the page needs."""

    @pytest.mark.soak
    def test_all_our_modules_can_be_imported(self, open_page: OpenPage) -> None:
        """`make keep` renews the list when this fails."""
        page = open_page(own=True, prepare=lambda page: run_after_start(page, report_modules()))
        loaded = modules_of(page)
        assert set(our_modules()) <= loaded
        assert imported_by_us() <= loaded

    @pytest.mark.soak
    def test_a_traceback_is_still_written(self, open_page: OpenPage) -> None:
        """What a start that goes well does not need."""
        later = "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    assert traceback.format_exc()\n"
        page = open_page(own=True, prepare=lambda page: run_after_start(page, later + report_modules()))
        assert "traceback" in modules_of(page)


class TestFailure:
    """A start that fails is never a blank page."""

    @pytest.mark.soak
    def test_it_is_loaded_again_even_without_the_repair(self, open_page: OpenPage, watch: Watch) -> None:
        """The script that would fetch all files again may be missing, or still on its way."""
        watch.expected = [""]  # what follows from a start that fails

        def lose(page: Page) -> None:
            for part in ("**/repair.js", "**/stdlib.zip"):
                page.route(part, lambda route: route.abort())

        page = open_page(own=True, ready=False, prepare=lose)
        expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
        page.unroute_all()
        with page.expect_navigation():
            page.get_by_role("button", name="Load the page again").tap()
        until_ready(page)

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("missing", "title", "detail"),
        [
            ("**/pyconfig.toml", "A part of the page is missing", "pyconfig.toml"),
            ("**/vendor/pyscript/core.js", "A part of the page is missing", "core.js"),
            ("**/vendor/pyscript/core-*.js", "A part of the page is missing", "core.js"),
            ("**/static/js/boot/pyscript_start.js", "A part of the page is missing", "pyscript_start.js"),
            ("**/static/js/boot/interpreter.js", "A part of the page is missing", "interpreter.js"),
            ("**/static/js/boot/bundle_entry.js", "A part of the page is missing", "bundle_entry.js"),
            ("**/python/parts.js", "A part of the page is missing", ""),
            ("**/vendor/pyodide/pyodide.js", "A part of the page is missing", ""),
            ("**/pyodide.asm.js", "A part of the page is missing", "pyodide.asm.js"),
            ("**/pyodide.asm.wasm", "The rules engine could not be loaded", "pyodide.asm.wasm"),
            ("**/stdlib.zip", "The rules engine could not be loaded", "stdlib.zip"),
            ("**/*.whl.zlib", "The rules engine could not be loaded", "turntrack"),
        ],
    )
    def test_missing_file(self, open_page: OpenPage, watch: Watch, missing: str, title: str, detail: str) -> None:
        """Whichever file is missing, the page says so and offers to start again."""
        watch.expected = [""]
        page = open_page(ready=False, own=True, prepare=refusing(missing))
        expect_failure(page, title, detail)

    @pytest.mark.soak
    @pytest.mark.parametrize("damaged", ["stdlib.zip", "*.whl.zlib"])
    def test_damaged_file(self, open_page: OpenPage, watch: Watch, damaged: str) -> None:
        """Both hashes are checked."""
        watch.expected = [""]

        def damage(route: Route) -> None:
            response = route.fetch()
            body = response.body()  # empty where only the type is asked for
            route.fulfill(response=response, body=body[:-1] + bytes(last ^ 1 for last in body[-1:]))

        page = open_page(ready=False, own=True, prepare=lambda page: page.route(f"**/python/{damaged}", damage))
        expect_failure(page, "The rules engine could not be loaded", "is missing or damaged")

    @pytest.mark.soak
    def test_python_error(self, open_page: OpenPage, watch: Watch) -> None:
        """The last line of the traceback is there for whoever reports it."""
        watch.expected = ["a fault of ours"]
        raising = replacing("**/turntrack/", "await main()", "raise RuntimeError('a fault of ours')")
        page = open_page(ready=False, own=True, prepare=raising)
        expect_failure(page, "The rules engine failed to start", "a fault of ours")

    @pytest.mark.soak
    def test_too_slow(self, open_page: OpenPage, watch: Watch) -> None:
        """After the stated time without a sign of life the page says so; that it may still come up is no failure."""
        watch.expected = [""]

        def prepare(page: Page) -> None:
            replacing("**/turntrack/", 'data-limit-seconds="60"', 'data-limit-seconds="1"')(page)
            page.route("**/stdlib.zip", lambda route: None)

        page = open_page(ready=False, own=True, prepare=prepare)
        expect_failure(page, "The page is taking too long to start", "last stage")
        expect(page.locator("#boot-error-advice")).to_contain_text("Nothing has happened for 1 seconds")

    @pytest.mark.soak
    def test_too_slow_before_the_page_is_read(self, open_page: OpenPage, watch: Watch) -> None:
        """The limit passes while the page's own skeleton is still on its way: that is said, and nothing else."""

        def come_late(route: Route) -> None:
            time.sleep(1.5)
            route.continue_()

        def prepare(page: Page) -> None:
            replacing("**/turntrack/", 'data-limit-seconds="60"', 'data-limit-seconds="1"')(page)
            page.route("**/last_picture.js", come_late)

        page = open_page(ready=False, own=True, prepare=prepare)
        expect_failure(page, "The page is taking too long to start", "last stage: reading the page")

    @pytest.mark.soak
    def test_start_script_ends_without_a_page(self, open_page: OpenPage, watch: Watch) -> None:
        """Python that ends without the signal is noticed soon, not after the whole limit."""
        watch.expected = [""]
        silent = replacing("**/turntrack/", "await main()", "pass")
        page = open_page(ready=False, own=True, prepare=silent)
        expect_failure(page, "The page is taking too long to start")

    @pytest.mark.soak
    def test_loading_again_fetches_everything_anew(self, browser: Browser, host: Host) -> None:
        """A stale part in the browser's cache does not bring the failure back."""
        page = browser.new_page(service_workers="block")
        refusing("**/stdlib.zip")(page)
        page.goto(host.url)
        expect_failure(page, "The rules engine could not be loaded")
        page.unroute("**/stdlib.zip")
        host.asked()
        with page.expect_event("load"):
            page.get_by_role("button", name="Load the page again").click()
        until_ready(page)
        assert [name for name in host.asked() if name.endswith("stdlib.zip")]
        page.context.close()

    @pytest.mark.soak
    def test_from_a_folder(self, browser: Browser) -> None:
        """file:// cannot work; the page says what to do instead."""
        page = browser.new_page()
        page.goto((DIST / "index.html").as_uri())
        expect(page.locator("#boot-error")).to_contain_text("This page cannot run from a folder")
        expect(page.locator("#boot-error")).to_contain_text("make serve")
        page.close()

    def test_without_webassembly(self, browser: Browser, host: Host) -> None:
        """Lockdown Mode takes it away; loading the page again never helps."""
        page = browser.new_page(service_workers="block")
        page.add_init_script("delete globalThis.WebAssembly")
        page.goto(host.url)
        expect_failure(page, "WebAssembly is switched off")
        expect(page.locator("#boot-error-advice")).to_contain_text("Lockdown Mode")
        page.context.close()

    @pytest.mark.soak
    def test_without_javascript(self, open_page: OpenPage, watch: Watch) -> None:
        """The page explains itself."""
        watch.expected = ["csp"]  # what would have been loaded early
        page = open_page(ready=False, java_script_enabled=False)
        assert "Turntrack needs JavaScript" in page.locator("body").inner_text()
