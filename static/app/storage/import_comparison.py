"""The comparison of a file's content with the stored data."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.storage.export_file_codec import Bundle
from app.storage.party_standings import read_standings
from app.storage.repository import Repository
from app.values.stored import PartyMember, SavedCampaign, SavedRuleSet, StoredFight
from turntrack.core.errors import BadSave
from turntrack.saves.records import decode_record
from turntrack.systems.protocol import TurnSystem


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
        tuple(campaign for campaign, here in known if here is None),
        tuple(here for campaign, here in known if here and (here.name, here.notes) != (campaign.name, campaign.notes)),
        note,
    )


def _are_same(saved: PartyMember, member: PartyMember) -> bool:
    """Return whether both are one member, however they stand: the same person, or equal in all that was entered."""
    is_equal = (saved.system, saved.enemy, saved.command) == (member.system, member.enemy, member.command)
    return is_equal and (saved.identity == member.identity or member.campaign in ("", saved.campaign))


async def _is_same(repository: Repository, encounter: StoredFight) -> bool:
    journal = await repository.read_journal(encounter.key)
    try:
        return list(map(decode_record, encounter.records)) == list(map(decode_record, journal.records))
    except BadSave:
        return False
