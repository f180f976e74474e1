"""The template of a quick start for other pages: it is built by its own script, and runs."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tools.layout import NODE_MODULES, ROOT
from tools.serve import serving

TEMPLATE = ROOT / "docs" / "startup_template"


@pytest.mark.soak
def test_the_template_is_a_page_that_runs_python(tmp_path: Path, browser: Browser) -> None:
    copy = tmp_path / "page"
    shutil.copytree(TEMPLATE, copy)
    (copy / "node_modules").symlink_to(NODE_MODULES)
    subprocess.run(["node", "build.mjs"], cwd=copy, check=True, stdout=subprocess.DEVNULL)
    with serving(copy / "dist", "/some/path/") as server, browser.new_context() as context:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.goto(server.url)
        expect(page.locator("#greeting")).to_have_text("Python is ready.", timeout=60_000)
        page.locator("#name").fill("Ada")
        page.get_by_role("button", name="Greet").click()
        expect(page.locator("#greeting")).to_have_text("Hello, Ada!")
        assert said == []
        assert all(answer.status == 200 for answer in server.sent)
        assert not [answer.path for answer in server.sent if "codemirror" in answer.path]


def test_the_template_has_the_versions_of_the_page() -> None:
    ours, theirs = (json.loads((folder / "package.json").read_text())["dependencies"] for folder in (ROOT, TEMPLATE))
    assert theirs == {name: ours[name] for name in theirs}
