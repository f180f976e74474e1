"""HTML of the sheet that explains a score as a sum of terms, with its rules and its rolls."""

from __future__ import annotations

from app.render.forms import problem
from app.render.markup import Child, Html, tag
from app.render.roll_correction import (
    first_to_correct,
    render_correction,
    render_correction_input,
    render_die,
    render_value,
)
from app.render.sheet import Sheet
from app.views.roll_correction import ThrowBox
from app.views.score_format import number_words
from turntrack.core.events import RULING
from turntrack.core.score import Score, Term, TermKind, signed
from turntrack.systems.protocol import TurnSystem


def render_why(
    name: str, when: str, side: int, number: Score, system: TurnSystem, throws: tuple[ThrowBox, ...], error: str
) -> Sheet:
    """Render a score as a sum. Its rolls are buttons that open their correction."""
    terms, left = [], list(throws)
    for term in number.terms:
        box = next((box for box in left if _is_thrown(term, box)), None)
        if box:
            left.remove(box)
        terms.append(_render_row(term, box, system))
    texts = {rule.id: rule.text for rule in system.rules}
    shown = number_words(system, number.total)
    is_changed = any(box.is_changed for box in throws)
    total = tag("li", tag("span", "Total as it stands" if is_changed else "Total"), tag("b", shown), class_="total")
    cited = (rule for rule in number.rules if rule in texts)
    first = first_to_correct(throws)
    changed = first if first and first.is_changed else None
    return Sheet(
        f"{name}: why {shown}?",
        (
            problem(error) if not (changed and changed.wrong) else None,
            render_value(first),
            tag("ol", *(_render_throw(box) for box in left), *terms, total, class_="sum"),
            *(tag("p", tag("b", rule), " ", texts[rule], class_="rule") for rule in cited),
        ),
        under=when,
        foot=render_correction(changed) if changed else (),
        sends=first.throw.correct if first else None,
        side=side,
    )


def _is_thrown(term: Term, box: ThrowBox) -> bool:
    return term.amount == box.throw.total and term.rule != RULING


def _render_row(term: Term, box: ThrowBox | None, system: TurnSystem) -> Html:
    written = number_words(system, term.amount) if term.part is TermKind.THROW else signed(term.amount)
    amount: Child = render_die(box) if box else tag("b", written)
    cited = tag("cite", term.rule) if term.rule else None
    return tag("li", tag("span", term.label), amount, cited, render_correction_input(box) if box else None)


def _render_throw(box: ThrowBox) -> Html:
    """Render a roll that stands in the sum only in part, or its correction."""
    words = tag("span", box.throw.purpose, tag("small", f" {box.throw.code}") if box.throw.code else None)
    return tag("li", words, render_die(box), render_correction_input(box))
