"""Tests of what a release is made of: one version everywhere, the CHANGELOG, and the news on the page."""

from __future__ import annotations

import json
import re

import pytest

from tools import news, release
from tools.layout import ROOT
from turntrack import __version__

BEFORE = "# Changelog\n\n## Unreleased\n\n### Fight\n\n- Orcs.\n"
AFTER = "# Changelog\n\n## Unreleased\n\n## 1.0.0, 1 December 2026\n\n### Fight\n\n- Orcs.\n"


def test_there_is_one_version() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    lock = json.loads((ROOT / "package-lock.json").read_text())
    assert {package["version"], lock["version"], lock["packages"][""]["version"]} == {__version__}
    for project in (ROOT / "pyproject.toml", ROOT / "engine" / "pyproject.toml"):
        assert 'dynamic = ["version"]' in project.read_text()


def test_what_is_unreleased_gets_version_and_date() -> None:
    assert release.with_release(BEFORE, "1.0.0", release.day("2026-12-01")) == AFTER


@pytest.mark.parametrize(
    ("changelog", "said"), [(AFTER, "nothing"), (AFTER.replace("ed\n", "ed\n\n- Elves.\n", 1), "1.0.0")]
)
def test_a_release_needs_news_and_a_new_version(changelog: str, said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        release.with_release(changelog, "1.0.0", "1 December 2026")


def test_the_news_are_the_lines_of_the_releases() -> None:
    changelog = AFTER.replace("Orcs.", 'Orcs *come* "later"\n  or never.').replace("ed\n", "ed\n\n- Elves.\n", 1)
    assert list(news.releases(changelog)) == [("1.0.0", "1 December 2026", ['Orcs come "later" or never.'])]
    scope: dict[str, object] = {}
    exec(news.module_text(changelog), scope)
    assert scope["RELEASES"] == (("1.0.0", "1 December 2026", ('Orcs come "later" or never.',)),)


def test_the_changelog_begins_with_what_is_unreleased() -> None:
    text = news.CHANGELOG.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)", text, re.MULTILINE)[0] == "Unreleased"
