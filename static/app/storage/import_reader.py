"""The reading of a text to import, whole, its comparison with the stored data, and its reading again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from types import MappingProxyType

from app.importers.portions import Pause, finish_with_pauses
from app.importers.reader import NO_GAME, RosterGame, game_of_fight, games_to_choose, read_roster
from app.storage.export_file_codec import Bundle, WhyNotShown, decode_bundle
from app.storage.export_writer import stored_encounter_of, unpack_link
from app.storage.journal import read_journal
from app.storage.party_standings import read_standings
from app.storage.quarantine_recovery import looks_like_rows, read_rows, recover_encounter
from app.storage.repository import Repository
from app.values.lists import Roster, Subjects
from app.values.stored import PartyMember, SavedCampaign, SavedPack, SavedRuleSet, StoredFight
from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.model import Encounter
from turntrack.history.templates import begin
from turntrack.saves.journal import TEMPLATE_KIND, decode_template
from turntrack.saves.packs import PACK_KIND, Pack, read_pack
from turntrack.saves.records import decode_record
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.rule_set import KIND, LONGEST_RULES, RuleSet, read_rules

_OURS = re.compile(r'"kind"\s*+:\s*+"(turntrack-[a-z-]*+)')

LONG = 200_000
"""The number of characters from which reading is slow enough for a message."""


@dataclass(frozen=True, slots=True)
class ImportedRoster:
    """A list of combatants from elsewhere, read for the rules of a game."""

    roster: Roster
    game: RosterGame
    choices: tuple[RosterGame, ...]
    """The games that it can be read for."""
    subjects: Subjects = MappingProxyType({})
    """The subjects chosen by hand for its columns, including those that only other rules have."""


@dataclass(frozen=True, slots=True)
class ImportedRules:
    """A rule set from a file or a link."""

    rules: RuleSet
    known: str = ""
    """The key of an identical stored rule set; empty if there is none."""


@dataclass(frozen=True, slots=True)
class ImportedPack:
    """A pack of creatures from a file."""

    pack: Pack
    text: str


class ImportReader:
    """Reads texts of any kind, and stores nothing."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        repository: Repository,
        why_not_shown: WhyNotShown,
        why_not_played: Callable[[RuleSet], str],
    ) -> None:
        self._systems = systems
        self._repository = repository
        self._why_not_shown = why_not_shown
        self._why_not_played = why_not_played

    async def read_text(
        self, text: str, encounter: Encounter | None, pause: Pause
    ) -> ImportComparison | ImportedRoster | ImportedRules | ImportedPack:
        """Read a text of any supported kind whole, with pauses. Raises Malformed and Stopped.

        Lists of combatants are read for the rules of the open fight, or of the one that was played last, or for none.
        """
        text = unpack_link(text)
        if not text.strip():
            raise BadSave("There is nothing in it.")
        if looks_like_rows(text):
            rows = read_rows(text)
            journal = await self._repository.read_journal(rows.key)
            recovered = recover_encounter(rows.rows, journal.records, self._systems)
            return await compare(self._repository, self._systems, Bundle((recovered.kept,)), recovered.note)
        if is_template(text):
            return await compare(self._repository, self._systems, Bundle((self._read_template(text),)))
        if kind_of(text) == PACK_KIND:
            return ImportedPack(read_pack(text), text)
        if looks_like_rules(text):
            rules = read_rules_text(text)
            if why := self._why_not_played(rules):
                raise BadSave(f"These rules can be read, but not played here. {why}")
            here = (
                rule_set.key
                for rule_set in await self._repository.rule_sets()
                if not rule_set.gone and rule_set.rules == rules
            )
            return ImportedRules(rules, next(here, ""))
        if looks_like_ours(text):
            bundle = await finish_with_pauses(decode_bundle(text, self._systems, self._why_not_shown), pause)
            return await compare(self._repository, self._systems, bundle)
        known = games_to_choose(self._systems, await self._repository.rule_sets())
        encounter = encounter or await self._last_played()
        if encounter is None:
            roster = await finish_with_pauses(read_roster(text, NO_GAME.system), pause)
            return ImportedRoster(roster, NO_GAME, known)
        played = game_of_fight(encounter, system_of(encounter.system, self._systems), known)
        choices = known if played in known else (played, *known)
        return ImportedRoster(await finish_with_pauses(read_roster(text, played.system), pause), played, choices)

    async def _last_played(self) -> Encounter | None:
        """Return the fight that was played last; None if there is none that can be read."""
        keys = {system.key for system in self._systems}
        fights = (await self._repository.campaigns()).here(await self._repository.encounters())
        fight = next((fight for fight in fights if fight.system in keys and fight.is_example), None)
        if fight is None:
            return None
        journal = await self._repository.read_journal(fight.key)
        session = read_journal(journal.records, self._systems).session
        return session.encounter if session.past else None

    def _read_template(self, text: str) -> StoredFight:
        """Return the fight that a template sets up. Raises BadSave and Refused."""
        session = begin(decode_template(text.removeprefix("\ufeff")), self._systems)
        # The same file gives the same key, so that a second import is noticed.
        key = sha256(text.strip().encode()).hexdigest()[:24]
        stored = replace(stored_encounter_of(key, session, self._repository.now()), template=True)
        why = self._why_not_shown(session, system_of(stored.system, self._systems))
        if why:
            raise BadSave(f"The fight that it sets up cannot be shown here. {why}")
        return stored

    async def read_roster_for(self, text: str, imported: ImportedRoster, key: str, pause: Pause) -> ImportedRoster:
        """Read a list of combatants for another game. Raises Malformed and Stopped."""
        game = next((game for game in imported.choices if game.key == key), NO_GAME)
        roster = await finish_with_pauses(read_roster(text, game.system, imported.subjects), pause)
        return replace(imported, roster=roster, game=game)

    async def read_roster_by(
        self, text: str, imported: ImportedRoster, place: int, subject: str, pause: Pause
    ) -> ImportedRoster:
        """Read a list of combatants again, with another subject for a column. Raises Malformed and Stopped."""
        others = {at: "" if other == subject else other for at, other in imported.subjects.items()}
        subjects = {**others, place: subject}
        roster = await finish_with_pauses(read_roster(text, imported.game.system, subjects), pause)
        return replace(imported, roster=roster, subjects=subjects)


