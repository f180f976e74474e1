"""The storing of an import that the user has confirmed: fights, the party, enemies, rule sets and campaigns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.importers.pack_creatures import pack_of_roster
from app.importers.reader import RosterGame
from app.storage import messages
from app.storage.import_reader import ImportComparison, ImportedPack, ImportedRoster, ImportedRules
from app.storage.list_entry import list_entry_of
from app.storage.repository import Repository, check_party, check_rule_sets
from app.values.lists import Roster
from app.values.stored import (
    MOST_PACKS,
    Campaigns,
    PartyMember,
    SavedPack,
    SavedRuleSet,
    StoreChanges,
    StoredFight,
)
from turntrack.core import commands as c
from turntrack.core.dice import DiceNeeded, cryptographic_dice
from turntrack.core.errors import Refused
from turntrack.core.score import write_count
from turntrack.history.session import Session
from turntrack.saves import journal
from turntrack.saves.packs import write_pack
from turntrack.systems.protocol import TurnSystem

SHOWN = 3


def _key_of(game: RosterGame) -> str:
    """Return the key of a game that everybody has; empty for the rules of a table or of a fight."""
    key = game.key.removeprefix("preset ")
    return key if key != game.key or key == game.system.key else ""


class ImportWriter:
    """Stores what an ImportReader has read."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._systems = systems
        self._repository = repository

    async def store_all(self, compared: ImportComparison, replacing: bool, but_not: str) -> str:
        """Store the import in one transaction, and return the message.

        ``but_not`` is the open encounter, never replaced.
        """
        # The page still holds the open fight, and would go on writing the journal that was replaced.
        if replacing and any(encounter.key == but_not for encounter in compared.differing):
            raise Refused("is_open", messages.IS_OPEN)
        taken = list(compared.new)
        move = []
        for encounter in compared.differing:
            if replacing:
                move.append((encounter.key, self._repository.new_key()))
                taken.append(encounter)
            else:
                taken.append(replace(encounter, key=self._repository.new_key()))
        known = await self._repository.campaigns()
        # What comes from a campaign that is unknown here joins the current one, in which it is seen.
        keys = {campaign.key for campaign in (*known.all, *compared.campaigns)}
        taken = [fight if fight.campaign in keys else replace(fight, campaign=known.current_key) for fight in taken]
        await check_party(self._repository, compared.party)
        await check_rule_sets(self._repository, compared.rule_sets)
        if len(await self._repository.packs()) + len(compared.packs) > MOST_PACKS:
            raise Refused("too_many", messages.too_many_packs(MOST_PACKS))
        party = tuple(
            replace(
                member,
                at=self._repository.now() + place,
                campaign=member.campaign if member.campaign in keys else known.current_key,
            )
            for place, member in enumerate(compared.party)
        )
        other_campaigns = {fight.campaign for fight in taken} - {known.current_key}
        all_campaigns = Campaigns((*known.all, *compared.campaigns))
        await self._repository.commit(
            StoreChanges(
                move=tuple(move),
                put=tuple(taken),
                party=(*party, *compared.newer_members),
                rule_sets=compared.rule_sets,
                campaigns=compared.campaigns,
                packs=compared.packs,
            )
        )
        return messages.report_import(
            len(taken),
            tuple(all_campaigns.name_of(key) for key in sorted(other_campaigns)),
            bool(move),
            len(compared.party),
            len(compared.newer_members),
            len(compared.rule_sets),
            len(compared.packs),
            tuple(campaign.name for campaign in compared.campaigns),
        )

    async def store_rules(self, ruled: ImportedRules) -> str:
        """Store the rule set, and return the message. Raises Refused and NotStored."""
        if ruled.known:
            return messages.rules_known(ruled.rules.name)
        rule_set = SavedRuleSet(self._repository.new_key(), ruled.rules)
        await check_rule_sets(self._repository, (rule_set,))
        await self._repository.commit(StoreChanges(rule_sets=(rule_set,)))
        return messages.rules_kept(ruled.rules.name)

    async def store_members(self, listed: ImportedRoster) -> str:
        """Store everybody on the list in the party, and return the message. Raises Refused and NotStored."""
        members = await self._members_of(listed.roster.members, listed.game)
        await check_party(self._repository, members)
        await self._repository.commit(StoreChanges(party=members))
        several = [
            f"“{command.name}” ({command.count_dice or command.count})"
            for command in listed.roster.members
            if command.count_dice or command.count > 1
        ]
        said = [messages.into_party(len(members))]
        if several:
            said.append(messages.once_each(several[:SHOWN], max(0, len(several) - SHOWN)))
        return " ".join(said)

    async def _members_of(
        self, commands: Iterable[c.AddCombatant], game: RosterGame, are_enemies: bool = False
    ) -> tuple[PartyMember, ...]:
        campaign = (await self._repository.campaigns()).current_key
        return tuple(
            PartyMember(
                self._repository.new_key(),
                game.system.key,
                # A member of the party is one combatant, whatever the count in the list.
                replace(command, count=1, count_dice=""),
                are_enemies,
                self._repository.now() + place,
                campaign=campaign,
            )
            for place, command in enumerate(commands)
        )

    async def store_pack(self, contents: object, file: str) -> str:
        """Keep a pack, or the combatants of a list as one, for the current campaign. Return the message.

        Raises Refused and NotStored.
        """
        match contents:
            case ImportedPack(pack, text):
                pass
            case ImportedRoster(roster, game):
                pack = pack_of_roster(roster, _key_of(game), file)
                text = write_pack(pack)
            case _:
                raise Refused("nothing", messages.NOTHING_TO_BRING_IN)
        known = await self._repository.packs()
        same = next((saved for saved in known if saved.name == pack.name), None)
        if len(known) >= MOST_PACKS and not same:
            raise Refused("too_many", messages.too_many_packs(MOST_PACKS))
        campaign = (await self._repository.campaigns()).current_key
        key = same.key if same else self._repository.new_key()
        saved = SavedPack(key, pack.name, same.campaign if same else campaign, pack.game, len(pack.creatures), text)
        await self._repository.commit(StoreChanges(packs=(saved,)))
        place = f" in place of the pack “{pack.name}” that was there" if same else ""
        return f"{write_count(len(pack.creatures), 'creature')} kept{place}: type a name in Add."

    async def store_sorted(self, listed: ImportedRoster) -> str:
        """Store the party, enemies and prepared fights of a list in one transaction, and return the message.

        Raises Refused and NotStored.
        """
        party = await self._members_of(listed.roster.members, listed.game)
        enemies = await self._members_of(listed.roster.enemies, listed.game, are_enemies=True)
        await check_party(self._repository, (*party, *enemies))
        fights = [
            replace(await self._encounter_of(fight, listed.game), template=True) for fight in listed.roster.fights
        ]
        await self._repository.commit(StoreChanges(put=tuple(fights), party=(*party, *enemies)))
        return messages.kept_sorted(len(party), len(enemies), len(fights))

    async def store_encounter(self, listed: ImportedRoster) -> str:
        """Store a fight with these combatants, and return its key. Raises Refused if the engine refuses a step."""
        encounter = await self._encounter_of(listed.roster, listed.game)
        await self._repository.commit(StoreChanges(put=(encounter,)))
        return encounter.key

    async def _encounter_of(self, roster: Roster, game: RosterGame) -> StoredFight:
        """Return a fight with the combatants of a list. Raises Refused if the engine refuses a step."""
        session = Session(self._systems)
        system = game.system
        begin_fight = c.MakeEncounter(roster.name or "From a table", system.key)
        steps: tuple[c.Command, ...] = (begin_fight, *game.commands, c.AddAll(roster.members))
        try:
            records = tuple(
                journal.execute(session, seq, command, cryptographic_dice()) for seq, command in enumerate(steps, 1)
            )
        except DiceNeeded as needed:
            raise Refused("real_dice", messages.REAL_DICE_NEEDED) from needed
        now = session.encounter
        return StoredFight(
            self._repository.new_key(),
            now.name,
            now.system,
            len(now.combatants),
            self._repository.now(),
            False,
            records,
            list_entry_of(session, system).left,
            campaign=(await self._repository.campaigns()).current_key,
        )
