"""The buttons for more and less beside a number field of the panel: its next value, within its bounds."""

from __future__ import annotations

from collections.abc import Iterable

from turntrack.systems.protocol import PanelInput, Section


def step_number(sections: Iterable[Section], entered: PanelInput, name: str, step: int) -> dict[str, str]:
    """Return an input's value changed by ``step``, within its bounds; empty if the input is gone."""
    key, _, called = name.rpartition(".")
    stepped = {}
    for section in sections:
        for entry in section.inputs:
            if (section.key, entry.key) == (key, called):
                now = str(entered.get(name, entry.default))
                number = int(now) if now.lstrip("-").isdecimal() else max(entry.low, 0)
                stepped[name] = str(min(max(number + step, entry.low), entry.high))
    return stepped
