"""Fight templates, each stored as the journal of a fight that is only set up; and the next fight of an evening."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import library as i
from app.intents.library import PartyState, TemplateIntent
from app.library.party import keep_known_fields
from app.page.library import NextFightDialog, Outcome, SavedFightDialog, TemplateDialog
from app.page.state import PageState
from app.storage import messages
from app.storage.export_writer import stored_encounter_of
from app.storage.journal import read_journal
from app.storage.list_entry import origin_of
from app.storage.party_standings import members_here
from app.storage.repository import Repository, removal
from app.storage.save_status import offer_undo
from app.ui.templates import template_view
from app.values.effects import FetchFight
from app.values.fight_names import UNNAMED, name_of
from app.values.stored import (
    EntryChange,
    Key,
    PartyMember,
    SavedFight,
    StoreChanges,
    inherited_words,
    missing_members,
    party_ids,
    templates_in_order,
)
from turntrack.core.commands import Act, AddCombatant, ChooseOption, KeepFightCounter
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_NAME, required_text
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.history.templates import SetUp, Template, after_rest, begin, command_to_carry, start_again, template_of
from turntrack.systems.protocol import TurnSystem, system_of

MOST_TEMPLATES = 200


class Templates:
    """Handler of the templates' intents."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._systems = systems
        self._repository = repository

    async def do(self, intent: TemplateIntent, state: PageState) -> Outcome:
        """Save a template or start a fight. Raises Refused, Malformed and NotStored; then nothing has changed."""
        # A new fight takes the place of the one on the page, with steps that are nowhere else.
        if state.saving.unexported:
            raise Refused("unexported", messages.EXPORT_FIRST)
        fight = state.fight
        match intent:
            case i.TemplateButton.ASK_TEMPLATE_NAME:
                return await self._ask(fight) if fight else Outcome()
            case i.SaveTemplate():
                return await self._save(fight, intent) if fight else Outcome()
            case i.BeginTemplate(key):
                return await self._begin_template(key, fight, is_alone=False)
            case i.BeginTemplateAlone(key):
                return await self._begin_template(key, fight, is_alone=True)
            case i.TemplateEarlier(key):
                return await self._move(key, -1, fight)
            case i.TemplateLater(key):
                return await self._move(key, 1, fight)
            case i.OpenNextFight(way):
                return await self._ask_next(fight, way) if fight else Outcome()
            case i.BeginNextFight(key, way):
                return await self._begin_next(fight, key, way) if fight else Outcome()
            case i.TemplateButton.START_AGAIN:
                return await self._begin(start_again(fight.session), messages.AGAIN) if fight else Outcome()
            case i.RevertTemplate(old, new):
                change = {old: EntryChange(deleted=0), new: removal(self._repository)}
                await self._repository.commit(StoreChanges(change=change))
                return Outcome(saved=await self._repository.encounters())
            case _:
                assert_never(intent)

    async def _ask(self, fight: Fight) -> Outcome:
        """Open the dialog, with a name that no other template has."""
        if not (fight.encounter.combatants or fight.encounter.wings):
            raise Refused("nobody", messages.NOBODY_TO_KEEP)
        there = await self._there()
        own = _own(there, fight)
        taken = {template.name.casefold() for template in there}
        name = own.name if own else _free_name(name_of(fight.encounter), taken)
        return Outcome(opens=TemplateDialog(name, own))

    async def _save(self, fight: Fight, intent: i.SaveTemplate) -> Outcome:
        """Save the fight's setup as a template.

        Only the template that started the fight may be replaced, if the user asks.
        """
        name = required_text("The name", intent.form.get("name", ""))
        there = await self._there()
        own = _own(there, fight)
        old = own if own and intent.form.get("instead") is True and own.key == intent.own else None
        known = next(
            (template.name for template in there if template.name.casefold() == name.casefold() and template != old),
            None,
        )
        if known is not None:
            raise Refused("known", messages.template_known(known))
        if old is None and len(there) >= MOST_TEMPLATES:
            raise Refused("too_many", messages.too_many_templates(MOST_TEMPLATES))
        session = self._whole_set_up(fight.session, name, fight.key)
        new = replace(
            stored_encounter_of(self._repository.new_key(), session, self._repository.now()),
            template=True,
            place=old.place if old else 0,
            campaign=(await self._repository.campaigns()).current_key,
        )
        removed = {old.key: removal(self._repository)} if old else {}
        await self._repository.commit(StoreChanges(put=(new,), change=removed))
        said = messages.template_saved(new.name, old.name if old else "")
        way = i.RevertTemplate(old.key, new.key) if old else i.Delete(new.key)
        return Outcome(closes=True, undo=offer_undo(said, way), saved=await self._repository.encounters())

    async def open(self, template: SavedFight, fight: Fight | None) -> SavedFightDialog:
        """Return the dialog of a template, with its content if all of it can be read."""
        try:
            encounter = (await self._read(template.key)).encounter
        except Refused:
            return SavedFightDialog(template)
        system = system_of(encounter.system, self._systems).at(encounter)
        keys = [each.key for each in await self._there()]
        missing = missing_members(await self._members(fight), encounter)
        ends = template.key == keys[0], template.key == keys[-1]
        return SavedFightDialog(template, template_view(encounter, system, bool(missing), *ends))

    async def _move(self, key: str, by: int, fight: Fight | None) -> Outcome:
        """Move a template in the list, and show it again."""
        there = list(await self._there())
        at = next((place for place, template in enumerate(there) if template.key == key), None)
        if at is None:
            raise Refused("gone", messages.GONE)
        there.insert(max(0, at + by), there.pop(at))
        # All get a place: those that were never moved have 0, and would come first.
        places = {template.key: EntryChange(place=place) for place, template in enumerate(there, 1)}
        await self._repository.commit(StoreChanges(change=places))
        moved = next(template for template in await self._there() if template.key == key)
        return Outcome(opens=await self.open(moved, fight), saved=await self._repository.encounters())

    async def _there(self) -> tuple[SavedFight, ...]:
        return templates_in_order(await self._here())

    async def _here(self) -> tuple[SavedFight, ...]:
        """Return the fights and templates of the current campaign."""
        return (await self._repository.campaigns()).here(await self._repository.encounters())

    async def _read(self, key: str) -> Session:
        """Return the fight that a template sets up. Raises Refused if this version cannot read all of it."""
        journal = await self._repository.read_journal(key)
        reading = read_journal(journal.records, self._systems)
        if journal.newer or reading.newer:
            raise Refused("newer", messages.NEWER_TEMPLATE)
        if reading.wrong or messages.repair_news(journal) or not reading.count:
            raise Refused("unreadable", messages.UNREADABLE_TEMPLATE)
        return reading.session

    def _whole_set_up(self, session: Session, name: str, origin: str) -> Session:
        return begin(self._template_of(session, name), self._systems, origin)

    def _template_of(self, session: Session, name: str = "") -> Template:
        now = session.encounter
        return template_of(now, system_of(now.system, self._systems).at(now), name)

    async def _begin_template(self, key: str, fight: Fight | None, *, is_alone: bool) -> Outcome:
        encounter = (await self._read(key)).encounter
        system = system_of(encounter.system, self._systems).at(encounter)
        members = await self._members(fight)
        template = _with_members_as_they_stand(template_of(encounter, system), members)
        if not is_alone:
            missing = missing_members(members, encounter)
            party = tuple(keep_known_fields(member.command_to_join(), system.fields) for member in missing)
            template = _with_party(template, party)
        words = inherited_words(system, await self._here())
        return await self._begin(begin(template, self._systems, key, words), messages.BEGUN)

    async def _members(self, fight: Fight | None) -> tuple[PartyMember, ...]:
        return await members_here(self._repository, self._systems, fight)

    async def _ask_next(self, fight: Fight, state: PartyState) -> Outcome:
        """Open the dialog of the next fight."""
        standing = _commands_of_party(fight.encounter, fight.system, has_rested=False)
        rested = _commands_of_party(fight.encounter, fight.system, has_rested=True)
        party = rested if state is PartyState.RESTED else standing
        title = fight.system.title if fight.system.own_rules(fight.encounter) else ""
        templates = tuple(
            template
            for template in await self._there()
            if template.system == fight.system.key and (template.left.rules if template.left else "") == title
        )
        return Outcome(opens=NextFightDialog(party, state, standing != rested, templates))

    async def _begin_next(self, fight: Fight, key: str, state: PartyState) -> Outcome:
        template = self._template_of(await self._read(key)) if key else None
        party = _commands_of_party(fight.encounter, fight.system, state is PartyState.RESTED)
        session = next_fight(fight.encounter, fight.system, party, template, self._systems, key)
        return await self._begin(session, messages.NEXT_BEGUN)

    async def _begin(self, session: Session, said: str) -> Outcome:
        """Store a new fight and open it."""
        new = replace(
            stored_encounter_of(self._repository.new_key(), session, self._repository.now()),
            campaign=(await self._repository.campaigns()).current_key,
        )
        await self._repository.commit(StoreChanges(put=(new,)))
        saved = await self._repository.encounters()
        return Outcome(closes=True, toast=said, saved=saved, effects=(FetchFight(new.key),))


