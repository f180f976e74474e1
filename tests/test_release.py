"""Tests of what a release is made of: one version everywhere, the CHANGELOG, and the news on the page."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from tools import news, release, release_packages
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


def test_the_engines_wheel_is_typed_licensed_and_documented(tmp_path: Path) -> None:
    """Whoever has it alone finds the tasks of the document in it, and where to report what goes wrong."""
    release_packages.build_engine(tmp_path, {"Homepage": "", "Issues": "https://example.org/issues"})
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as engine:
        names = {name.partition(".dist-info/")[2] or name: name for name in engine.namelist()}
        about = engine.read(names["METADATA"]).decode()
        licence = engine.read(names["licenses/LICENSE"]).decode()
    assert "turntrack/py.typed" in names
    assert licence == (ROOT / "LICENSE").read_text()
    assert "License-Expression: MIT" in about
    assert "Classifier: Typing :: Typed" in about
    assert "Project-URL: Issues, https://example.org/issues" in about
    assert "Homepage" not in about
    assert about.endswith((ROOT / "docs" / "ENGINE.md").read_text())
