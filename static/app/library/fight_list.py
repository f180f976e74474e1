"""The list of fights: open, rename, duplicate, archive, delete and purge an entry."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import library as i
from app.intents.library import ListChange, ListIntent
from app.library.party import PartyTasks
from app.library.templates import Templates
from app.page.library import Outcome, PurgeDialog, SavedFightDialog
from app.storage import messages
from app.storage.journal import read_journal
from app.storage.protocols import JournalWriter
from app.storage.repository import Repository, removal
from app.storage.save_status import offer_undo
from app.values.fight_names import name_of
from app.values.stored import EntryChange, SavedFight, StoreChanges, StoredFight
from turntrack.core import commands as c
from turntrack.core.dice import cryptographic_dice
from turntrack.core.errors import Refused
from turntrack.systems.protocol import TurnSystem, system_of


class ListTasks:
    """Runs the intents about an entry of the list."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        repository: Repository,
        journal_writer: JournalWriter,
        party: PartyTasks,
        templates: Templates,
    ) -> None:
        self._systems = systems
        self._repository = repository
        self._journal_writer = journal_writer
        self._party = party
        self._templates = templates

    async def do(self, intent: ListIntent, entry: SavedFight, fight: Fight | None) -> Outcome:
        """Run one intent. Raises Refused, Malformed and NotStored; then nothing has changed."""
        match intent:
            case i.OpenListed():
                opens = await self._templates.open(entry, fight) if entry.template else SavedFightDialog(entry)
                return Outcome(opens=opens)
            case i.Purge():
                return Outcome(opens=PurgeDialog(entry))
            case _:
                await self._change(intent, entry)
        undo = offer_undo(messages.deleted(entry.name), i.Undelete(entry.key))
        saved = await self._repository.encounters()
        return Outcome(closes=True, undo=undo if isinstance(intent, i.Delete) else None, saved=saved)

    async def _change(self, intent: ListChange, entry: SavedFight) -> None:
        key = entry.key
        match intent:
            case i.RenameListed(_, name):
                await self._rename(entry, name)
            case i.DuplicateListed():
                records = (await self._repository.read_journal(key)).records
                new = self._repository.new_key()
                now = self._repository.now()
                # The fight that was played tells how its members stand, not its copy.
                left = replace(entry.left, members=()) if entry.left else None
                copy = StoredFight(
                    new, entry.name, entry.system, entry.combatants, now, False, records, left, entry.template,
                    campaign=entry.campaign,
                )  # fmt: skip
                await self._repository.commit(StoreChanges(put=(copy,)))
            case i.Archive():
                await self._repository.commit(StoreChanges(change={key: EntryChange(archived=True)}))
            case i.Unarchive():
                await self._repository.commit(StoreChanges(change={key: EntryChange(archived=False)}))
            case i.Delete():
                # What the fight has left of its members must outlast it.
                party = tuple(member for member in await self._party.read(None) if member.fight == key)
                await self._repository.commit(StoreChanges(change={key: removal(self._repository)}, party=party))
            case i.Undelete():
                await self._repository.commit(StoreChanges(change={key: EntryChange(deleted=0)}))
            case i.MoveToCampaign(_, campaign):
                await self._repository.commit(StoreChanges(change={key: EntryChange(campaign=campaign)}))
            case i.PurgeNow():
                await self._repository.commit(StoreChanges(purge=(key,)))
            case _:
                assert_never(intent)

    async def _rename(self, entry: SavedFight, name: str) -> None:
        """Rename an encounter by a command, which is a step of the fight and can be undone."""
        # Repairs are left to opening the fight, which reports them.
        journal = await self._repository.read_journal(entry.key)
        reading = read_journal(journal.records, self._systems)
        if reading.wrong or messages.repair_news(journal):
            raise Refused("unreadable", messages.UNREADABLE)
        await self._repository.open_journal(entry.key)
        system = system_of(entry.system, self._systems)
        # A renamed fight has not been played: the party stands as later fights and rests have left it.
        fight = Fight(entry.key, reading.session, system, self._journal_writer, reading.count, played=entry.played)
        fight.dispatch(c.RenameEncounter(name), cryptographic_dice())
        await self._repository.commit(StoreChanges(change={entry.key: EntryChange(name=name_of(fight.encounter))}))
