"""Tests that the documents agree with the program."""

from __future__ import annotations

import re

from tools import address, news, readings
from tools.layout import ROOT, files_under
from turntrack.systems import SYSTEMS


def test_the_document_of_readings_is_as_the_systems_have_them() -> None:
    """`make readings` writes it anew."""
    text = readings.DOCUMENT.read_text(encoding="utf-8")
    assert text.partition(readings.MARK)[2] == readings.of_all_systems()


def test_the_page_has_the_news_of_the_changelog() -> None:
    """`make news` writes them anew."""
    assert news.MODULE.read_text(encoding="utf-8") == news.module_text(news.CHANGELOG.read_text(encoding="utf-8"))


def test_the_readme_has_the_address_that_it_was_given() -> None:
    """`make address` writes it. Without one there is no line."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    there = address.with_line(text, "https://example.org/turntrack/")
    assert "-->\n**Play it here: <https://example.org/turntrack/>**\n" in there
    without = address.with_line(there, "")
    assert "Play it here" not in without
    assert address.with_line(there, "https://example.org/other/") == there.replace("turntrack/>", "other/>", 1)
    assert text in (without, address.with_line(text, "".join(re.findall(r"Play it here: <(.*)>", text))))


def test_every_default_has_its_reason() -> None:
    assert [option.label for system in SYSTEMS for option in system.options if not option.why] == []


def test_the_readme_lists_every_system() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [system.title for system in SYSTEMS] == re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)


def test_what_the_documents_point_to_is_there() -> None:
    for document in (*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} points to {target}"


def test_every_file_that_a_document_names_is_there() -> None:
    """A file moves or gets another name: so does each mention of it."""
    sources = [path.as_posix() for path in files_under(*(ROOT / top for top in ("engine", "static", "tests", "tools")))]
    for document in (ROOT / "README.md", ROOT / "tests" / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r"`([\w./-]+\.(?:py|js|css))`", text):
            assert any(path.endswith(f"/{name}") for path in sources), f"{document.name} names {name}"


def test_the_architecture_is_read_in_ten_minutes() -> None:
    assert len((ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= 2_400
