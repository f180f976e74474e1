"""The party: combatants that are kept for other fights, on this device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from app.chronicle import member_of
from app.fight import Fight
from app.intents import library as i
from app.intents.library import PartyIntent
from app.keeping.kept import Change, Changes, Member
from app.keeping.notices import Notice, Way
from app.keeping.shelf import Shelf, check_party
from app.markup import Html
from app.render.library import render_party
from engine.commands import AddCombatant
from engine.model import Id
from engine.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Done:
    """What has come of an intent: what to say, the way back, and commands for the open fight."""

    toast: str = ""
    undo: Notice | None = None
    commands: tuple[AddCombatant, ...] = ()


class Party:
    def __init__(self, systems: tuple[TurnSystem, ...], shelf: Shelf) -> None:
        self._systems = systems
        self._shelf = shelf

    async def do(self, intent: PartyIntent, fight: Fight | None) -> Done:
        """Raises Refused and NotKept, with nothing changed."""
        match intent:
            case i.Party():
                return Done()
            case i.PartyKeep(one):
                return await self._keep(fight, one) if fight and one in fight.encounter.combatants else Done()
            case i.PartyAdd(key):
                return await self._add(key) if fight else Done()
            case i.PartyDrop(key):
                return await self._drop(key)
            case i.PartyUndrop(key):
                back = tuple(each.member for each in await self._shelf.removed() if each.member.key == key)
                await check_party(self._shelf, back)
                await self._shelf.commit(Changes(party_change={member.key: Change(deleted=0) for member in back}))
                return Done()
            case i.PartySwap(old, new):
                await self._shelf.commit(Changes(party_change={old: Change(deleted=0), new: self._gone()}))
                return Done()
            case _:
                assert_never(intent)

    async def dialog(self) -> Callable[[Fight | None, str], Html]:
        """The dialog of all who are kept now, to be drawn for the open fight, with what was wrong."""
        members, removed = await self._shelf.party(), await self._shelf.removed()
        titles = {system.key: system.title for system in self._systems}

        def draw(fight: Fight | None, error: str) -> Html:
            fighters = tuple(fight.encounter.combatants.values()) if fight else ()
            return render_party(members, titles, fight.system.key if fight else "", fighters, removed, error)

        return draw

    async def _keep(self, fight: Fight, one: Id) -> Done:
        """Keep a combatant as a member, in place of the one of the same name and rules if there is one."""
        command = member_of(fight.encounter.combatants[one])
        same = (
            each
            for each in await self._shelf.party()
            if (each.system, each.command.name) == (fight.system.key, command.name)
        )
        known = next(same, None)
        if known and known.command == command:
            return Done(f"{command.name} is in the party already, just so.")
        member = Member(self._shelf.new_key(), fight.system.key, command)
        if known is None:
            await check_party(self._shelf, (member,))
            await self._shelf.commit(Changes(party=(member,)))
            return Done(f"{command.name} is kept in the party.")
        await self._shelf.commit(Changes(party=(member,), party_change={known.key: self._gone()}))
        said = f"{command.name} is kept in place of the one kept before, who is under “Removed”."
        return Done(said, Notice(said, (Way("Undo", i.PartySwap(known.key, member.key)),)))

    async def _add(self, key: str) -> Done:
        commands = tuple(member.command for member in await self._shelf.party() if member.key == key)
        return Done("".join(f"{command.name} joins." for command in commands), commands=commands)

    async def _drop(self, key: str) -> Done:
        dropped = next((member for member in await self._shelf.party() if member.key == key), None)
        await self._shelf.commit(Changes(party_change={key: self._gone()}))
        if dropped is None:
            return Done()
        said = f"“{dropped.command.name}” is no longer in the party."
        return Done(undo=Notice(said, (Way("Undo", i.PartyUndrop(key)),)))

    def _gone(self) -> Change:
        return Change(deleted=self._shelf.now())
