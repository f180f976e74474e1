"""The party and saved enemies: combatants stored on this device for other fights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.intents import library as i
from app.intents.library import PartyIntent, PartyState
from app.page.library import Outcome, PartyDialog, RestDialog
from app.storage.party_standings import members_here
from app.storage.repository import Repository, check_party, removal
from app.storage.save_status import offer_undo
from app.values.forms import read_rest
from app.values.stored import EntryChange, PartyMember, RemovedMember, StoreChanges, is_member, missing_members
from turntrack.core.commands import AddCombatant, LinkMembers, MemberLink, Recovery, Rest
from turntrack.core.dice import DiceRequest, cryptographic_dice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import Field, Value, read
from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.names import family_of, join_names, names_in_words
from turntrack.history.templates import after_rest, command_to_add, template_of_combatant
from turntrack.rules.health import read_health_dice
from turntrack.systems.protocol import TurnSystem


class PartyTasks:
    """Handler of the party's intents."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._systems = systems
        self._repository = repository
        self._before_rest: tuple[PartyMember, ...] = ()
        """The members who rested last, as they stood before."""

    async def do(self, intent: PartyIntent, fight: Fight | None) -> Outcome:
        """Change the party and show it. Raises Refused and NotStored; then nothing has changed."""
        outcome = await self._change(intent, fight)
        if intent is i.PartyButton.OPEN_PARTY_REST or isinstance(intent, i.SaveEnemy | i.BringMember | i.BringParty):
            return outcome
        dialog = PartyDialog(await self.read(fight), await self._removed())
        if isinstance(intent, i.RestoreMember | i.RevertMember | i.RevertRest):
            return replace(outcome, changes=dialog)
        return replace(outcome, opens=dialog)

    async def read(self, fight: Fight | None) -> tuple[PartyMember, ...]:
        """Return the stored combatants, each member as the last fight has left it."""
        return await members_here(self._repository, self._systems, fight)

    async def _stored(self) -> tuple[PartyMember, ...]:
        """Return the party and the enemies of the current campaign."""
        return (await self._repository.campaigns()).here(await self._repository.party())

    async def _removed(self) -> tuple[RemovedMember, ...]:
        campaigns = await self._repository.campaigns()
        removed = await self._repository.removed_members()
        return tuple(each for each in removed if campaigns.here([each.member]))

    async def _change(self, intent: PartyIntent, fight: Fight | None) -> Outcome:
        match intent:
            case i.PartyButton.OPEN_PARTY:
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
            case i.AddMember(key, state) | i.BringMember(key, state):
                return await self._add(key, state, fight) if fight else Outcome()
            case i.AddParty(state) | i.BringParty(state):
                return await self._add_all(state, fight) if fight else Outcome()
            case i.PartyButton.OPEN_PARTY_REST:
                return Outcome(opens=RestDialog(tuple(member for member in await self.read(fight) if not member.enemy)))
            case i.RestParty(form):
                return await self._rest(read_rest(form), fight)
            case i.RevertRest():
                await self._repository.commit(StoreChanges(party=self._before_rest))
                self._before_rest = ()
                return Outcome()
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
                    StoreChanges(party_change={old: EntryChange(deleted=0), new: removal(self._repository)})
                )
                return Outcome()
            case _:
                assert_never(intent)

    async def _keep(self, fight: Fight, combatant_id: Id) -> Outcome:
        """Save a combatant as a member, in place of the one that it is or that has its name and system."""
        combatant = fight.encounter.everybody()[combatant_id]
        member = self._new_member(combatant, fight)
        outcome, member = await self._keep_as(member, "in the party", combatant.member)
        link = MemberLink(combatant_id, member.identity)
        return replace(outcome, link=LinkMembers((link,)) if combatant.member != member.identity else None)

    def _new_member(self, combatant: Combatant, fight: Fight, place: int = 0) -> PartyMember:
        """Return a member at full health. ``place`` orders those who are stored together."""
        card = fight.encounter.stat_cards.get(combatant.id, ())
        command = replace(command_to_add(combatant, card=card), member="")
        return PartyMember(self._repository.new_key(), fight.system.key, command, at=self._repository.now() + place)

    async def _keep_side(self, fight: Fight, side: str) -> Outcome:
        there = [member for member in await self._stored() if member.system == fight.system.key and not member.enemy]
        campaign = (await self._repository.campaigns()).current_key
        new = {
            combatant.id: replace(self._new_member(combatant, fight, place), campaign=campaign)
            for place, combatant in enumerate(fight.encounter.everybody().values())
            if combatant.side == side and not any(is_member(combatant, member) for member in there)
        }
        await check_party(self._repository, new.values())
        await self._repository.commit(StoreChanges(party=tuple(new.values())))
        if not new:
            return Outcome()
        names = names_in_words([member.command.name for member in new.values()])
        links = tuple(MemberLink(combatant_id, member.identity) for combatant_id, member in new.items())
        said = f"{names} {'is' if len(new) == 1 else 'are'} in the party now."
        return Outcome(toast=said, link=LinkMembers(links))

    async def _keep_enemy(self, fight: Fight, combatant_id: Id) -> Outcome:
        """Save a combatant as an enemy, in place of the one with the same name and system."""
        command = _enemy_of(fight.encounter, combatant_id)
        member = PartyMember(
            self._repository.new_key(), fight.system.key, command, enemy=True, at=self._repository.now()
        )
        return (await self._keep_as(member, "for later fights"))[0]

    async def _keep_as(self, member: PartyMember, where: str, identity: str = "") -> tuple[Outcome, PartyMember]:
        """Store a member, unless it is there unchanged. Return also the member that is stored afterwards."""
        command = member.command
        member = replace(member, campaign=(await self._repository.campaigns()).current_key)
        there = [kept for kept in await self._stored() if (kept.system, kept.enemy) == (member.system, member.enemy)]
        same = (kept for kept in there if identity and kept.identity == identity)
        known = next(same, None) or next((kept for kept in there if kept.command.name == command.name), None)
        if known and known.command == command:
            return Outcome(toast=f"{command.name} is already kept {where}, unchanged."), known
        if known is None:
            await check_party(self._repository, (member,))
            await self._repository.commit(StoreChanges(party=(member,)))
            return Outcome(toast=f"{command.name} is kept {where}."), member
        updated = replace(member, at=known.at, of=known.identity)
        await self._repository.commit(
            StoreChanges(party=(updated,), party_change={known.key: removal(self._repository)})
        )
        said = f"{command.name} is updated; the old version is under “Removed”."
        return Outcome(undo=offer_undo(said, i.RevertMember(known.key, member.key))), updated

    async def _add(self, key: str, state: PartyState, fight: Fight) -> Outcome:
        members = [member for member in await self.read(fight) if member.key == key]
        return _join([member.command_to_join(state is PartyState.RESTED) for member in members], fight)

    async def _add_all(self, state: PartyState, fight: Fight) -> Outcome:
        missing = missing_members(await self.read(fight), fight.encounter)
        return _join([member.command_to_join(state is PartyState.RESTED) for member in missing], fight)

    async def _rest(self, rest: Rest, fight: Fight | None) -> Outcome:
        """Let members rest between fights; members of an open fight rest in it. Raises Refused."""
        resting = tuple(member for member in await self.read(fight) if member.key in rest.ids)
        # The clock may have been ahead in a fight: the rest comes after it all the same.
        since = max(self._repository.now(), *(saved.saved + 1 for saved in await self._repository.encounters()), 0)
        rested = tuple(
            replace(
                member,
                standing=after_rest(member.command_to_join(), rest.health, _points(rest, member)),
                since=since,
                fight_name="",
                fight="",
            )
            for member in resting
        )
        if not rested:
            raise Refused("nobody", "Choose someone first.")
        await self._repository.commit(StoreChanges(party=rested))
        self._before_rest = resting
        names = names_in_words([member.command.name for member in rested])
        said = f"{names} {'has' if len(rested) == 1 else 'have'} rested."
        return Outcome(undo=offer_undo(said, i.RevertRest()))

    async def _drop(self, key: str) -> Outcome:
        dropped = next((member for member in await self._repository.party() if member.key == key), None)
        await self._repository.commit(StoreChanges(party_change={key: removal(self._repository)}))
        if dropped is None:
            return Outcome()
        said = f"“{dropped.command.name}” is no longer {'kept' if dropped.enemy else 'in the party'}."
        return Outcome(undo=offer_undo(said, i.RestoreMember(key)))


