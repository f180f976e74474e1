"""The players' screen, without anything about hidden combatants: its view, its JSON, and its options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, pairwise

from app.intents.page import PlayersScreen
from app.ui.fight_counters import counter_words
from app.ui.markup import button, tag
from app.ui.sheet import Sheet, problem, render_setting
from app.ui.slab import again_words
from app.ui.track import LONGEST_WAY, MOST_ON_SLAB
from app.ui.words import MOST_SIDES, initials, number_words, shorten
from app.values.fight_names import UNNAMED, between_words, round_words
from turntrack.core.model import Combatant, Encounter, Id, Status
from turntrack.core.names import join_names
from turntrack.core.own_sides import own_sides
from turntrack.core.score import write_count
from turntrack.core.settings import OTHERS_HEALTH, OTHERS_NUMBERS, OWN_SIDES, PLAYERS_SETTINGS, setting
from turntrack.rules.health import may_fall, tally_of
from turntrack.rules.hidden import players_see
from turntrack.systems.protocol import TurnSystem

MOST_ROWS = 40
"""At most this many rows are shown; further ones are counted."""
MOST_UPCOMING = 2
MOST_NAMED = 3
LONGEST_ABOUT = 80
_SHORTEST_WORD = 3
"""Shorter names are known only in their own case, and as whole names."""
NOBODY = -1
"""The side of a combatant whose side is hidden."""
FORM = 1
"""Version of the JSON: a page kept offline may receive the data of a newer one."""

_WORD = re.compile(r"\w+")
_CROWD = re.compile(r" and (?:\d+ )?others?$")
"""The end of a list of names that may count a hidden combatant."""


@dataclass(frozen=True, slots=True)
class PlayersRow:
    """One combatant, as far as the players know it."""

    name: str
    side: int
    bead: str
    health: str
    is_bad: bool
    """Whether the health is low."""
    about: str
    state: str
    """Empty, ``done`` this round, or ``down``."""
    way: int = 0
    """The distance in points to the row above, if all numbers are visible."""


@dataclass(frozen=True, slots=True)
class PlayersTurn:
    """A turn to come, of one or several combatants."""

    word: str
    name: str
    side: int


@dataclass(frozen=True, slots=True)
class PlayersView:
    """The contents of the players' screen."""

    name: str
    where: str
    heading: str
    """Shown if no visible combatant acts."""
    acting: tuple[PlayersRow, ...]
    coming: tuple[PlayersTurn, ...]
    rows: tuple[PlayersRow, ...]
    more: int
    end: str


NOTHING_OPEN = PlayersView("", "", "No fight is open", (), (), (), 0, "")


def players_view(encounter: Encounter, system: TurnSystem, is_over: bool = False) -> PlayersView:
    """Build what the players may see now. ``is_over`` tells that the fight has been ended."""
    seen = _PlayersSight(encounter, system)
    acting = [combatant_id for combatant_id in encounter.acting() if seen.is_shown(combatant_id)][:MOST_ON_SLAB]
    others = [
        combatant_id
        for combatant_id in system.track(encounter)
        if seen.is_shown(combatant_id) and combatant_id not in acting
    ]
    rows = [seen.row(combatant_id) for combatant_id in others[:MOST_ROWS]]
    if system.counts_down and encounter.is_open and setting(encounter, OTHERS_NUMBERS) == "all":
        ways = seen.ways([*(acting[:1] or others[:1]), *others])
        rows = [replace(row, way=way) for row, way in zip(rows, ways, strict=False)]
    word = system.round_word
    if encounter.is_open:
        heading = "One moment…"
    elif is_over:
        heading = "The fight is over"
    else:
        heading = between_words(encounter, system)
    return PlayersView(
        name=encounter.name if encounter.name != UNNAMED and not seen.tells(encounter.name) else "",
        where=" · ".join(seen.where()),
        heading=heading,
        acting=tuple(seen.row(combatant_id) for combatant_id in acting),
        coming=tuple(seen.coming()),
        rows=tuple(rows),
        more=len(others) - len(rows),
        end=f"the {word} ends" if encounter.is_open else "",
    )