def is_template(text: str) -> bool:
    """Return whether the text begins as a template of Turntrack, valid or not."""
    return kind_of(text) == TEMPLATE_KIND


def kind_of(text: str) -> str:
    """Return the kind that a file of Turntrack says first, which is its own; empty for other texts."""
    if not text.lstrip().removeprefix("\ufeff").lstrip().startswith("{"):
        return ""
    kind = _OURS.search(text)
    return kind[1] if kind else ""


def looks_like_ours(text: str) -> bool:
    """Return whether the text is a file of Turntrack, complete or not. Such a text is read as nothing else."""
    return _OURS.search(text) is not None


def looks_like_rules(text: str) -> bool:
    """Return whether the text is a file of rules."""
    if len(text) > 2 * LONGEST_RULES:
        return False
    try:
        raw = read_json(text.removeprefix("\ufeff"), 2 * LONGEST_RULES)
    except BadSave:
        return False
    return isinstance(raw, dict) and raw.get("kind") == KIND


def read_rules_text(text: str) -> RuleSet:
    """Read a file of rules. Raises BadSave."""
    try:
        return read_rules(text.removeprefix("\ufeff").strip())
    except BadValue as error:
        raise BadSave(str(error)) from error


@dataclass(frozen=True, slots=True)
class ImportComparison:
    """A file's content, compared with the stored data."""

    bundle: Bundle
    new: tuple[StoredFight, ...]
    same: tuple[StoredFight, ...]
    differing: tuple[StoredFight, ...]
    party: tuple[PartyMember, ...]
    """Members who are not stored here, each under a free key."""
    newer_members: tuple[PartyMember, ...] = ()
    """Members who are stored here, as they stand in the file, which is newer."""
    rule_sets: tuple[SavedRuleSet, ...] = ()
    """Rule sets without an identical stored one, each under a free key."""
    packs: tuple[SavedPack, ...] = ()
    """Packs without an identical stored one, each under a free key."""
    campaigns: tuple[SavedCampaign, ...] = ()
    """Campaigns that are not stored here."""
    differing_campaigns: tuple[SavedCampaign, ...] = ()
    """Campaigns that are stored here with another name or other notes, which stay as they are."""
    note: str = ""
    """A note about what could not be used."""


