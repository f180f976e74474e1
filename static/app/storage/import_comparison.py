"""The comparison of a file's content with the stored data."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.storage.export_file_codec import Bundle
from app.storage.repository import Repository
from app.values.party_members import PartyMember
from app.values.saved_campaign import SavedCampaign
from app.values.saved_fights import StoredFight
from app.values.saved_rule_set import SavedRuleSet
from turntrack.core.errors import BadSave
from turntrack.saves.records import decode_record


@dataclass(frozen=True, slots=True)
class ImportComparison:
    """A file's content, compared with the stored data."""

    bundle: Bundle
    new: tuple[StoredFight, ...]
    same: tuple[StoredFight, ...]
    differing: tuple[StoredFight, ...]
    party: tuple[PartyMember, ...]
    """Members without an identical stored one, each under a free key."""
    rule_sets: tuple[SavedRuleSet, ...] = ()
    """Rule sets without an identical stored one, each under a free key."""
    campaigns: tuple[SavedCampaign, ...] = ()
    """Campaigns that are not stored here."""
    note: str = ""
    """A note about what could not be used."""


async def compare(repository: Repository, bundle: Bundle, note: str = "") -> ImportComparison:
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
    party_here = await repository.party()
    keys = {member.key for member in (*party_here, *(removed.member for removed in await repository.removed_members()))}
    party = tuple(
        replace(member, key=repository.new_key()) if member.key in keys else member
        for member in bundle.party
        if not any(
            replace(member, key=saved.key, campaign=member.campaign or saved.campaign) == saved for saved in party_here
        )
    )
    rule_sets_here = await repository.rule_sets()
    taken = {rule_set.key for rule_set in rule_sets_here}
    rule_sets = tuple(
        replace(rule_set, key=repository.new_key()) if rule_set.key in taken else rule_set
        for rule_set in bundle.rule_sets
        if not any(rule_set.rules == saved.rules and not saved.gone for saved in rule_sets_here)
    )
    here_campaigns = await repository.campaigns()
    campaigns = tuple(campaign for campaign in bundle.campaigns if not here_campaigns.find(campaign.key))
    return ImportComparison(bundle, tuple(new), tuple(same), tuple(differing), party, rule_sets, campaigns, note)


async def _is_same(repository: Repository, encounter: StoredFight) -> bool:
    journal = await repository.read_journal(encounter.key)
    try:
        return list(map(decode_record, encounter.records)) == list(map(decode_record, journal.records))
    except BadSave:
        return False