def pack(view: PlayersView) -> str:
    """Write the view as compact JSON, short enough for a link."""
    return json.dumps(
        [
            FORM,
            view.name,
            view.where,
            view.heading,
            [_pack_row(row) for row in view.acting],
            [[turn.word, turn.name, turn.side] for turn in view.coming],
            [_pack_row(row) for row in view.rows],
            view.more,
            view.end,
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _pack_row(row: PlayersRow) -> list[str | int]:
    return [row.name, row.side, row.bead, row.health, int(row.is_bad), row.about, row.state, row.way]


class _PlayersSight:
    """The parts of a fight that the players may see."""

    def __init__(self, encounter: Encounter, system: TurnSystem) -> None:
        self._encounter = encounter
        self._system = system
        self._names = {combatant_id: players_see(encounter, combatant_id) for combatant_id in encounter.order}
        secrets = frozenset(_secrets(encounter))
        self._mention, self._short_mention = _mention_of(secrets)
        self._words = frozenset(word for secret in secrets for word in _words(secret.casefold()))
        # A word that the players read in another name tells nothing.
        self._words -= {word for name in self._names.values() for word in _words(name.casefold())}
        seen = [
            combatant
            for combatant_id, combatant in encounter.combatants.items()
            if combatant_id not in encounter.hidden
        ]
        sides = dict.fromkeys(combatant.side for combatant in seen)
        self._places = {name: place % MOST_SIDES for place, name in enumerate(sides)}
        self._own = own_sides(encounter.combatants, setting(encounter, OWN_SIDES))

    def is_shown(self, combatant_id: Id) -> bool:
        """Return whether a combatant has a row; hidden combatants that are down have none."""
        return bool(self._names[combatant_id]) and (
            self._is_known(combatant_id) or self._encounter.standings[combatant_id].able
        )

    def row(self, combatant_id: Id) -> PlayersRow:
        encounter, name = self._encounter, self._names[combatant_id]
        standing = encounter.standings[combatant_id]
        is_down = not standing.able
        is_done = encounter.is_open and standing.status is Status.DONE
        state = "down" if is_down else "done" if is_done else ""
        if not self._is_known(combatant_id):
            return PlayersRow(name, NOBODY, "?", "", is_bad=False, about="", state=state)
        health, is_bad = self._health(encounter.combatants[combatant_id], is_down or may_fall(encounter, combatant_id))
        side = self._places[encounter.combatants[combatant_id].side]
        return PlayersRow(name, side, self._bead(combatant_id), health, is_bad, self._about(combatant_id), state)

    def ways(self, ids: Sequence[Id]) -> Iterator[int]:
        """Yield each row's distance in points to the row above; 0 if either number is hidden."""
        numbers = [self._number(combatant_id) for combatant_id in ids]
        for above, below in pairwise(numbers):
            yield min(max(above - below, 0), LONGEST_WAY) if above is not None and below is not None else 0

    def where(self) -> Iterator[str]:
        """Yield the round, and the counters of the fight that the players see."""
        encounter = self._encounter
        if encounter.round:
            yield round_words(encounter.round, encounter.part, self._system)
        yield from (
            counter_words(counter) for counter in encounter.counters if counter.shown and not self.tells(counter.name)
        )

    def coming(self) -> Iterator[PlayersTurn]:
        """Yield the turns to come of the combatants that players see."""
        acting = {*self._encounter.acting()}
        turns = self._system.upcoming_turns(self._encounter)
        seen = (tuple([combatant_id for combatant_id in turn.ids if self._names[combatant_id]]) for turn in turns)
        # Without those who are hidden, one combatant may come twice in a row, which would tell of somebody in between.
        in_order = (ids for ids, _ in groupby(filter(None, seen)))
        for word, ids in zip(("next", "then"), islice(in_order, MOST_UPCOMING), strict=False):
            names = [self._names[combatant_id] for combatant_id in ids]
            said = join_names(names) if len(ids) <= MOST_NAMED else f"{names[0]} and {len(ids) - 1} others"
            said = again_words(said) if word == "next" and acting.issuperset(ids) else said
            sides = {self._side(combatant_id) for combatant_id in ids}
            yield PlayersTurn(word, said, sides.pop() if len(sides) == 1 else NOBODY)

    def tells(self, text: str) -> bool:
        """Return whether a text mentions a hidden combatant, or one by a name that players do not know."""
        if not (self._mention or self._short_mention):
            return False
        folded = text.casefold()
        is_told = (
            (self._mention and self._mention.search(folded))
            or (self._short_mention and self._short_mention.search(text))
            or not self._words.isdisjoint(_words(folded))
        )
        return bool(is_told or _CROWD.search(text))

    def _number(self, combatant_id: Id) -> int | None:
        """Return a combatant's number; None if it is hidden from the players."""
        is_seen = self._is_known(combatant_id) and (
            self._is_own(combatant_id) or setting(self._encounter, OTHERS_NUMBERS) == "all"
        )
        number = self._system.number(self._encounter, combatant_id) if is_seen else None
        return number.total if number else None

    def _is_known(self, combatant_id: Id) -> bool:
        return combatant_id not in self._encounter.hidden

    def _is_own(self, combatant_id: Id) -> bool:
        return self._encounter.combatants[combatant_id].side in self._own

    def _side(self, combatant_id: Id) -> int:
        return self._places[self._encounter.combatants[combatant_id].side] if self._is_known(combatant_id) else NOBODY

    def _bead(self, combatant_id: Id) -> str:
        number = self._number(combatant_id)
        return initials(self._names[combatant_id]) if number is None else number_words(self._system, number)

    def _about(self, combatant_id: Id) -> str:
        """List the conditions of a combatant; for the players' own side also badges and counters."""
        encounter = self._encounter
        said = [condition.name for condition in encounter.conditions if condition.bearer == combatant_id]
        if self._is_own(combatant_id):
            said += [badge.text for badge in self._system.badges(encounter, combatant_id)]
            said += [f"{counter.name} {counter.value}" for counter in encounter.combatants[combatant_id].counters]
        elif setting(encounter, OTHERS_NUMBERS) != "all":
            # A condition may have the number in it that the players are not to know.
            said = [text for text in said if not any(sign.isdigit() for sign in text)]
        return shorten(", ".join(text for text in dict.fromkeys(said) if not self.tells(text)), LONGEST_ABOUT)

    def _health(self, combatant: Combatant, is_down: bool) -> tuple[str, bool]:
        """Return the health in words for the players, and whether it is low."""
        shows = "points" if self._is_own(combatant.id) else setting(self._encounter, OTHERS_HEALTH)
        if is_down and shows != "nothing":
            return "down", True
        left, full = combatant.health, combatant.full_health
        health = tally_of(self._encounter, combatant)
        if shows in ("nothing", "down") or health is None:
            return "", False
        is_bad = full > 0 and 10 * left <= 3 * full
        match shows:
            case "points":
                return str(health), is_bad
            case _ if not full and (shows == "tenths" or not health.is_damage):
                return "", False
            case "tenths":
                return f"{write_count(min(10, max(1, 10 * left // full)), 'tenth')} left", is_bad
            case _:
                return ("fine", False) if left >= full else ("badly hurt" if is_bad else "hurt", True)


def _secrets(encounter: Encounter) -> Iterator[str]:
    """List the names that players must not read."""
    hidden = [
        encounter.combatants[combatant_id] for combatant_id in encounter.hidden if combatant_id in encounter.combatants
    ]
    for combatant in (*hidden, *(arrival.combatant for arrival in encounter.wings)):
        yield from (name for name in (combatant.name, combatant.players_name, combatant.group) if name)
    yield from (combatant.name for combatant in encounter.combatants.values() if combatant.players_name)


def _mention_of(secrets: Iterable[str]) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Return the patterns of the names in a case-folded text, and of the shortest names in the text as it is.

    “E” is a name, “e” is not: a name of one or two letters, spelled with its capitals, is hardly ever a common word.
    """
    long = {secret.casefold() for secret in secrets if len(secret) >= _SHORTEST_WORD}
    return pattern_of_names(long), pattern_of_names({secret for secret in secrets if len(secret) < _SHORTEST_WORD})


def pattern_of_names(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern of these names as whole words, also in the plural; None without names."""
    mentions = (
        f"{'' if _parts_no_words(name[0]) else BEFORE}{re.escape(name)}{'' if _parts_no_words(name[-1]) else AFTER}"
        for name in sorted(names)
    )
    alternatives = "|".join(mentions)
    return re.compile(alternatives) if alternatives else None


BEFORE, AFTER = r"(?<!\w)", r"(?:e?s)?(?!\w)"
"""What begins and what ends a word."""


def _parts_no_words(sign: str) -> bool:
    """Return whether a sign is of a script without capitals: most of those write no space at the end of each word."""
    return sign.isalpha() and sign.lower() == sign.upper()


def _words(folded: str) -> Iterator[str]:
    """List the words of a text that are long enough to reveal a name."""
    return (word for word in _WORD.findall(folded) if len(word) >= _SHORTEST_WORD)


def render_players_sheet(chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the ways to show the players' screen, and the options for what it shows."""
    return Sheet(
        "For the players",
        (
            problem(error),
            tag(
                "div",
                button(
                    "Show on this screen", PlayersScreen.FACE_PLAYERS, class_="menu-item i-party", id="face-players"
                ),
                button(
                    "Open a second window",
                    PlayersScreen.OPEN_PLAYERS_WINDOW,
                    class_="menu-item i-copy",
                    id="open-players-window",
                ),
                button(
                    "A code and a link for this moment",
                    PlayersScreen.SHOW_PLAYERS_CODE,
                    class_="menu-item i-export",
                    id="show-players-code",
                ),
                class_="menu-items",
            ),
            tag(
                "p",
                "The second window is for a screen on this device, and follows the fight. The code is for the players’ "
                "phones: it shows this moment and does not follow.",
                class_="hint",
            ),
            tag("h3", "What they see"),
            *(render_setting(option, chosen.get(option.key, option.default)) for option in PLAYERS_SETTINGS),
        ),
        under="Who acts, who is next, and the order, without hidden combatants and notes",
    )
