"""Taking in a file: look at it first, whole, and change something only when the game master has seen what is in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.keeping import words
from app.keeping.asides import encounter_of, looks_like_rows, read_rows
from app.keeping.files import Bundle, WhyNotShown, decode_bundle
from app.keeping.kept import Changes, Kept, Member
from app.keeping.rosters import Roster, read_roster
from app.keeping.shelf import Shelf, check_party
from engine import commands as c
from engine import keeping
from engine.dice import seeded_dice
from engine.errors import BadSave, Malformed, Refused
from engine.saves.records import decode_record
from engine.session import Session
from engine.systems.protocol import TurnSystem, system_of

LONG = 200_000
"""Characters that take so long to read that the page must say so."""

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Busy:
    """It takes a while; so much is said of it meanwhile."""

    words: str


@dataclass(frozen=True, slots=True)
class Unread:
    """Nothing was found yet in this text."""

    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of combatants from elsewhere, read for one system."""

    roster: Roster
    system: TurnSystem


@dataclass(frozen=True, slots=True)
class Compared:
    """A file's content beside what is here."""

    bundle: Bundle
    new: tuple[Kept, ...]
    same: tuple[Kept, ...]
    differing: tuple[Kept, ...]
    party: tuple[Member, ...]
    """Those that are not here already, just so; under a free key."""
    note: str = ""
    """What could not be taken into it."""


type Seen = Busy | Unread | Listed | Compared
"""What there is to be seen of a text."""


class Importing:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf, why_not_shown: WhyNotShown) -> None:
        self._systems = systems
        self._shelf = shelf
        self._why_not_shown = why_not_shown
        self.forget()

    def forget(self) -> None:
        self._busy = self._text = ""
        self._compared: Compared | None = None
        self._listed: Listed | None = None

    @property
    def seen(self) -> Seen:
        """What there is to be seen now."""
        if self._busy:
            return Busy(self._busy)
        return self._compared or self._listed or Unread(self._text)

    @property
    def has_found(self) -> bool:
        """Whether what a text holds is on the screen."""
        return self._compared is not None or self._listed is not None

    def begin(self, words: str, text: str) -> bool:
        """Show these words while the text is dealt with (an empty one: what was read before), unless it is short."""
        if len(text or self._text) < LONG:
            return False
        self._busy = words
        return True

    def end(self) -> None:
        """What was begun is done, or has failed."""
        self._busy = ""

    async def look_at(self, text: str, system: TurnSystem | None) -> None:
        """Read it whole, as whatever it is; lists of combatants for these rules, if there are any. Raises Malformed."""
        self.forget()
        self._text = text
        if not text.strip():
            raise BadSave("There is nothing in it.")
        if looks_like_rows(text):
            rows = read_rows(text)
            here = await self._shelf.journal(rows.key)
            found = encounter_of(rows.rows, here.records, self._systems)
            self._compared = await self._compare(Bundle((found.kept,)), found.note)
            return
        if looks_like_ours(text):
            self._compared = await self._compare(decode_bundle(text, self._systems, self._why_not_shown))
            return
        # Of several, the first that know its columns best.
        readings: list[Listed] = []
        problem: Malformed | None = None
        for each in (system,) if system else self._systems:
            try:
                readings.append(Listed(read_roster(text, each), each))
            except Malformed as error:
                problem = problem or error
        if not readings:
            raise problem or BadSave("This cannot be read.")
        self._listed = min(readings, key=lambda reading: len(reading.roster.notes))

    def read_for(self, key: str) -> None:
        """Read the list of combatants for another system. Raises Malformed."""
        system = system_of(key, self._systems)
        self._listed = Listed(read_roster(self._text, system), system)

    async def _compare(self, bundle: Bundle, note: str = "") -> Compared:
        here = {fight.key: fight for fight in await self._shelf.encounters()}
        new, same, differing = [], [], []
        for kept in bundle.encounters:
            if kept.key not in here:
                new.append(kept)
            elif here[kept.key].deleted:
                new.append(replace(kept, key=self._shelf.new_key()))
            elif await self._is_same(kept):
                same.append(kept)
            else:
                differing.append(kept)
        party_here = await self._shelf.party()
        keys = {member.key for member in (*party_here, *(one.member for one in await self._shelf.removed()))}
        party = tuple(
            replace(member, key=self._shelf.new_key()) if member.key in keys else member
            for member in bundle.party
            if not any((member.system, member.command) == (each.system, each.command) for each in party_here)
        )
        return Compared(bundle, tuple(new), tuple(same), tuple(differing), party, note)

    async def _is_same(self, kept: Kept) -> bool:
        journal = await self._shelf.journal(kept.key)
        try:
            return list(map(decode_record, kept.records)) == list(map(decode_record, journal.records))
        except BadSave:
            return False

    async def take(self, replacing: bool, but_not: str) -> str:
        """Bring it in, in one go; returns what to say. ``but_not`` is the open encounter: it is never replaced."""
        compared = self._compared
        if compared is None:
            raise Refused("nothing", words.NOTHING_TO_BRING_IN)
        if replacing and any(kept.key == but_not for kept in compared.differing):
            raise Refused("is_open", words.IS_OPEN)
        taken = list(compared.new)
        move = []
        for kept in compared.differing:
            if replacing:
                move.append((kept.key, self._shelf.new_key()))
                taken.append(kept)
            else:
                taken.append(replace(kept, key=self._shelf.new_key()))
        await check_party(self._shelf, compared.party)
        await self._shelf.commit(Changes(move=tuple(move), put=tuple(taken), party=compared.party))
        return words.brought_in(len(taken), bool(move), len(compared.party))

    async def into_party(self) -> str:
        """Keep everybody of the list in the party; returns what to say. Raises Refused and NotKept."""
        listed = self._the_list()
        members = tuple(
            Member(self._shelf.new_key(), listed.system.key, replace(command, count=1))
            for command in listed.roster.members
        )
        await check_party(self._shelf, members)
        await self._shelf.commit(Changes(party=members))
        several = [f"“{command.name}” ({command.count})" for command in listed.roster.members if command.count > 1]
        said = [words.into_party(len(members))]
        if several:
            said.append(words.once_each(several[:SHOWN], max(0, len(several) - SHOWN)))
        return " ".join(said)

    async def into_new(self) -> str:
        """An encounter of its own; the engine decides each step, so what it refuses is not taken. Raises Refused."""
        listed = self._the_list()
        session = Session(self._systems)
        dice = seeded_dice(0)  # adding combatants before the first round throws none
        name = listed.roster.name or "From a table"
        steps: tuple[c.Command, ...] = (c.MakeEncounter(name, listed.system.key), *listed.roster.members)
        records = tuple(keeping.dispatch(session, seq, command, dice) for seq, command in enumerate(steps, 1))
        now = session.encounter
        kept = Kept(self._shelf.new_key(), now.name, now.system, len(now.combatants), self._shelf.now(), False, records)
        await self._shelf.commit(Changes(put=(kept,)))
        return words.in_list(now.name)

    def commands(self) -> tuple[c.AddCombatant, ...]:
        """What brings everybody of the list into a fight."""
        return self._listed.roster.members if self._listed else ()

    def _the_list(self) -> Listed:
        if self._listed is None:
            raise Refused("nothing", words.NOTHING_TO_BRING_IN)
        return self._listed


def looks_like_ours(text: str) -> bool:
    """Whether it is a file of Turntrack's, whole or not, in whatever order: then it is read as nothing else."""
    return re.search(r'"kind"\s*:\s*"turntrack-', text) is not None
