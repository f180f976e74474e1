"""Writes docs/PRESETS.md: what each preset states, what it leaves to the table, and where its rules were read."""

from itertools import takewhile

from tools.layout import ROOT
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.presets.preset import Preset

DOCUMENT = ROOT / "docs" / "PRESETS.md"
TRANSCRIPTS = ROOT / "tests" / "transcripts" / "table_rules"
UNCHECKED = "as far as we know"
"""These words stand where no public text of the rules was found."""
HEAD = """# The presets, against their texts

`make presets` writes this table from the presets and from the transcripts that play them. *Checked* says whether the
turn order was read in a public text, which the source names; otherwise it is stated from memory.

| preset | as in | it states | the table does itself | source | checked |
|---|---|---|---|---|---|
"""


def table() -> str:
    """Return the whole document."""
    return HEAD + "".join(_row(preset) for preset in PRESETS)


def _row(preset: Preset) -> str:
    source = source_of(preset)
    checked = "our own" if not preset.like else "no" if UNCHECKED in preset.words else "yes"
    cells = (preset.title, ", ".join(preset.like), preset.words, preset.by_hand, source, checked)
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"


def source_of(preset: Preset) -> str:
    """Return the source that the preset's transcript names; empty if it names none."""
    lines = (TRANSCRIPTS / f"{preset.key}.txt").read_text(encoding="utf-8").splitlines()
    head = " ".join(line.removeprefix("# ") for line in takewhile(_is_comment, lines))
    _, _, told = head.partition("Source: ")
    return told.split(". ")[0].strip(" .")


def _is_comment(line: str) -> bool:
    return line.startswith("# ")


def main() -> None:
    DOCUMENT.write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main()
