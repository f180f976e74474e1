"""The party and saved enemies: combatants stored on this device for other fights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import library as i
from app.intents.library import PartyIntent
from app.page.library_state import PartyDialog
from app.page.outcome import Outcome
from app.storage.markdown_log import enemy_of, member_of
from app.storage.notices import Notice, NoticeButton
from app.storage.repository import Repository, check_party
from app.values.saved import EntryChange, PartyMember, StoreChanges
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import Field, Value, read
from turntrack.core.model import Id
from turntrack.core.names import join_names, names_in_words


class PartyTasks:
    """Handler of the party's intents."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def do(self, intent: PartyIntent, fight: Fight | None) -> Outcome:
        """Change the party and show it. Raises Refused and NotStored; then nothing has changed."""
        outcome = await self._change(intent, fight)
        if isinstance(intent, i.SaveEnemy | i.BringMember | i.BringParty):
            return outcome
        dialog = PartyDialog(await self._repository.party(), await self._repository.removed_members())
        if isinstance(intent, i.RestoreMember | i.RevertMember):
            return replace(outcome, changes=dialog)
        return replace(outcome, opens=dialog)

    async def _change(self, intent: PartyIntent, fight: Fight | None) -> Outcome:
        match intent:
            case i.OpenParty():
                return Outcome()
            case i.SaveMember(combatant_id):
                return (
                    await self._keep(fight, combatant_id)
                    if fight and combatant_id in fight.encounter.everybody()
                    else Outcome()
                )
            case i.SaveSide(side):
                return await self._keep_side(fight, side) if fight else Outcome()
            case i.SaveEnemy(combatant_id):
                return (
                    await self._keep_enemy(fight, combatant_id)
                    if fight and combatant_id in fight.encounter.combatants
                    else Outcome()
                )
            case i.AddMember(key) | i.BringMember(key):
                return await self._add(key, fight) if fight else Outcome()
            case i.AddParty() | i.BringParty():
                return await self._add_all(fight) if fight else Outcome()
            case i.RemoveMember(key):
                return await self._drop(key)
            case i.RestoreMember(key):
                back = tuple(
                    removed.member for removed in await self._repository.removed_members() if removed.member.key == key
                )
                await check_party(self._repository, back)
                await self._repository.commit(
                    StoreChanges(party_change={member.key: EntryChange(deleted=0) for member in back})
                )
                return Outcome()
            case i.RevertMember(old, new):
                await self._repository.commit(
                    StoreChanges(party_change={old: EntryChange(deleted=0), new: self._removal()})
                )
                return Outcome()
            case _:
                assert_never(intent)

    async def _keep(self, fight: Fight, combatant_id: Id) -> Outcome:
        """Save a combatant as a member, in place of the one with the same name and system."""
        member = PartyMember(
            self._repository.new_key(),
            fight.system.key,
            member_of(fight.encounter.everybody()[combatant_id]),
            at=self._repository.now(),
        )
        return await self._keep_as(member, "in the party", " The party keeps them at full health, without conditions.")

    async def _keep_side(self, fight: Fight, side: str) -> Outcome:
        there = {
            member.command.name
            for member in await self._repository.party()
            if member.system == fight.system.key and not member.enemy
        }
        new = tuple(
            PartyMember(
                self._repository.new_key(), fight.system.key, member_of(combatant), at=self._repository.now() + place
            )
            for place, combatant in enumerate(fight.encounter.everybody().values())
            if combatant.side == side and combatant.name not in there
        )
        await check_party(self._repository, new)
        await self._repository.commit(StoreChanges(party=new))
        if not new:
            return Outcome()
        names = names_in_words([member.command.name for member in new])
        return Outcome(toast=f"{names} {'is' if len(new) == 1 else 'are'} in the party now.")

    async def _keep_enemy(self, fight: Fight, combatant_id: Id) -> Outcome:
        """Save a combatant as an enemy, in place of the one with the same name and system."""
        command = enemy_of(fight.encounter, combatant_id)
        member = PartyMember(
            self._repository.new_key(), fight.system.key, command, enemy=True, at=self._repository.now()
        )
        return await self._keep_as(member, "for later fights")

    async def _keep_as(self, member: PartyMember, where: str, how: str = "") -> Outcome:
        command, key = member.command, (member.system, member.enemy, member.command.name)
        there = await self._repository.party()
        known = next((member for member in there if (member.system, member.enemy, member.command.name) == key), None)
        if known and known.command == command:
            return Outcome(toast=f"{command.name} is already kept {where}, unchanged.{how}")
        if known is None:
            await check_party(self._repository, (member,))
            await self._repository.commit(StoreChanges(party=(member,)))
            return Outcome(toast=f"{command.name} is kept {where}.")
        updated = replace(member, at=known.at)
        await self._repository.commit(StoreChanges(party=(updated,), party_change={known.key: self._removal()}))
        said = f"{command.name} is updated; the one before is under “Removed”.{how}"
        return Outcome(undo=Notice(said, (NoticeButton("Undo", i.RevertMember(known.key, member.key)),)))

    async def _add(self, key: str, fight: Fight) -> Outcome:
        commands = [member.command for member in await self._repository.party() if member.key == key]
        return _join(commands, fight)

    async def _add_all(self, fight: Fight) -> Outcome:
        here = {combatant.name for combatant in fight.encounter.everybody().values()}
        there = [member for member in await self._repository.party() if member.system == fight.system.key]
        party = [member.command for member in there if not member.enemy]
        return _join([command for command in party if command.name not in here], fight)

    async def _drop(self, key: str) -> Outcome:
        dropped = next((member for member in await self._repository.party() if member.key == key), None)
        await self._repository.commit(StoreChanges(party_change={key: self._removal()}))
        if dropped is None:
            return Outcome()
        said = f"“{dropped.command.name}” is no longer {'kept' if dropped.enemy else 'in the party'}."
        return Outcome(undo=Notice(said, (NoticeButton("Undo", i.RestoreMember(key)),)))

    def _removal(self) -> EntryChange:
        return EntryChange(deleted=self._repository.now())


def _join(commands: Sequence[AddCombatant], fight: Fight) -> Outcome:
    """Return the commands that add members to the fight, without the fields that its system lacks, and the message."""
    fields = {field.key: field for field in fight.system.fields}
    fitting, left = [], dict[str, None]()
    for command in commands:
        sheet = {key: value for key, value in command.sheet.items() if _is_known(fields.get(key), value)}
        left |= dict.fromkeys(key.replace("_", " ") for key in command.sheet if key not in sheet)
        fitting.append(replace(command, sheet=sheet))
    if not fitting:
        return Outcome()
    names = names_in_words([command.name for command in fitting])
    said = f"{names} join{'s' * (len(fitting) == 1)}."
    if left:
        said += f" These rules have nothing for {join_names(list(left))}: left out."
    return Outcome(toast=said, commands=tuple(fitting))


def _is_known(field: Field | None, value: Value) -> bool:
    try:
        return field is not None and read(field, value) == value
    except BadValue:
        return False
