"""Account of what was read of records: from which labels, and what was left out."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Set

from app.importers.labels import Creature, Labelled, Titles, fold_key, label_values
from app.importers.meanings import (
    COMPANIONS,
    HIDDEN,
    NAMES,
    NO_VALUES,
    NOTES,
    PLAYERS,
    ROOTS,
    SIDES,
    name_of,
    split_companions,
)
from app.importers.rows import shorten
from turntrack.core.fields import Value

CARD = "card"
"""The key of text for the card."""
LONGEST_OTHER = 30
"""The longest value that goes into the note, in characters."""
_TECHNICAL = re.compile(
    r"_.*|(?i:id|uuid|guid|slug|index|key|sort|sort_?name|folder|hash|source|page|page_?no|version|img|image|icon|url|"
    r"document|document__.*)|.*[a-z]I[dD]|.*[_ -](?i:id)|(?i:img|image|token|url).*|.*(?i:img|image|url|icon)"
)
"""Keys that only programs need."""


class Account:
    """Collects what was read of the creatures of one file."""

    def __init__(self, titles: Titles, known: Container[str]) -> None:
        self._titles = titles
        self._known = known
        self._sources = dict[str, list[str]]()
        """The names of the creatures of which the same was read from the same labels."""
        self._left_out = dict[str, dict[str, None]]()
        """What was left out below each label."""

    def others(self, creature: Creature, used: dict[str, Labelled]) -> Iterator[tuple[str, object]]:
        """Yield the short values of a creature that stand nowhere else, for the note; all else is left out."""
        read_paths = {value.path for value in used.values()}
        told = {*NAMES, *NOTES, *SIDES, *PLAYERS, *HIDDEN, "type", CARD}
        for key, value in creature.items():
            title = shorten(self._titles.get(key, key))
            if _TECHNICAL.fullmatch(title) or value in (None, "", False) or value in ([], {}):
                continue
            if isinstance(value, Mapping | list):
                yield from self._rest_of(key, title, value, read_paths)
            elif (key,) in read_paths or (key in told and (key != "title" or value == name_of(creature))):
                continue
            elif len(str(value)) > LONGEST_OTHER:
                self._left_out.setdefault(title, {})
            else:
                yield title, value

    def _rest_of(
        self, key: str, title: str, value: object, read_paths: Set[tuple[str, ...]]
    ) -> Iterator[tuple[str, object]]:
        """Yield the named values of a list, for the note; what else is not read below a label is left out."""
        if key in COMPANIONS:
            others = split_companions(value)[1]
            names = [shorten(name_of(other)) for other in others if isinstance(other, Mapping)]
            if others:
                self._left_out.setdefault(title, {}).update(dict.fromkeys(filter(None, names)))
            return
        named = {}
        if isinstance(value, list):
            named = {fold_key(called): (called, amount) for called, amount in _named_values(value)}
        if key in NO_VALUES or (named and len(named) < len(value if isinstance(value, list) else ())):
            self._left_out.setdefault(title, {})
        if key in NO_VALUES:
            yield from (
                (shorten(called), amount) for called, amount in named.values() if fold_key(called) not in self._known
            )
            return
        # What stands beside a value that was read, such as its formula, belongs to it.
        around = {path[:-1] for path in read_paths if len(path) > 1 and path[-2] not in ROOTS}
        for labelled in label_values({key: value}, NO_VALUES):
            step = labelled.path[1] if len(labelled.path) > 1 else ""
            if labelled.path in read_paths or labelled.path[:-1] in around:
                continue
            if step in named:
                called, amount = named.pop(step)
                if step not in self._known:
                    yield shorten(called), amount
            elif step and not any(_TECHNICAL.fullmatch(self._titles.get(each, each)) for each in labelled.path):
                end = next((at for at, each in enumerate(labelled.path) if at and each not in ROOTS), 1) + 1
                inner = self.title(each for each in labelled.path[1:end] if not each.isdecimal())
                self._left_out.setdefault(title, {}).setdefault(shorten(inner))

    def title(self, path: Iterable[str]) -> str:
        """Return the labels as they are written."""
        return ".".join(self._titles.get(step, step) for step in path if not step.isdecimal())

    def say_sources(self, name: str, used: Mapping[str, Labelled]) -> None:
        told = [
            f"{what} from “{self.title(value.path)}”" for what, value in used.items() if not what.startswith("note ")
        ]
        if told:
            self._sources.setdefault(", ".join(told), []).append(name)

    def all_sources(self) -> tuple[str, ...]:
        """Return for creatures of the same layout what was read from which labels."""
        return tuple(f"{', '.join(dict.fromkeys(names))}: {says}." for says, names in self._sources.items())

    def all_left_out(self) -> tuple[str, ...]:
        """Return the labels whose values are not used."""
        return tuple(
            f"{title}: {', '.join(filter(None, inner))}" if any(inner) else title
            for title, inner in self._left_out.items()
        )


def _named_values(raw: list[object]) -> Iterator[tuple[str, Value]]:
    for item in raw:
        named, amount = (item.get("name"), item.get("value")) if isinstance(item, Mapping) else (None, None)
        if isinstance(named, str) and isinstance(amount, int | str):
            yield named, amount
