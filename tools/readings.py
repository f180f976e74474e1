"""Writes the readings of every system into docs/RULES.md, below the mark there."""

from tools.layout import ROOT
from turntrack.core.fields import Option
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

DOCUMENT = ROOT / "docs" / "RULES.md"
MARK = "<!-- `make readings` writes what follows from the sheets and rules of the systems. -->\n"
HEAD = "| reading | question | values, the default first | why |\n|---|---|---|---|\n"


def of_all_systems() -> str:
    """List the readings, system by system: those that can be chosen as a table, those that are settled as a list."""
    return "".join(f"\n{_section(system)}" for system in SYSTEMS)


def _section(system: TurnSystem) -> str:
    if system.has_rules_of_fights:
        return f"## {system.title}\n\nEach fight has rules of its own: *Rules* says them in the app.\n"
    chosen = {option.reading for option in system.options}
    settled = [rule for rule in system.rules if not rule.line and rule.id not in chosen]
    table = HEAD + "".join(_row(option) for option in system.options)
    points = "".join(f"- **{rule.id}** {rule.text}\n" for rule in settled)
    return f"## {system.title}\n\n{table}\nSettled, without a choice:\n\n{points}"


def _row(option: Option) -> str:
    default, *others = (pick.label for pick in option.values)
    return f"| {option.reading} | {option.label} | {'; '.join([f'**{default}**', *others])} | {option.why} |\n"


def main() -> None:
    """Keep what stands above the mark."""
    above, mark, _ = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
    DOCUMENT.write_text(above + mark + of_all_systems(), encoding="utf-8")


if __name__ == "__main__":
    main()