async def compare(
    repository: Repository, systems: tuple[TurnSystem, ...], bundle: Bundle, note: str = ""
) -> ImportComparison:
    """Compare a file's content with the stored data, and give a free key to what is added beside the stored."""
    here = {fight.key: fight for fight in await repository.encounters()}
    new, same, differing = [], [], []
    for encounter in bundle.encounters:
        if encounter.key not in here:
            new.append(encounter)
        # The deleted one can still be brought back under its key.
        elif here[encounter.key].deleted:
            new.append(replace(encounter, key=repository.new_key()))
        elif await _is_same(repository, encounter):
            same.append(encounter)
        else:
            differing.append(encounter)
    party_here = await read_standings(repository, systems, {}) if bundle.party else ()
    keys = {member.key for member in (*party_here, *(removed.member for removed in await repository.removed_members()))}
    party, newer_members = [], []
    for member in bundle.party:
        saved = next((saved for saved in party_here if _are_same(saved, member)), None)
        if saved is None:
            party.append(replace(member, key=repository.new_key()) if member.key in keys else member)
        elif member.since > saved.since:
            newer_members.append(replace(member, key=saved.key, at=saved.at, of=saved.of, campaign=saved.campaign))
    rule_sets_here = await repository.rule_sets()
    taken = {rule_set.key for rule_set in rule_sets_here}
    rule_sets = tuple(
        replace(rule_set, key=repository.new_key()) if rule_set.key in taken else rule_set
        for rule_set in bundle.rule_sets
        if not any(rule_set.rules == saved.rules and not saved.gone for saved in rule_sets_here)
    )
    here_campaigns = await repository.campaigns()
    known = [(campaign, here_campaigns.find(campaign.key)) for campaign in bundle.campaigns]
    return ImportComparison(
        bundle,
        tuple(new),
        tuple(same),
        tuple(differing),
        tuple(party),
        tuple(newer_members),
        rule_sets,
        await _new_packs(repository, bundle),
        tuple(campaign for campaign, here in known if here is None),
        tuple(here for campaign, here in known if here and (here.name, here.notes) != (campaign.name, campaign.notes)),
        note,
    )


async def _new_packs(repository: Repository, bundle: Bundle) -> tuple[SavedPack, ...]:
    """Return the packs that are not stored, each under a free key."""
    here = await repository.packs()
    taken, texts = {pack.key for pack in here}, {pack.text for pack in here}
    return tuple(
        replace(pack, key=repository.new_key()) if pack.key in taken else pack
        for pack in bundle.packs
        if pack.text not in texts
    )


def _are_same(saved: PartyMember, member: PartyMember) -> bool:
    """Return whether both are one member, however they stand: the same person, or equal in all that was entered."""
    is_equal = (saved.system, saved.enemy, saved.command) == (member.system, member.enemy, member.command)
    return is_equal and (saved.identity == member.identity or member.campaign in ("", saved.campaign))


async def _is_same(repository: Repository, encounter: StoredFight) -> bool:
    journal = await repository.read_journal(encounter.key)
    try:
        # Decoded, because the stored records may be of an older format than those that were read.
        return list(map(decode_record, encounter.records)) == list(map(decode_record, journal.records))
    except BadSave:
        return False
