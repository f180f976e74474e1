"""Tests of *About*: the version, the news since another one, and a report without names."""

from __future__ import annotations

import pytest

from app.handlers import page
from app.storage.messages import NEW_VERSION
from app.ui import about
from app.ui.about import report, since, version_words
from app.values.releases import Release
from tests.app.table import Table
from turntrack import __version__
from turntrack.core.errors import place_fault

RELEASES = (
    Release("1.10.0", "2 May 2027", ("Wings.",)),
    Release("1.9.1", "1 May 2027", ("Mended.",)),
    Release("1.0.0", "1 December 2026", ("All of it.",)),
)


@pytest.mark.parametrize(
    ("seen", "versions"),
    [
        ("1.10.0", []),
        ("1.9.1", ["1.10.0"]),
        ("1.9.0", ["1.10.0", "1.9.1"]),
        ("0.1.0", ["1.10.0", "1.9.1", "1.0.0"]),
        ("", []),
        ("of old", []),
    ],
)
def test_the_news_are_those_after_the_version_seen_last(seen: str, versions: list[str]) -> None:
    """A browser that has seen none has nothing to compare with."""
    assert [release.version for release in since(seen, RELEASES)] == versions


def test_the_version_has_its_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "RELEASES", (Release(__version__, "1 December 2026", ()),))
    assert version_words() == f"Version {__version__}, 1 December 2026"
    monkeypatch.setattr(about, "RELEASES", ())
    assert version_words() == f"Version {__version__}, not released yet"


def test_after_an_update_the_list_offers_the_news_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.controller.since", lambda seen: since(seen, RELEASES))
    monkeypatch.setattr("app.screens.library_dialogs.since", lambda seen: since(seen, RELEASES))
    table = Table()
    table.controller.show_news("1.10.0")
    assert NEW_VERSION not in table.region("notice").text
    table.controller.show_news("1.9.1")
    assert NEW_VERSION in table.region("notice").text
    table.tap("open-about")
    assert "Wings." in table.dialog.text
    assert "Mended." not in table.dialog.text
    assert NEW_VERSION not in table.region("notice").text


def test_the_news_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.controller.since", lambda seen: since(seen, RELEASES))
    table = Table()
    table.controller.show_news("1.9.1")
    table.tap("heard-version")
    assert NEW_VERSION not in table.region("notice").text


def test_the_report_is_shown_as_it_is_copied(worked: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the place of the last error, and nothing that was typed."""

    def fail(*_: object) -> None:
        raise KeyError("Mara")

    with monkeypatch.context() as patched:
        patched.setattr(page, "handle", fail)
        worked.controller.handle("home", "", {})
    assert "Mara" in worked.last.toast
    worked.tap("menu")
    worked.tap("open-about")
    shown = [line.text for line in worked.dialog.find("ul", id="report").all("li")]
    worked.tap("copy-report")
    repository = worked.library.repository
    assert repository.handed[-1][2].splitlines() == shown  # type: ignore[attr-defined]
    assert shown[0] == f"Turntrack {__version__}"
    assert shown[-1].startswith("Last error: KeyError in test_about.py, line ")
    assert not any("Mara" in line for line in shown)


def test_its_other_pages_open_beside_it(worked: Table) -> None:
    worked.tap("menu")
    worked.tap("open-about")
    worked.tap("open-licences")
    worked.tap("open-issues")
    opened = worked.library.repository.handed  # type: ignore[attr-defined]
    assert opened[-2:] == [("page", "licences", ""), ("page", "issues", "")]


def test_without_an_error_the_report_says_so() -> None:
    assert report((), "")[-1] == "Last error: none since the page was loaded"
    assert place_fault(ValueError("Mara")) == "ValueError"
