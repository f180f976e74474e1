"""HTML of the sheet that explains a refusal."""

from __future__ import annotations

from app.intents.fight import Options
from app.render.forms import problem
from app.render.markup import button, tag
from app.render.sheet import Sheet
from turntrack.core.commands import RuleAct
from turntrack.core.errors import Refused
from turntrack.core.fields import Option


def render_refused(
    title: str, ruling: RuleAct, refusal: Refused, rule: str, lifting: Option | None, changes: str, error: str
) -> Sheet:
    """Render a refusal: ``rule`` is the text of its rule, ``lifting`` the option that can allow the action.

    ``changes`` says what a ruling uses up.
    """
    another = (
        tag(
            "p",
            "Another reading of the rules allows it: ",
            button(lifting.label, Options(), class_="quiet"),
        )
        if lifting
        else None
    )
    return Sheet(
        title,
        (
            problem(error),
            tag("p", str(refusal), class_="refusal"),
            tag("p", tag("b", refusal.rule), " ", rule, class_="rule") if rule else None,
            another,
        ),
        foot=(
            tag("p", f"As a ruling: the log says it was done, {changes}."),
            button("Do it anyway", ruling, class_="primary"),
        ),
    )
