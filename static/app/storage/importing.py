"""Taking in a file: look at it first, whole, and change something only when the game master has seen what is in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from hashlib import sha256

from app.storage import messages
from app.storage.exporting import kept_of
from app.storage.file_format import Bundle, WhyNotShown, decode_bundle
from app.storage.list_entry import entry_of
from app.storage.quarantine import encounter_of, looks_like_rows, read_rows
from app.storage.repository import Shelf, check_made, check_party
from app.storage.rosters import Roster, read_roster
from app.storage.rule_sets import looks_like_rules, rules_of_text
from app.values.saved import Member, SavedRuleSet, StoreChanges, StoredFight
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave, Malformed, Refused
from turntrack.history.session import Session
from turntrack.history.templates import begin
from turntrack.saves import checked_dispatch
from turntrack.saves.records import decode_record
from turntrack.saves.templates import decode_template
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.rule_set import RuleSet

LONG = 200_000
"""Characters that take so long to read that the page must say so."""

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Listed:
    """This is a list of combatants from elsewhere, read for one system."""

    roster: Roster
    system: TurnSystem


@dataclass(frozen=True, slots=True)
class Ruled:
    """These are rules that a table has made, from a file or a link."""

    rules: RuleSet
    known: str = ""
    """The key of rules that are here already, just so."""


@dataclass(frozen=True, slots=True)
class Compared:
    """This is a file's content beside what is here."""

    bundle: Bundle
    new: tuple[StoredFight, ...]
    same: tuple[StoredFight, ...]
    differing: tuple[StoredFight, ...]
    party: tuple[Member, ...]
    """Those that are not here already, just so; under a free key."""
    made: tuple[SavedRuleSet, ...] = ()
    """Rules that are not here already, just so; under a free key."""
    note: str = ""
    """What could not be taken into it."""


