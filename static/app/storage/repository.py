"""The repository, which reads journals, the list, the party and the quarantine, and writes changes to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Protocol

from app.storage import messages
from app.storage.export_file_codec import (
    MOST_MEMBERS,
    NOTED,
    check_member,
    entry_fields,
    read_long_text,
    write_rule_set,
)
from app.storage.journal import (
    START,
    JournalHead,
    Repair,
    StoreInventory,
    UncheckedJournal,
    chain_records,
    find_continuation,
    link_checksum,
    parse_row,
    plan_repair,
)
from app.storage.list_entry import read_left, write_left
from app.storage.protocols import Device, Store, StoreFailed
from app.storage.quarantine_recovery import read_rows
from app.values.stored import (
    MOST_RULE_SETS,
    Campaigns,
    EntryChange,
    Journal,
    ListEntry,
    NotStored,
    PartyMember,
    QuarantinedPart,
    RemovedMember,
    SavedCampaign,
    SavedFight,
    SavedPack,
    SavedRuleSet,
    StoreChanges,
    StoredFight,
)
from turntrack.codec.dataclass_json import STORED, object_reader, write_fields
from turntrack.core.errors import BadSave, Refused
from turntrack.saves.journal import no_garbage_collection
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.rule_set import RuleSet, rules_from_json

RULES = "rules"
"""The key that marks a row of the party's table as a rule set."""

_CAMPAIGN = "about"
"""The key that marks a row of the party's table as a campaign."""

_OF_ROW = ("format", "name", "deleted", "seen", "age", "when")
"""The keys of the store in a row of the party's table."""


_read_member = object_reader(PartyMember, STORED, _OF_ROW)
_read_saved_pack = object_reader(SavedPack, {**STORED, str: read_long_text}, _OF_ROW)
_read_campaign = object_reader(SavedCampaign, NOTED)
_read_rule_set = object_reader(SavedRuleSet, {**STORED, RuleSet: rules_from_json}, (*_OF_ROW, "system"))


class Repository(Device, Protocol):
    """The stored data of this device, except the open fight."""

    def new_key(self) -> str:
        """Return a random key for an encounter."""

    async def encounters(self) -> tuple[SavedFight, ...]:
        """Return all entries of the list, the last saved first, archived and deleted ones included."""

    async def read_journal(self, key: str) -> Journal:
        """Read a journal without repairing it."""

    async def open_journal(self, key: str) -> Journal:
        """Read a journal to continue it, and repair it if needed."""

    async def party(self) -> tuple[PartyMember, ...]:
        """Return the members of the party and the saved enemies."""

    async def removed_members(self) -> tuple[RemovedMember, ...]:
        """Return the removed members of the party, the last removed first."""

    async def rule_sets(self) -> tuple[SavedRuleSet, ...]:
        """Return the user's rule sets, deleted ones included."""

    async def campaigns(self) -> Campaigns:
        """Return the campaigns that are not deleted."""

    async def packs(self) -> tuple[SavedPack, ...]:
        """Return the kept packs of creatures, by name."""

    async def quarantined_parts(self) -> tuple[QuarantinedPart, ...]:
        """Return the quarantined parts, unreadable rows included."""

    async def count_unread(self) -> int:
        """Count what an export of everything lacks: quarantined parts and unreadable rows, also of a newer version."""

    async def restore_part(self, part: QuarantinedPart) -> bool:
        """Restore quarantined rows to their journal, if it still ends before them. Raises NotStored."""

    async def commit(self, changes: StoreChanges) -> None:
        """Write all changes in one transaction. Raises NotStored."""


