"""The export of encounters, the party and rule sets as files, logs and links."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from app.intents.page import ExportPart
from app.storage import messages
from app.storage.export_file_codec import LONGEST, Bundle, encode_bundle
from app.storage.journal_replay import read_journal
from app.storage.list_entry import list_entry_of
from app.storage.markdown_fight_report import escape_markdown, write_markdown_report
from app.storage.party_standings import read_standings
from app.storage.repository import Repository
from app.storage.shared_links import Link, pack_link
from app.values.fight_names import name_of
from app.values.stored import PartyMember, SavedFight, StoredFight
from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave, Refused
from turntrack.history.session import Session
from turntrack.history.templates import template_of
from turntrack.saves.journal import encode_template, records_of
from turntrack.saves.records import LONGEST_RECORD, encode_record
from turntrack.systems.protocol import RuleText, TurnSystem, system_of


@dataclass(frozen=True, slots=True)
class Export:
    """Texts that are ready to be shared. ``log`` is empty if there is none."""

    title: str
    file: str
    log: str = ""
    notes: tuple[str, ...] = ()
    """Notes about what the file lacks."""
    link: str = ""
    """The fragment of a link that holds everything; empty if there is none."""
    key: str = ""
    """The encounter of which the file holds all that this page has."""
    is_backup: bool = False
    """Whether the file holds everything that is stored."""
    is_of_everything: bool = False
    """Whether it is the export of everything, even if not all could be read."""
    holds_something: bool = True
    """Whether there was anything to export."""

    def text(self, part: ExportPart) -> str:
        """Return one part of the export."""
        match part:
            case ExportPart.LOG:
                return self.log
            case ExportPart.LINK:
                return self.link
            case ExportPart.FILE:
                return self.file
            case _:
                assert_never(part)

    def with_length_note(self) -> Export:
        """Return the export, with a note if it is too long to be imported."""
        if len(self.file.encode()) <= LONGEST:
            return self
        way = "keep its log" if self.log else "export fights one by one"
        return replace(self, notes=(*self.notes, messages.too_long(way)), is_backup=False)


class Exporting:
    """The exports of stored data and of the open fight."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._systems = systems
        self._repository = repository

    def export_open(self, key: str, session: Session) -> Export:
        """Export the open fight, of which the store may lack the last steps."""
        log, untold = _told(session, system_of(session.encounter.system, self._systems))
        file = encode_bundle(Bundle((self._on_page(key, session),)))
        return Export(name_of(session.encounter), file, log, untold, key=key)

    async def export_listed(self, entry: SavedFight) -> Export | None:
        """Export a listed encounter; None if no record of it can be read."""
        encounter, note = await self._readable(entry)
        if encounter is None:
            return None
        session = read_journal(encounter.records, self._systems).session
        if entry.template:
            system = system_of(encounter.system, self._systems).at(session.encounter)
            text = encode_template(template_of(session.encounter, system))
            return Export(encounter.name, text, link=pack_link(Link.FIGHT, text))
        log, untold = _told(session, system_of(encounter.system, self._systems))
        return Export(encounter.name, encode_bundle(Bundle((encounter,))), log, (*([note] if note else []), *untold))

    async def export_campaign(self) -> Export:
        """Export the current campaign, with an account of its fights in the order in which they were played."""
        campaigns = await self._repository.campaigns()
        current = campaigns.current
        entries = [entry for entry in campaigns.here(await self._repository.encounters()) if not entry.deleted]
        readable = [await self._readable(entry) for entry in sorted(entries, key=lambda entry: entry.saved)]
        fights = tuple(fight for fight, _ in readable if fight)
        logs = tuple(self._account_of(fight for fight in fights if not fight.template))
        title = current.name if current else "this campaign"
        account = [f"# {escape_markdown(title)}", "", *map(escape_markdown, current.notes if current else ()), ""]
        notes = [note for _, note in readable if note]
        party = campaigns.here(await self._party())
        text = encode_bundle(Bundle(fights, party, campaigns=(current,) if current else ()))
        return Export(
            title,
            text,
            "\n".join((*account, *(log for log, _ in logs))) if logs else "",
            (*notes, *dict.fromkeys(note for _, untold in logs for note in untold)),
        )

    def _account_of(self, fights: Iterable[StoredFight]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the log of each fight that has begun, and its notes. Rules that are the same are told once."""
        told = set[tuple[RuleText, ...]]()
        for fight in fights:
            session = read_journal(fight.records, self._systems).session
            if session.encounter.round:
                system = system_of(fight.system, self._systems)
                rules = system.at(session.encounter).rules
                yield _told(session, system, 2, rules not in told)
                told.add(rules)

    async def export_everything(self) -> Export:
        """Export all encounters that are not deleted, the party and the rule sets."""
        readable = [await self._readable(entry) for entry in await self._repository.encounters() if not entry.deleted]
        encounters = tuple(encounter for encounter, _ in readable if encounter)
        rule_sets = tuple(rule_set for rule_set in await self._repository.rule_sets() if not rule_set.gone)
        campaigns = await self._repository.campaigns()
        unread = await self._repository.count_unread()
        notes = (*(note for _, note in readable if note), *([messages.unread_parts(unread)] if unread else []))
        bundle = Bundle(encounters, await self._party(), rule_sets, campaigns.all, is_everything=not notes)
        holds_something = bool(bundle.encounters or bundle.party or bundle.rule_sets or bundle.campaigns)
        file = encode_bundle(bundle)
        return Export(
            "everything", file, notes=notes, is_backup=not notes, is_of_everything=True, holds_something=holds_something
        )

    async def export_party(self) -> Export:
        """Export the party of the current campaign as it stands."""
        party = (await self._repository.campaigns()).here(await self._party())
        return Export("the party", encode_bundle(Bundle(party=party)))

    async def _party(self) -> tuple[PartyMember, ...]:
        return await read_standings(self._repository, self._systems, {})

    def export_open_raw(self, key: str, session: Session) -> Export:
        """Export the records of the open fight, without a log."""
        return _unread(self._on_page(key, session))

    async def export_raw(self, entry: SavedFight) -> Export:
        """Export the records of a listed encounter as they are stored, without replaying them."""
        records = tuple(as_json(record) for record in (await self._repository.read_journal(entry.key)).records)
        return _unread(entry.with_records(records))

    def _on_page(self, key: str, session: Session) -> StoredFight:
        return stored_encounter_of(key, session, self._repository.now())

    async def _readable(self, entry: SavedFight) -> tuple[StoredFight | None, str]:
        """Return the importable part of an encounter (None if there is none), and a note about the rest."""
        journal = await self._repository.read_journal(entry.key)
        count = read_journal(journal.records, self._systems).count
        total = len(journal.records) + max(journal.aside, journal.missing)
        if not count:
            return None, messages.nothing_readable(entry.name)
        records = journal.records[:count]
        encounter = entry.with_records(records)
        if count == total:
            return encounter, ""
        return encounter, messages.partly_readable(entry.name, count, total)


def stored_encounter_of(key: str, session: Session, played: int, mark: str = "") -> StoredFight:
    """Return the session as an encounter with the shortest records that lead there. ``mark`` is added to its name."""
    now = session.encounter
    records = tuple(encode_record(record) for record in records_of(session))
    name = f"{name_of(now)} ({mark})" if mark else name_of(now)
    left = list_entry_of(session, system_of(now.system, session.systems)).left
    return StoredFight(key, name, now.system, len(now.combatants), played, False, records, left)


def _unread(encounter: StoredFight) -> Export:
    if not encounter.records:
        raise Refused("unreadable", messages.no_records(encounter.name))
    return Export(
        encounter.name, encode_bundle(Bundle((encounter,))), notes=(messages.as_kept(len(encounter.records)),)
    )


def _told(session: Session, system: TurnSystem, level: int = 1, with_rules: bool = True) -> tuple[str, tuple[str, ...]]:
    """Return the log as text; if that fails, an empty log with a note."""
    try:
        return write_markdown_report(session, system, level, with_rules), ()
    except Exception:
        return "", (messages.NOT_TOLD,)


def as_json(record: str) -> str:
    """Return a record as JSON: unchanged, or as a JSON string if it is not valid JSON."""
    try:
        read_json(record, LONGEST_RECORD)
    except BadSave:
        return json.dumps(record)
    return record


def file_name(title: str) -> str:
    """Return a file name that is valid on every file system.

    >>> file_name("The ferry: Ambush!"), file_name("../..")
    ('turntrack-The-ferry-Ambush', 'turntrack-encounter')
    """
    words = "".join(character if character.isalnum() else " " for character in title).split()
    return f"turntrack-{'-'.join(words)[:60] or 'encounter'}"
