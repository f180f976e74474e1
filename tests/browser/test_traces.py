"""The trace and the picture that a failed browser test leaves."""

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import traces


def test_a_failed_test_leaves_a_trace_and_a_picture(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of itself alone, and not of the test before it."""
    monkeypatch.setattr(traces, "IS_WANTED", True)
    monkeypatch.setattr(traces, "_recorded", [])
    context = browser.new_context()  # the fixture has every context recorded
    page = context.new_page()
    page.goto("data:text/html,before")
    traces.begin_test()
    page.goto("data:text/html,failed")
    traces.keep("tests/browser/test_any.py::test_it[one/two]", tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "test_any.py-test_it-one-two-1-1.png",
        "test_any.py-test_it-one-two-1.zip",
    ]
    with zipfile.ZipFile(tmp_path / "test_any.py-test_it-one-two-1.zip") as trace:
        said = b"".join(trace.read(name) for name in trace.namelist() if name.endswith(".trace"))
    assert b"text/html,failed" in said
    assert b"goto" in said
    context.close()
    traces.keep("another", tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
