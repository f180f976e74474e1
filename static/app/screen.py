"""What the screen is told: only what differs from what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from app.markup import Pieces


@dataclass(frozen=True, slots=True)
class ListChange:
    """What has changed in a list of elements: all their ids in order, and the HTML of those that are new or differ."""

    order: tuple[str, ...]
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """What has changed on the screen: the HTML of regions by their id, lists by theirs, and what is open or said."""

    view: str
    regions: Mapping[str, str]
    lists: Mapping[str, ListChange]
    dialog: bool
    live: str
    toast: str
    title: str


class Screen(Protocol):
    def show(self, update: Update) -> None: ...


class Shown:
    """What the screen shows, as far as it is known."""

    def __init__(self) -> None:
        self._regions: dict[str, str] = {}
        self._lists: dict[str, Pieces] = {}

    def forget(self) -> None:
        """Nothing is known: all is to be drawn anew."""
        self._regions, self._lists = {}, {}

    def forget_list(self, name: str) -> None:
        """The page has changed this list by itself."""
        self._lists.pop(name, None)

    def regions(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """Those that differ from what is shown; from now on they are shown."""
        changed = {name: html for name, html in wanted.items() if self._regions.get(name) != html}
        self._regions.update(changed)
        return changed

    def lists(self, wanted: Mapping[str, Pieces]) -> dict[str, ListChange]:
        """What turns the lists that are shown into these; from now on they are shown."""
        moved = {name: _change(self._lists.get(name), new) for name, new in wanted.items()}
        self._lists.update(wanted)
        return {name: change for name, change in moved.items() if change}


def _change(shown: Pieces | None, new: Pieces) -> ListChange | None:
    """What turns the list that is shown (None where that is not known) into the new one; None for nothing."""
    if shown == new:
        return None
    known = dict(shown or ())
    changed = {one: html for one, html in new if known.get(one) != html}
    return ListChange(tuple(one for one, _ in new), changed)