class StoreRepository:
    """A Repository without device functions.

    Translates the store's JSON and tracks the last checksum of each open journal.
    """

    def __init__(self, systems: tuple[TurnSystem, ...], store: Store) -> None:
        self._systems = systems
        self._store = store
        self._ends: dict[str, str] = {}
        """The last checksum of each journal that this tab continues, by key."""

    def new_key(self) -> str:
        return self._store.new_key()

    # Journals

    async def read_journal(self, key: str) -> Journal:
        look, repair = _read((await self._store.read_journal(key)).text)
        return _journal(look, repair, repair.aside)

    async def open_journal(self, key: str) -> Journal:
        stored = await self._store.read_journal(key)
        look, repair = _read(stored.text)
        plan: dict[str, object] = {"kept": repair.kept, "added": repair.whole[repair.kept :]}
        if look.may_mend and repair.is_needed:
            plan["mending"] = _mending(look)
        self._ends[key] = repair.whole[-1].sum if repair.whole else START
        await stored.continue_journal(_dumps(plan))
        return _journal(look, repair, repair.aside if look.may_mend else 0)  # a following tab repairs nothing

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        """Append a record."""
        before = self._ends.get(key, START)
        total = self._ends[key] = link_checksum(before, number, record)
        self._store.append(key, number, record, before, total, _about(entry, number))

    def replace_journal(self, key: str, records: Sequence[str], entry: ListEntry) -> None:
        """Replace all records of the journal."""
        before, rows = self._ends.get(key, START), chain_records(records)
        self._ends[key] = rows[-1].sum
        self._store.replace_journal(key, _dumps(rows), before, _about(entry, len(rows)))

    async def recover(self, open_key: str) -> tuple[str, ...]:
        """Restore everything that the store has lost, and return the names of it.

        The open encounter is skipped: this tab has all of its records and writes them again.
        """
        return await self.restore_lost(json.loads(await self._store.inventory()), open_key)

    async def restore_lost(self, raw: Mapping[str, Any], open_key: str = "") -> tuple[str, ...]:
        """Restore what the given inventory shows as lost, and return the names of it."""
        remains = StoreInventory(
            frozenset((*raw["listed"], open_key)),
            tuple(raw["noted"]),
            tuple(raw["remembered"]),
            raw["members"],
            raw["membersRemembered"],
        )
        names = []
        for key in remains.lost:
            journal = await self.open_journal(key)
            if journal.records:
                names.append(raw["remembered"].get(key) or messages.NAMELESS)
            self._store.close_journal(key)
        if remains.has_lost_the_party:
            try:
                await self._store.restore_party()
                names.append(messages.THE_PARTY)
            except StoreFailed:
                pass  # retried at the next start
        return tuple(names)

    # The list

    async def encounters(self) -> tuple[SavedFight, ...]:
        return tuple(
            SavedFight(
                entry["key"],
                entry["name"] or messages.NAMELESS,
                entry["system"],
                entry["when"],
                combatants=entry.get("combatants", 0),
                played=int(entry.get("played", 0)),
                archived=bool(entry.get("archived")),
                deleted=bool(entry.get("deleted")),
                steps=entry.get("count", 0),
                left=read_left(entry.get("left"), entry.get("count", 0)),
                template=bool(entry.get("template")),
                place=entry.get("place", 0),
                campaign=entry.get("campaign", ""),
                order=int(entry.get("order", 0)),
            )
            for entry in json.loads(await self._store.list())
        )

    async def fate(self, key: str) -> str:
        """Return ``deleted`` or ``purged`` for an encounter that is so, else an empty string."""
        try:
            return await self._store.fate(key)
        except StoreFailed:
            return ""  # unknown

    async def clear_deleted(self, open_key: str) -> bool:
        """Purge encounters that were deleted long ago, except the open one. Return whether the list has changed."""
        try:
            return await self._store.clear_deleted(open_key)
        except StoreFailed:
            return False  # retried at the next start

    # Party, rule sets and quarantine

    async def party(self) -> tuple[PartyMember, ...]:
        return tuple(member for member, raw in await self._members() if not raw.get("deleted"))

    async def removed_members(self) -> tuple[RemovedMember, ...]:
        gone = [
            (raw["deleted"], RemovedMember(member, raw["when"]))
            for member, raw in await self._members()
            if raw.get("deleted")
        ]
        return tuple(removed for _, removed in sorted(gone, key=lambda pair: -pair[0]))

    async def _members(self) -> list[tuple[PartyMember, dict[str, Any]]]:
        party = json.loads(await self._store.party_and_quarantine())["party"]
        rows = (row for row in party if RULES not in row and _CAMPAIGN not in row)
        return sorted(_readable(rows, self._read_checked_member), key=lambda pair: pair[0].at)

    def _read_checked_member(self, row: Mapping[str, Any]) -> PartyMember:
        return check_member(_read_member(row), self._systems)

    async def rule_sets(self) -> tuple[SavedRuleSet, ...]:
        return _read_rule_sets(json.loads(await self._store.party_and_quarantine())["party"])

    async def campaigns(self) -> Campaigns:
        return _read_campaigns(json.loads(await self._store.party_and_quarantine())["party"])

    async def packs(self) -> tuple[SavedPack, ...]:
        packs = (pack for pack, _ in _readable(json.loads(await self._store.packs()), _read_saved_pack))
        return tuple(sorted(packs, key=lambda pack: pack.name.casefold()))

    async def quarantined_parts(self) -> tuple[QuarantinedPart, ...]:
        return _read_quarantine(json.loads(await self._store.party_and_quarantine()))

    async def count_unread(self) -> int:
        raw = json.loads(await self._store.party_and_quarantine())
        rows = [row for row in raw["party"] if not row.get("deleted")]
        unread = len(rows) - len([*_readable(rows, self._read_of_party)])
        return len(raw["aside"]) + len(raw["damaged"]) + unread

    def _read_of_party(self, row: Mapping[str, Any]) -> SavedRuleSet | SavedCampaign | PartyMember:
        """Read any row of the party's table. Raises BadSave."""
        if RULES in row:
            return _read_rule_set(row)
        return _read_campaign(row[_CAMPAIGN]) if _CAMPAIGN in row else self._read_checked_member(row)

    async def beside_fights(self) -> tuple[tuple[SavedRuleSet, ...], Campaigns, bool]:
        """Return rule sets, campaigns, and whether there are damaged parts, for the first screen."""
        raw = json.loads(await self._store.party_and_quarantine())
        return _read_rule_sets(raw["party"]), _read_campaigns(raw["party"]), bool(raw["aside"] or raw["damaged"])

    async def restore_part(self, part: QuarantinedPart) -> bool:
        try:
            look, _ = _read((await self._store.read_journal(part.key)).text)
            rows = find_continuation(look, read_rows(part.text).rows)
            if not rows or look.head is None:
                return False
            end = {"count": look.head.count, "sum": look.head.sum}
            last = {"count": rows[-1].number, "sum": rows[-1].sum}
            return await self._store.restore_part(_dumps({"id": part.id, "key": part.key, "end": end, "newEnd": last}))
        except StoreFailed as problem:
            raise NotStored(messages.refused(str(problem))) from problem

    async def commit(self, changes: StoreChanges) -> None:
        text = _dumps(
            {
                "move": [(*move, _fields(EntryChange(archived=True))) for move in changes.move],
                "put": [_put(encounter) for encounter in changes.put],
                "change": {key: _fields(change) for key, change in changes.change.items()},
                "party": [
                    *({"name": member.command.name, **write_fields(member)} for member in changes.party),
                    *(
                        {"name": rule_set.rules.name, "system": TABLE_RULES.key, **write_rule_set(rule_set)}
                        for rule_set in changes.rule_sets
                    ),
                    *(
                        {"key": campaign.key, "name": campaign.name, "system": "", _CAMPAIGN: write_fields(campaign)}
                        for campaign in changes.campaigns
                    ),
                ],
                "partyChange": {key: _fields(change) for key, change in changes.party_change.items()},
                "asideGone": changes.discarded,
                "purge": changes.purge,
                "packs": [write_fields(pack) for pack in changes.packs],
                "packsGone": changes.dropped_packs,
            }
        )
        try:
            await self._store.commit(text)
        except StoreFailed as problem:
            raise NotStored(messages.refused(str(problem))) from problem


