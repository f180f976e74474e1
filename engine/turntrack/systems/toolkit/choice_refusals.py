"""Choices with the refusals that they would meet."""

from __future__ import annotations

from collections.abc import Callable

from turntrack.core.errors import BadValue, Refused
from turntrack.systems.choices import Choice


def offer(choice: Choice, attempt: Callable[[Choice], Choice]) -> Choice:
    """Return the result of ``attempt``, or the choice with the refusal that ``attempt`` raised."""
    try:
        return attempt(choice)
    except BadValue as error:
        refusal = Refused("bad_value", str(error))
    except Refused as refused:
        # A new one: a traceback would keep the stack, and all choices in its frames, until garbage is collected.
        refusal = Refused(refused.code, refused.message, refused.rule, refused.lifted_by)
    return Choice(choice.command, choice.label, rule=refusal.rule, refusal=refusal, row=choice.row, kind=choice.kind)


def offer_checked(choice: Choice, check: Callable[[], object]) -> Choice:
    """Return the choice, with the refusal that ``check`` raised if it did."""

    def attempt(choice: Choice) -> Choice:
        check()
        return choice

    return offer(choice, attempt)
