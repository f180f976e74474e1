"""What the documents say is so."""

from __future__ import annotations

import re

from engine.systems import SYSTEMS
from tools.layout import ROOT


def test_every_reading_stands_in_the_document_of_readings() -> None:
    text = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
    for system in SYSTEMS:
        for option in system.options:
            values = "; ".join(
                f"**{pick.label}**" if not place else pick.label for place, pick in enumerate(option.values)
            )
            assert f"| {option.reading} | {option.label} | {values} |" in text
        chosen = {option.reading for option in system.options}
        for rule in system.rules:
            if not rule.line and rule.id not in chosen:
                assert f"- **{rule.id}** {rule.text}\n" in text


def test_the_readme_lists_every_system() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [system.title for system in SYSTEMS] == re.findall(r"^\| \*\*(.+?)\*\* \|", text, re.MULTILINE)


def test_what_the_documents_point_to_is_there() -> None:
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} points to {target}"