def removal(repository: Repository) -> EntryChange:
    """Return the change that deletes an entry now."""
    return EntryChange(deleted=repository.now())


async def check_party(repository: Repository, members: Iterable[PartyMember]) -> None:
    """Raise Refused if the party with these members would exceed the limit of a file."""
    keys = {member.key for member in await repository.party()} | {member.key for member in members}
    if len(keys) > MOST_MEMBERS:
        raise Refused("too_many", messages.too_many_members(MOST_MEMBERS))


async def check_rule_sets(repository: Repository, rule_sets: Iterable[SavedRuleSet]) -> None:
    """Raise Refused if the saved rule sets with these would exceed their limit."""
    keys = {rule_set.key for rule_set in await repository.rule_sets() if not rule_set.gone} | {
        rule_set.key for rule_set in rule_sets
    }
    if len(keys) > MOST_RULE_SETS:
        raise Refused("too_many", messages.too_many_made(MOST_RULE_SETS))


def _readable[Row, Read](rows: Iterable[Row], read: Callable[[Row], Read]) -> Iterator[tuple[Read, Row]]:
    """Yield what ``read`` makes of the rows, each with its row. A row of a newer version is left out, and stays."""
    for row in rows:
        try:
            made = read(row)
        except BadSave:
            continue
        yield made, row