def _points(rest: Rest, member: PartyMember) -> int:
    """Return the points of the rest for a member, rolled if it has dice."""
    if rest.health is not Recovery.DICE:
        return rest.amount
    request = DiceRequest("rest", member.command.name, "a rest", read_health_dice(rest.dice))
    return cryptographic_dice().roll([request])[0].total


def _join(commands: Sequence[AddCombatant], fight: Fight) -> Outcome:
    """Return the commands that add members to the fight, without the fields that its system lacks, and the message."""
    fitting, left = [], dict[str, None]()
    for command in commands:
        fitting.append(keep_known_fields(command, fight.system.fields))
        left |= dict.fromkeys(key.replace("_", " ") for key in command.sheet if key not in fitting[-1].sheet)
    if not fitting:
        return Outcome()
    names = names_in_words([command.name for command in fitting])
    said = f"{names} join{'s' * (len(fitting) == 1)}."
    if left:
        said += f" These rules have nothing for {join_names(list(left))}: left out."
    return Outcome(toast=said, commands=tuple(fitting))


def keep_known_fields(command: AddCombatant, fields: Iterable[Field]) -> AddCombatant:
    """Return the command with only those values of the sheet that one of the fields takes."""
    known = {field.key: field for field in fields}
    sheet = {key: value for key, value in command.sheet.items() if _is_known(known.get(key), value)}
    return replace(command, sheet=sheet)


def _is_known(field: Field | None, value: Value) -> bool:
    try:
        return field is not None and read(field, value) == value
    except BadValue:
        return False


def _enemy_of(encounter: Encounter, combatant_id: Id) -> AddCombatant:
    """Return the command that adds copies of this combatant at full health: for “Guard B”, the next guard."""
    (command,) = template_of_combatant(encounter, combatant_id).commands
    assert isinstance(command, AddCombatant)
    family = family_of(command.name)
    other_names = (encounter.combatants[other_id].name for other_id in encounter.order if other_id != combatant_id)
    is_of_many = family == command.group or family in map(family_of, other_names)
    return replace(command, name=family) if is_of_many else command