class Importing:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf, why_not_shown: WhyNotShown) -> None:
        self._systems = systems
        self._shelf = shelf
        self._why_not_shown = why_not_shown

    async def look_at(self, text: str, system: TurnSystem | None) -> Compared | Listed | Ruled:
        """Read it whole, as whatever it is; lists of combatants for these rules, if there are any. Raises Malformed."""
        if not text.strip():
            raise BadSave("There is nothing in it.")
        if looks_like_rows(text):
            rows = read_rows(text)
            journal = await self._shelf.journal(rows.key)
            found = encounter_of(rows.rows, journal.records, self._systems)
            return await self._compare(Bundle((found.kept,)), found.note)
        if is_template(text):
            return await self._compare(Bundle((self._read_template(text),)))
        if looks_like_rules(text):
            rules = rules_of_text(text)
            here = (each.key for each in await self._shelf.made() if not each.gone and each.rules == rules)
            return Ruled(rules, next(here, ""))
        if looks_like_ours(text):
            return await self._compare(decode_bundle(text, self._systems, self._why_not_shown))
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
        return min(readings, key=lambda reading: len(reading.roster.notes))

    def _read_template(self, text: str) -> StoredFight:
        """Read a template as the fight that it sets up. Raises BadSave and Refused."""
        session = begin(decode_template(text.removeprefix("\ufeff")), self._systems)
        # The same file gives the same key, so that bringing it in twice is noticed.
        key = sha256(text.strip().encode()).hexdigest()[:24]
        kept = replace(kept_of(key, session, self._shelf.now()), template=True)
        why = self._why_not_shown(session, system_of(kept.system, self._systems))
        if why:
            raise BadSave(f"The fight that it sets up cannot be shown here. {why}")
        return kept

    def read_for(self, text: str, key: str, open_one: TurnSystem | None) -> Listed:
        """Read a list of combatants for another system; the open fight's has its own columns. Raises Malformed."""
        system = open_one if open_one and open_one.key == key else system_of(key, self._systems)
        return Listed(read_roster(text, system), system)

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
            if not any(replace(member, key=each.key) == each for each in party_here)
        )
        made_here = await self._shelf.made()
        taken = {each.key for each in made_here}
        made = tuple(
            replace(each, key=self._shelf.new_key()) if each.key in taken else each
            for each in bundle.made
            if not any(each.rules == one.rules and not one.gone for one in made_here)
        )
        return Compared(bundle, tuple(new), tuple(same), tuple(differing), party, made, note)

    async def _is_same(self, kept: StoredFight) -> bool:
        journal = await self._shelf.journal(kept.key)
        try:
            return list(map(decode_record, kept.records)) == list(map(decode_record, journal.records))
        except BadSave:
            return False

    async def take(self, compared: Compared, replacing: bool, but_not: str) -> str:
        """Bring it in, in one go; returns what to say. ``but_not`` is the open encounter: it is never replaced."""
        if replacing and any(kept.key == but_not for kept in compared.differing):
            raise Refused("is_open", messages.IS_OPEN)
        taken = list(compared.new)
        move = []
        for kept in compared.differing:
            if replacing:
                move.append((kept.key, self._shelf.new_key()))
                taken.append(kept)
            else:
                taken.append(replace(kept, key=self._shelf.new_key()))
        await check_party(self._shelf, compared.party)
        await check_made(self._shelf, compared.made)
        party = tuple(replace(it, at=self._shelf.now() + place) for place, it in enumerate(compared.party))
        await self._shelf.commit(StoreChanges(move=tuple(move), put=tuple(taken), party=party, made=compared.made))
        return messages.brought_in(len(taken), bool(move), len(compared.party), len(compared.made))

    async def keep_rules(self, ruled: Ruled) -> str:
        """Keep the rules; returns what to say. Raises Refused and NotKept."""
        if ruled.known:
            return messages.rules_known(ruled.rules.name)
        made = SavedRuleSet(self._shelf.new_key(), ruled.rules)
        await check_made(self._shelf, (made,))
        await self._shelf.commit(StoreChanges(made=(made,)))
        return messages.rules_kept(ruled.rules.name)

    async def into_party(self, listed: Listed) -> str:
        """Keep everybody of the list in the party; returns what to say. Raises Refused and NotKept."""
        members = tuple(
            Member(self._shelf.new_key(), listed.system.key, replace(command, count=1), at=self._shelf.now() + place)
            for place, command in enumerate(listed.roster.members)
        )
        await check_party(self._shelf, members)
        await self._shelf.commit(StoreChanges(party=members))
        several = [f"“{command.name}” ({command.count})" for command in listed.roster.members if command.count > 1]
        said = [messages.into_party(len(members))]
        if several:
            said.append(messages.once_each(several[:SHOWN], max(0, len(several) - SHOWN)))
        return " ".join(said)

    async def into_new(self, listed: Listed) -> str:
        """Make an encounter of its own; the engine decides each step: what it refuses is not taken. Raises Refused."""
        session = Session(self._systems)
        dice = seeded_dice(0)  # adding combatants before the first round throws none
        name = listed.roster.name or "From a table"
        steps: tuple[c.Command, ...] = (c.MakeEncounter(name, listed.system.key), c.AddAll(listed.roster.members))
        records = tuple(checked_dispatch.dispatch(session, seq, command, dice) for seq, command in enumerate(steps, 1))
        now = session.encounter
        left = entry_of(session, listed.system).left
        kept = StoredFight(
            self._shelf.new_key(), now.name, now.system, len(now.combatants), self._shelf.now(), False, records, left
        )
        await self._shelf.commit(StoreChanges(put=(kept,)))
        return messages.in_list(now.name)


def is_template(text: str) -> bool:
    """Say whether it is a template of Turntrack's by its beginning, whatever else is wrong with it."""
    begun = text.lstrip().removeprefix("\ufeff").lstrip()
    return re.match(r'\{\s*"kind"\s*:\s*"turntrack-template"', begun) is not None


def looks_like_ours(text: str) -> bool:
    """Say whether it is a file of Turntrack's, whole or not, in whatever order: then it is read as nothing else."""
    return re.search(r'"kind"\s*:\s*"turntrack-', text) is not None