def _own(there: Sequence[SavedFight], fight: Fight) -> SavedFight | None:
    """Return the template that started the fight, or else the last one saved from it."""
    begun_from = origin_of(fight.session)
    saved_from = (template for template in there if template.left and template.left.origin == fight.key)
    return next((template for template in there if begun_from and template.key == begun_from), None) or next(
        saved_from, None
    )


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it is taken."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name[: LONGEST_NAME - len(f' ({number})')]} ({number})"
    return free


def _commands_of_party(encounter: Encounter, system: TurnSystem, has_rested: bool) -> tuple[AddCombatant, ...]:
    """Return the commands that add the party of this fight to the next one: as it stands, or rested."""
    commands = (command_to_carry(encounter, combatant_id, system) for combatant_id in party_ids(encounter))
    return tuple(after_rest(command) if has_rested else command for command in commands)


def next_fight(
    encounter: Encounter,
    system: TurnSystem,
    party: tuple[AddCombatant, ...],
    template: Template | None,
    systems: tuple[TurnSystem, ...],
    origin: Key,
) -> Session:
    """Return a new fight with the rules and the options of this one. Raises Refused if it cannot be made.

    ``template`` gives its name, its combatants except those of the party, and what is planned in it.
    """
    rules = (command for command in template_of(encounter, system).commands if isinstance(command, Act | ChooseOption))
    added = _commands_besides_party(party, template.commands) if template else ()
    planned = {command.counter.name for command in added if isinstance(command, KeepFightCounter)}
    # Fear and Momentum outlast a fight; what rounds give begins anew.
    counted = (
        KeepFightCounter(replace(counter, value=0) if counter.gains else counter)
        for counter in encounter.counters
        if counter.name not in planned
    )
    name = template.name if template else UNNAMED
    commands = (*rules, *counted, *party, *added)
    return begin(Template(name, encounter.system, commands), systems, origin, encounter.words)


def _with_party(template: Template, party: tuple[AddCombatant, ...]) -> Template:
    """Return the template with the party before its other combatants, so that the party has the first colour."""
    rules = tuple(command for command in template.commands if isinstance(command, Act | ChooseOption))
    return replace(template, commands=(*rules, *party, *_commands_besides_party(party, template.commands)))


def _commands_besides_party(party: Iterable[AddCombatant], commands: Iterable[SetUp]) -> tuple[SetUp, ...]:
    """Return those commands that add somebody or plan something, without the members of the party."""
    members = {command.member for command in party if command.member}
    return tuple(
        command
        for command in commands
        if not isinstance(command, Act | ChooseOption)
        and not (isinstance(command, AddCombatant) and command.member in members)
    )


def _with_members_as_they_stand(template: Template, members: Iterable[PartyMember]) -> Template:
    """Return the template with those of the members who are in it as they stand."""
    known = {member.identity: member for member in members}
    commands = (
        replace(known[command.member].command_to_join(), side=command.side, group=command.group)
        if isinstance(command, AddCombatant) and command.member in known and command.comes is None
        else command
        for command in template.commands
    )
    return replace(template, commands=tuple(commands))
