"""Templates on this device: fights to begin again and again, each kept as the journal of one that was only set up."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.errands import Fetch
from app.fight import Fight
from app.intents import library as i
from app.intents.library import TemplateIntent
from app.keeping import words
from app.keeping.exporting import kept_of
from app.keeping.kept import Change, Changes
from app.keeping.notices import Notice, Way
from app.keeping.reading import read_journal
from app.keeping.shelf import Shelf
from app.outcome import Outcome
from app.state import PageState
from engine.errors import Refused
from engine.session import Session
from engine.systems.protocol import TurnSystem, system_of
from engine.templates import begin, start_again, template_of

MOST_TEMPLATES = 200


class Templates:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf) -> None:
        self._systems = systems
        self._shelf = shelf

    async def do(self, intent: TemplateIntent, state: PageState) -> Outcome:
        """Keep a template, or begin a fight. Raises Refused, Malformed and NotKept, with nothing changed."""
        if state.saving.unexported:
            raise Refused("unexported", words.EXPORT_FIRST)
        fight = state.fight
        match intent:
            case i.KeepTemplate():
                return await self._keep(fight) if fight else Outcome()
            case i.BeginTemplate(key):
                return await self._begin(self._whole_set_up(await self._read(key)), words.BEGUN)
            case i.StartAgain():
                return await self._begin(start_again(fight.session), words.AGAIN) if fight else Outcome()
            case i.TemplateSwap(old, new):
                change = {old: Change(deleted=0), new: Change(deleted=self._shelf.now())}
                await self._shelf.commit(Changes(change=change))
                return Outcome(saved=await self._shelf.encounters())
            case _:
                assert_never(intent)

    async def _keep(self, fight: Fight) -> Outcome:
        """Keep how the fight would begin, in place of the template of the same name and rules if there is one."""
        encounter = fight.encounter
        if not (encounter.combatants or encounter.wings):
            raise Refused("nobody", words.NOBODY_TO_KEEP)
        new = kept_of(self._shelf.new_key(), self._whole_set_up(fight.session), self._shelf.now())
        there = [it for it in await self._shelf.encounters() if it.template and not it.deleted]
        old = next((it for it in there if (it.system, it.name) == (new.system, new.name)), None)
        if old is None and len(there) >= MOST_TEMPLATES:
            raise Refused("too_many", words.too_many_templates(MOST_TEMPLATES))
        removed = {old.key: Change(deleted=self._shelf.now())} if old else {}
        await self._shelf.commit(Changes(put=(replace(new, template=True),), change=removed))
        said = words.template_kept(new.name, old is not None)
        way = i.TemplateSwap(old.key, new.key) if old else i.Delete(new.key)
        return Outcome(undo=Notice(said, (Way("Undo", way),)), saved=await self._shelf.encounters())

    async def _read(self, key: str) -> Session:
        """Return the fight that a template sets up. Raises Refused where this version cannot read all of it."""
        journal = await self._shelf.journal(key)
        reading = read_journal(journal.records, self._systems)
        if journal.newer or reading.newer:
            raise Refused("newer", words.NEWER_TEMPLATE)
        if reading.wrong or words.found(journal) or not reading.count:
            raise Refused("unreadable", words.UNREADABLE_TEMPLATE)
        return reading.session

    def _whole_set_up(self, session: Session) -> Session:
        now = session.encounter
        return begin(template_of(now, system_of(now.system, self._systems).at(now)), self._systems)

    async def _begin(self, session: Session, said: str) -> Outcome:
        """Keep a new fight, and have it opened."""
        new = kept_of(self._shelf.new_key(), session, self._shelf.now())
        await self._shelf.commit(Changes(put=(new,)))
        saved = await self._shelf.encounters()
        return Outcome(closes=True, toast=said, saved=saved, errands=(Fetch(new.key),))
