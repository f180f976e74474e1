"""Taking in a file: look at it first, whole, and change something only when the game master has seen what is in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.asides import encounter_of, looks_like_rows, read_rows
from app.bundle import Bundle, Kept, Member, decode_bundle
from app.fight import Fight
from app.intents.asked import Values
from app.markup import Html
from app.render.files import render_busy, render_import, render_preview, render_roster
from app.rosters import Roster, read_roster
from app.shelf import Changes, Shelf, check_party
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
class Compared:
    """A file's content beside what is here."""

    bundle: Bundle
    new: tuple[Kept, ...]
    same: tuple[Kept, ...]
    differing: tuple[Kept, ...]
    party: tuple[Member, ...]
    """Those that are not here already, just so; under a free key."""


class Importing:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf) -> None:
        self._systems = systems
        self._shelf = shelf
        self.forget()

    def forget(self) -> None:
        self._busy = ""
        self._text = self._note = ""
        self._compared: Compared | None = None
        self._roster: Roster | None = None
        self._system: TurnSystem = self._systems[0]

    @property
    def has_found(self) -> bool:
        """Whether what a text holds is on the screen."""
        return self._compared is not None or self._roster is not None

    def begin(self, words: str, text: str) -> bool:
        """Show these words while the text is dealt with (an empty one: what was read before), unless it is short."""
        if len(text or self._text) < LONG:
            return False
        self._busy = words
        return True

    def end(self) -> None:
        """What was begun is done, or has failed."""
        self._busy = ""

    async def look_at(self, text: str, fight: Fight | None) -> None:
        """Read it whole, as whatever it is. Raises Malformed."""
        self.forget()
        self._text = text
        if not text.strip():
            raise BadSave("There is nothing in it.")
        if looks_like_rows(text):
            rows = read_rows(text)
            here = await self._shelf.journal(rows[0].key)
            found = encounter_of(rows, here.records, self._systems)
            self._note = found.note
            self._compared = await self._compare(Bundle((found.kept,)))
            return
        if looks_like_ours(text):
            self._compared = await self._compare(decode_bundle(text, self._systems))
            return
        # The open fight's rules first, then the first that know its columns best.
        candidates = [fight.system] if fight else list(self._systems)
        readings: list[tuple[int, TurnSystem, Roster]] = []
        problem: Malformed | None = None
        for system in candidates:
            try:
                roster = read_roster(text, system)
                readings.append((len(roster.notes), system, roster))
            except Malformed as error:
                problem = problem or error
        if not readings:
            raise problem or BadSave("This cannot be read.")
        _, self._system, self._roster = min(readings, key=lambda reading: reading[0])

    def read_for(self, key: str) -> None:
        """Read the list of combatants for another system. Raises Malformed."""
        system = system_of(key, self._systems)
        self._roster = read_roster(self._text, system)
        self._system = system

    async def _compare(self, bundle: Bundle) -> Compared:
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
        return Compared(bundle, tuple(new), tuple(same), tuple(differing), party)

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
            raise Refused("nothing", "There is nothing to bring in.")
        if replacing and any(kept.key == but_not for kept in compared.differing):
            raise Refused("is_open", "The fight that is open cannot be replaced: go to the list of encounters first.")
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
        said = [f"{len(taken)} encounter{'s' * (len(taken) != 1)} brought in."] if taken else []
        if move:
            said.append("What was here is in the archive.")
        if compared.party:
            said.append(f"{len(compared.party)} more in the party.")
        return " ".join(said) or "Everything in it was here already."

    async def into_party(self) -> str:
        members = tuple(
            Member(self._shelf.new_key(), self._system.key, replace(command, count=1)) for command in self.commands()
        )
        await check_party(self._shelf, members)
        await self._shelf.commit(Changes(party=members))
        several = [f"“{command.name}” ({command.count})" for command in self.commands() if command.count > 1]
        said = f"{len(members)} more in the party."
        if several:
            names = ", ".join(several[:SHOWN]) + (f" and {len(several) - SHOWN} more" if len(several) > SHOWN else "")
            said += f" The party has everybody once: {names} became one each."
        return said

    async def into_new(self) -> str:
        """An encounter of its own; the engine decides each step, so what it refuses is not taken. Raises Refused."""
        session = Session(self._systems)
        dice = seeded_dice(0)  # adding combatants before the first round throws none
        name = (self._roster.name if self._roster else "") or "From a table"
        steps: tuple[c.Command, ...] = (c.MakeEncounter(name, self._system.key), *self.commands())
        records = tuple(keeping.dispatch(session, seq, command, dice) for seq, command in enumerate(steps, 1))
        now = session.encounter
        kept = Kept(self._shelf.new_key(), now.name, now.system, len(now.combatants), self._shelf.now(), False, records)
        await self._shelf.commit(Changes(put=(kept,)))
        return f"“{now.name}” is in the list."

    def commands(self) -> tuple[c.AddCombatant, ...]:
        return self._roster.members if self._roster else ()

    def render(self, error: str, fight: Fight | None, typed: Values) -> Html:
        compared = self._compared
        if self._busy:
            return render_busy(self._busy)
        if compared:
            return render_preview(
                tuple(self._said(kept) for kept in compared.new),
                tuple(self._said(kept) for kept in compared.same),
                tuple(self._said(kept) for kept in compared.differing),
                tuple(f"{member.command.name}, {self._title(member.system)}" for member in compared.party),
                compared.bundle.unshown,
                compared.bundle.is_whole,
                error,
                self._note,
            )
        if self._roster:
            fits = fight is not None and fight.system.key == self._system.key
            return render_roster(self._roster, self._system, self._systems, fits, error)
        return render_import(error, str(typed.get("text", self._text[:10_000])))

    def _said(self, kept: Kept) -> str:
        return f"{kept.name}: {self._title(kept.system)}, {kept.combatants} combatants, {len(kept.records)} steps"

    def _title(self, key: str) -> str:
        return next((system.title for system in self._systems if system.key == key), key)


def looks_like_ours(text: str) -> bool:
    """Whether it is a file of Turntrack's, whole or not, in whatever order: then it is read as nothing else."""
    return re.search(r'"kind"\s*:\s*"turntrack-', text) is not None
