"""What the documents say is so."""

from __future__ import annotations

import re

from tools import readings
from tools.layout import ROOT
from turntrack.systems import SYSTEMS


def test_the_document_of_readings_is_as_the_systems_have_them() -> None:
    """`make readings` writes it anew."""
    text = readings.DOCUMENT.read_text(encoding="utf-8")
    assert text.partition(readings.MARK)[2] == readings.of_all_systems()


def test_every_default_has_its_reason() -> None:
    assert [option.label for system in SYSTEMS for option in system.options if not option.why] == []


def test_the_readme_lists_every_system() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [system.title for system in SYSTEMS] == re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)


def test_what_the_documents_point_to_is_there() -> None:
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} points to {target}"
