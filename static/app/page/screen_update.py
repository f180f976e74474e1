"""Updates of the screen: the differences between what it shows and what it should show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from app.ui.markup import Pieces


@dataclass(frozen=True, slots=True)
class ListPatch:
    """The change of a list of elements: the order of all ids, and the HTML of new or changed elements."""

    order: tuple[str, ...]
    changed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Update:
    """The changes of the screen: HTML of regions and lists by their id, the open dialog, and messages."""

    view: str
    regions: Mapping[str, str]
    lists: Mapping[str, ListPatch]
    dialog: str
    """The unique name of the open dialog; empty for none."""
    live: str
    toast: str
    title: str
    side: str = ""
    """The index of the acting side; empty for none."""
    players: str | None = None
    """The data for the players' screens: empty if nobody watches, None if unchanged."""


class Screen(Protocol):
    """The screen, as the controller sees it."""

    def show(self, update: Update) -> None: ...

    def make_ready(self, update: Update) -> None:
        """Prepare an update that may come next, without showing it."""


@dataclass(frozen=True, slots=True)
class ScreenContents:
    """The known contents of the screen."""

    regions: Mapping[str, str] = MappingProxyType({})
    lists: Mapping[str, Pieces] = MappingProxyType({})
    players: str = ""

    def forget_list(self, name: str) -> ScreenContents:
        """Forget a list that the page has changed by itself."""
        return replace(self, lists={key: pieces for key, pieces in self.lists.items() if key != name})

    def change(
        self, regions: Mapping[str, str], lists: Mapping[str, Pieces]
    ) -> tuple[ScreenContents, Mapping[str, str], Mapping[str, ListPatch]]:
        """Replace regions, and all lists. Returns the new contents, the changed regions and the list patches."""
        changed = {name: html for name, html in regions.items() if self.regions.get(name) != html}
        moved = {name: _change(self.lists.get(name), new) for name, new in lists.items()}
        shown = replace(self, regions={**self.regions, **changed}, lists=lists)
        return shown, changed, {name: change for name, change in moved.items() if change}


def _change(shown: Pieces | None, new: Pieces) -> ListPatch | None:
    """Return the patch that turns the shown list into the new one; None if they are equal."""
    if shown == new:
        return None
    known = dict(shown or ())
    changed = {element_id: html for element_id, html in new if known.get(element_id) != html}
    return ListPatch(tuple([element_id for element_id, _ in new]), changed)
