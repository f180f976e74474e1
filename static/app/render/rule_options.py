"""HTML of the sheet of the options that a table can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.render.forms import problem
from app.render.markup import join, tag
from app.render.sheet import Sheet
from turntrack.core.settings import SETTINGS
from turntrack.systems.protocol import TurnSystem


def render_options(
    system: TurnSystem,
    chosen: Mapping[str, str],
    changes: Callable[[str, str], tuple[str, ...]],
    error: str,
    was: str,
) -> Sheet:
    """Render the options to choose from.

    ``changes`` describes what a value would change now, by option and value; ``was`` describes the options at the
    start.
    """
    groups, otherwise = [], []
    for option in (*system.options, *SETTINGS):
        now = chosen.get(option.key, option.default)
        picks = []
        for pick in option.values:
            said = "; ".join(changes(option.key, pick.key)) if pick.key != now else ""
            words = join(pick.label, tag("small", " · default") if pick.key == option.default else None)
            picks.append(
                tag(
                    "label",
                    tag(
                        "input",
                        type="radio",
                        name=f"option-{option.key}",
                        id=f"option-{option.key}-{pick.key}",
                        value=pick.key,
                        checked=pick.key == now,
                        data_option=option.key,
                    ),
                    tag("span", words, tag("small", f"now: {said}", class_="change") if said else None),
                    class_="flag",
                )
            )
            if pick.key == now != option.default:
                otherwise.append(tag("li", tag("strong", option.label), " ", pick.label))
        legend = tag("legend", option.label, " ", tag("cite", option.reading) if option.reading else None)
        why = tag("small", f"Why: {option.why}.", class_="hint") if option.why else None
        groups.append(tag("fieldset", legend, *picks, why, class_="option"))
    usual = tag("p", "All defaults. Settings can be changed during a fight.", class_="hint")
    begun = tag("p", f"Begun {was}", class_="hint", id="began-with") if was else None
    return Sheet(
        f"{system.title}: how your table plays",
        (problem(error), tag("ul", *otherwise, class_="changed-options") if otherwise else usual, begun, *groups),
        under="What the rules leave open, or your table may play differently",
    )
