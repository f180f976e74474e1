"""The campaigns of this device: each has its fights, templates, party, enemies and notes."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import library as i
from app.intents.library import CampaignIntent
from app.page.library import CampaignDialog, ExportDialog, Outcome
from app.storage import messages
from app.storage.export_file_codec import MOST_CAMPAIGNS
from app.storage.export_writer import Exporting
from app.storage.repository import Repository, removal
from app.storage.save_status import Notice, offer_undo
from app.values.stored import Campaigns, EntryChange, Key, SavedCampaign, StoreChanges
from turntrack.core.errors import BadValue, Refused
from turntrack.core.fields import clean_text, required_text
from turntrack.core.score import write_count

_LONGEST_NOTES = 2_000
"""The greatest number of characters of the notes."""


class CampaignTasks:
    """Handler of the campaigns' intents."""

    def __init__(self, repository: Repository, exporting: Exporting) -> None:
        self._repository = repository
        self._exporting = exporting

    async def do(self, intent: CampaignIntent) -> Outcome:
        """Show or change campaigns. Raises Refused, Malformed and NotStored; then nothing has changed."""
        campaigns = await self._repository.campaigns()
        match intent:
            case i.CampaignButton.OPEN_CAMPAIGN:
                return Outcome(opens=await self._dialog(campaigns))
            case i.SaveCampaign(name, notes):
                await self._save(campaigns, required_text("The name", name), _clean_notes(notes))
                return await self._after()
            case i.NewCampaign(name):
                made = SavedCampaign(self._repository.new_key(), self._free_name(campaigns, name))
                await self._show(campaigns, made)
                return await self._after()
            case i.SwitchCampaign(key):
                await self._show(campaigns, campaigns.find(key))
                return await self._after()
            case i.DeleteCampaign(key):
                return await self._delete(campaigns, key)
            case i.RestoreCampaign(key):
                await self._repository.commit(StoreChanges(party_change={key: EntryChange(deleted=0)}))
                restored = await self._repository.campaigns()
                await self._show(restored, restored.find(key))
                return await self._after()
            case i.CampaignButton.EXPORT_CAMPAIGN:
                return Outcome(opens=ExportDialog((await self._exporting.export_campaign()).with_length_note()))
            case _:
                assert_never(intent)

    async def _after(self, undo: Notice | None = None) -> Outcome:
        campaigns, saved = await self._repository.campaigns(), await self._repository.encounters()
        return Outcome(closes=True, undo=undo, campaigns=campaigns, saved=saved)

    async def _dialog(self, campaigns: Campaigns) -> CampaignDialog:
        saved, party = await self._repository.encounters(), await self._repository.party()
        there = [fight for fight in campaigns.here(saved) if not (fight.deleted or fight.is_untouched)]
        templates = sum(fight.template for fight in there)
        members = [member for member in campaigns.here(party) if not member.enemy]
        counts = (
            _count(len(there) - templates, "fight"),
            _count(templates, "template"),
            f"a party of {len(members)}" if members else "",
        )
        return CampaignDialog(" · ".join(filter(None, counts)), campaigns.others([*saved, *party]))

    async def _save(self, campaigns: Campaigns, name: str, notes: tuple[str, ...]) -> None:
        current = campaigns.current
        if current:
            self._check_name(campaigns, name, current.key)
            await self._repository.commit(StoreChanges(campaigns=(replace(current, name=name, notes=notes),)))
            return
        made = SavedCampaign(self._repository.new_key(), self._free_name(campaigns, name), notes, is_current=True)
        joins = EntryChange(campaign=made.key)
        saved, removed = await self._repository.encounters(), await self._repository.removed_members()
        members = (*await self._repository.party(), *(gone.member for gone in removed))
        await self._repository.commit(
            StoreChanges(
                campaigns=(made,),
                change={fight.key: joins for fight in campaigns.here(saved)},
                party_change={member.key: joins for member in campaigns.here(members)},
            )
        )

    def _free_name(self, campaigns: Campaigns, raw: str) -> str:
        """Return the name of a new campaign. Raises Refused and BadValue."""
        name = required_text("The name", raw)
        self._check_name(campaigns, name, "")
        if len(campaigns.all) >= MOST_CAMPAIGNS:
            raise Refused("too_many", messages.too_many_campaigns(MOST_CAMPAIGNS))
        return name

    def _check_name(self, campaigns: Campaigns, name: str, own: Key) -> None:
        known = (campaign.name for campaign in campaigns.all if campaign.key != own)
        if name.casefold() in {other.casefold() for other in known}:
            raise Refused("known", messages.campaign_known(name))

    async def _show(self, campaigns: Campaigns, shown: SavedCampaign | None) -> None:
        """Store which campaign is the current one; none for what belongs to none."""
        changed = [replace(each, is_current=False) for each in campaigns.all if each.is_current and each != shown]
        changed += [replace(shown, is_current=True)] if shown else []
        await self._repository.commit(StoreChanges(campaigns=tuple(changed)))

    async def _delete(self, campaigns: Campaigns, key: Key) -> Outcome:
        campaign = campaigns.find(key)
        if campaign is None:
            return Outcome(closes=True)
        # Stored without the mark of the current one, so that two are never current after it is restored.
        await self._repository.commit(
            StoreChanges(
                campaigns=(replace(campaign, is_current=False),), party_change={key: removal(self._repository)}
            )
        )
        return await self._after(offer_undo(messages.campaign_deleted(campaign.name), i.RestoreCampaign(key)))


def _count(number: int, word: str) -> str:
    return write_count(number, word) if number else ""


def _clean_notes(raw: str) -> tuple[str, ...]:
    """Return the lines of the notes. Raises BadValue."""
    if len(raw) > _LONGEST_NOTES:
        raise BadValue(f"The notes: at most {_LONGEST_NOTES} characters, not {len(raw)}.")
    return tuple(clean_text("The notes", line, _LONGEST_NOTES) for line in raw.strip().splitlines())
