"""Upgrades of saved data from older formats, one step at a time; newer formats are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from turntrack.core.errors import BadSave, NewerSave, quote

type Raw = Mapping[str, object]
"""A JSON object, with the number of its format under ``format``."""

type Upgrade = Callable[[Raw], Raw]
"""A function from one format to the next; ``upgrade`` sets the number. A released step is never edited."""

BEFORE_RELEASES = "Written by a build before release 1.0.0: this version cannot read it."
"""The message for data without ``format``: builds before release 1.0.0 wrote ``v`` instead, and other shapes."""


def read_head(raw: object, kind: str, steps: tuple[Upgrade, ...], otherwise: str) -> Raw:
    """Return an object of this kind in the newest format, without its kind and format.

    Raises BadSave, with the message ``otherwise`` for anything else.
    """
    if type(raw) is not dict or raw.get("kind") != kind:
        raise BadSave(otherwise)
    return {key: item for key, item in upgrade(raw, steps).items() if key not in ("kind", "format")}


def upgrade(raw: Raw, steps: tuple[Upgrade, ...]) -> Raw:
    """Return the object in the newest format: format 1 needs all steps, the newest format none.

    Raises NewerSave for the format of a newer version, and BadSave for any other that is not known.
    """
    newest = len(steps) + 1
    number = raw.get("format")
    if number is None:
        raise BadSave(BEFORE_RELEASES)
    if type(number) is not int or number < 1:
        raise BadSave(f"format {newest} was expected, not {quote(number)}.")
    if number > newest:
        raise NewerSave(
            f"This was saved by a newer Turntrack (format {number}; this one reads {newest}). Update first."
        )
    for reached, step in enumerate(steps[number - 1 :], number + 1):
        raw = {**step(raw), "format": reached}
    return raw