def _read_rule_sets(party: Iterable[Mapping[str, Any]]) -> tuple[SavedRuleSet, ...]:
    rows = (row for row in party if RULES in row)
    rule_sets = (
        replace(rule_set, gone=row["when"] if row.get("deleted") else "")
        for rule_set, row in _readable(rows, _read_rule_set)
    )
    return tuple(sorted(rule_sets, key=lambda rule_set: rule_set.rules.name.casefold()))


def _read_campaigns(party: Iterable[Mapping[str, Any]]) -> Campaigns:
    rows = (row[_CAMPAIGN] for row in party if _CAMPAIGN in row and not row.get("deleted"))
    campaigns = (campaign for campaign, _ in _readable(rows, _read_campaign))
    return Campaigns(tuple(sorted(campaigns, key=lambda campaign: campaign.name.casefold())))


def _read_quarantine(raw: Mapping[str, Any]) -> tuple[QuarantinedPart, ...]:
    parts = (
        QuarantinedPart(
            part["id"], part["name"], part["why"], tuple(_dumps(row) for row in part["records"]), part["key"]
        )
        for part in raw["aside"]
    )
    damaged = (
        QuarantinedPart(-number, row["name"] or messages.WITHOUT_NAME, _why_unread(row["text"]), (row["text"],))
        for number, row in enumerate(raw["damaged"], 1)
    )
    return (*parts, *damaged)


def _read(text: str) -> tuple[UncheckedJournal, Repair]:
    with no_garbage_collection():
        look = _look(json.loads(text))
        return look, plan_repair(look)


def _look(raw: Mapping[str, Any]) -> UncheckedJournal:
    return UncheckedJournal(
        tuple(parse_row(*row) for row in raw["rows"]),
        tuple(parse_row(*row) for row in raw["second"]),
        _head(raw["head"]),
        _head(raw["remembered"]),
        raw["newer"],
        raw["waits"],
        raw["mayMend"],
    )


def _head(raw: Mapping[str, Any] | None) -> JournalHead | None:
    if raw is None:
        return None
    return JournalHead(raw["name"], raw["system"], raw["combatants"], raw.get("count", 0), raw.get("sum", START))


def _mending(look: UncheckedJournal) -> dict[str, object]:
    known = look.head or look.remembered or JournalHead("", "", 0)
    about = {"name": known.name or messages.NAMELESS, "system": known.system, "combatants": known.combatants}
    return {**about, "why": messages.SET_ASIDE}


def _why_unread(text: str) -> str:
    """Return the reason why a row of the list or the party is unreadable.

    Rows of builds before release 1.0.0 have no format.
    """
    try:
        row = json.loads(text)
    except ValueError:
        return messages.DAMAGED_ROW
    is_older = isinstance(row, dict) and type(row.get("v")) is int and "format" not in row
    return messages.ROW_BEFORE_RELEASES if is_older else messages.DAMAGED_ROW


def _journal(look: UncheckedJournal, repair: Repair, aside: int) -> Journal:
    records = tuple(row.record for row in repair.whole)
    return Journal(records, repair.restored, aside, repair.missing, look.newer, look.head.name if look.head else "")


def _put(encounter: StoredFight) -> dict[str, object]:
    rows = chain_records(encounter.records)
    left = encounter.left and write_left(encounter.left, len(rows))
    return {**entry_fields(encounter), "left": left, "rows": rows, "sum": rows[-1].sum if rows else START}


def _fields(change: EntryChange) -> dict[str, object]:
    return {name: value for name, value in asdict(change).items() if value is not None}


def _about(entry: ListEntry, step: int) -> str:
    about = {"name": entry.name, "system": entry.system, "combatants": entry.combatants}
    campaign = {"campaign": entry.campaign} if entry.campaign else {}
    played = {"played": entry.played} if entry.played else {}
    return _dumps({**about, **campaign, **played, "left": entry.left and write_left(entry.left, step)})


def _dumps(raw: object) -> str:
    return json.dumps(raw, ensure_ascii=False)
