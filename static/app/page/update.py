"""What the screen is told: only what differs from what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from app.render.markup import Pieces


@dataclass(frozen=True, slots=True)
class ListPatch:
    """What has changed in a list of elements: all their ids in order, and the HTML of those that are new or differ."""

    order: tuple[str, ...]
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """What has changed on the screen: the HTML of regions by their id, lists by theirs, and what is open or said."""

    view: str
    regions: Mapping[str, str]
    lists: Mapping[str, ListPatch]
    dialog: str
    """What is open, by a name of its own; empty for nothing."""
    live: str
    toast: str
    title: str
    side: str = ""
    """The place of the side that acts, among the sides; empty for none."""
    players: str | None = None
    """What the scripts are told for the players, empty where nobody looks; None where that is as before."""


class Screen(Protocol):
    def show(self, update: Update) -> None: ...

    def make_ready(self, update: Update) -> None:
        """Do beforehand what can be done of showing this, which may come next; nothing of it is seen."""


@dataclass(frozen=True, slots=True)
class ScreenContents:
    """What the screen shows, as far as it is known."""

    regions: Mapping[str, str] = MappingProxyType({})
    lists: Mapping[str, Pieces] = MappingProxyType({})
    players: str = ""

    def forget_list(self, name: str) -> ScreenContents:
        """Forget a list: the page has changed it by itself."""
        return replace(self, lists={key: pieces for key, pieces in self.lists.items() if key != name})

    def keep_lists(self, drawn: Iterable[str]) -> ScreenContents:
        """Forget the lists that are not drawn: what they stood in may be gone."""
        kept = set(drawn)
        return replace(self, lists={name: pieces for name, pieces in self.lists.items() if name in kept})

    def change(
        self, regions: Mapping[str, str], lists: Mapping[str, Pieces]
    ) -> tuple[ScreenContents, Mapping[str, str], Mapping[str, ListPatch]]:
        """Show these too. Returns what is shown then, and of the regions and the lists what differs from before."""
        changed = {name: html for name, html in regions.items() if self.regions.get(name) != html}
        moved = {name: _change(self.lists.get(name), new) for name, new in lists.items()}
        shown = replace(self, regions={**self.regions, **changed}, lists={**self.lists, **lists})
        return shown, changed, {name: change for name, change in moved.items() if change}


def _change(shown: Pieces | None, new: Pieces) -> ListPatch | None:
    """Return what turns the list that is shown (None where that is not known) into the new list; None for nothing."""
    if shown == new:
        return None
    known = dict(shown or ())
    changed = {element_id: html for element_id, html in new if known.get(element_id) != html}
    return ListPatch(tuple(element_id for element_id, _ in new), changed)
