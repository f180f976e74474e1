"""Measurements that have a budget, as a table for a terminal, as one for a document, and as a drawing."""

from dataclasses import dataclass
from html import escape

WIDTH, ROW, LABEL = 720, 34, 300
SCALE = 250
"""The width of a budget that is used up, in units of the drawing."""


@dataclass(frozen=True)
class Line:
    """What was measured, against what was aimed at."""

    title: str
    value: float
    budget: float
    unit: str = ""
    spread: str = ""

    @property
    def met(self) -> bool:
        """Return whether it is within the budget."""
        return self.value <= self.budget


def table(lines: list[Line]) -> str:
    """Lay the lines out for a terminal."""
    rows = [f"{'':44} {'measured':>9} {'budget':>8}"]
    for line in lines:
        verdict = "" if line.met else f"  missed by {(line.value / line.budget - 1) * 100:.0f} %"
        rows.append(
            f"{line.title:44} {_number(line.value)}{line.unit:>3} {_number(line.budget)}{line.unit:>3}"
            f"  {line.spread}{verdict}"
        )
    return "\n".join(rows)


def document_table(lines: list[Line]) -> str:
    """Lay the lines out as a table of Markdown."""
    rows = ["| measured | figure | budget | median and range |", "|---|---|---|---|"]
    for line in lines:
        measured, budget = (f"{_number(number).strip()} {line.unit}".strip() for number in (line.value, line.budget))
        figure = measured if line.met else f"**{measured}**"
        rows.append(f"| {line.title.replace('  ', '… ')} | {figure} | {budget} | {line.spread} |")
    return "\n".join(rows)


def _number(value: float) -> str:
    return f"{value:6.2f}" if value < 10 else f"{value:6.0f}"


def drawing(lines: list[Line]) -> str:
    """Draw an SVG that reads on light and dark ground: a bar for each line, and a mark where its budget ends."""
    height = ROW * len(lines) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#f3f1ea"/>',
        "<style>text { font-family: system-ui, sans-serif }</style>",
    ]
    for place, line in enumerate(lines):
        y = 12 + place * ROW
        length = min(line.value / line.budget, 1.35) * SCALE
        colour = "#0b5f56" if line.met else "#a4221d"
        right = LABEL + max(length, SCALE) + 8
        measured = f"{_number(line.value).strip()}{line.unit}"
        parts += [
            f'<text x="12" y="{y + 16}" fill="#1c1b18">{escape(line.title)}</text>',
            f'<rect x="{LABEL}" y="{y + 3}" width="{length:.0f}" height="18" rx="3" fill="{colour}"/>',
            f'<text x="{right:.0f}" y="{y + 16}" fill="#1c1b18">{measured}</text>',
        ]
    end = LABEL + SCALE
    parts += [
        f'<line x1="{end}" x2="{end}" y1="8" y2="{height - 20}" stroke="#1c1b18" stroke-dasharray="4 3"/>',
        f'<text x="{end}" y="{height - 6}" text-anchor="middle" fill="#5d5a51">the budget</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
