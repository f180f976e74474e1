"""The export of encounters, the party and rule sets: files, Markdown reports, and links."""

from __future__ import annotations

import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from app.intents.page import ExportPart
from app.storage import messages
from app.storage.export_file_codec import LONGEST, Bundle, encode_bundle
from app.storage.journal import read_journal
from app.storage.list_entry import list_entry_of
from app.storage.party_standings import members_here, read_standings
from app.storage.repository import Repository
from app.ui.conditions import state_words
from app.ui.reinforcements import reinforcements_view
from app.values.fight_names import name_of
from app.values.stored import PartyMember, SavedFight, StoredFight
from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave, Refused
from turntrack.core.events import CombatantAdded
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Combatant, Encounter
from turntrack.core.settings import SETTINGS
from turntrack.history.session import Session, Step
from turntrack.history.templates import template_of
from turntrack.lines.quick_line import write_quick_line
from turntrack.log.narrate import narrate
from turntrack.rules.health import tally_of
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
        account = [f"# {_escape_markdown(title)}", "", *map(_escape_markdown, current.notes if current else ()), ""]
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
        """Export all encounters that are not deleted, the party, the rule sets and the packs."""
        readable = [await self._readable(entry) for entry in await self._repository.encounters() if not entry.deleted]
        encounters = tuple(encounter for encounter, _ in readable if encounter)
        rule_sets = tuple(rule_set for rule_set in await self._repository.rule_sets() if not rule_set.gone)
        campaigns = await self._repository.campaigns()
        unread = await self._repository.count_unread()
        notes = (*(note for _, note in readable if note), *([messages.unread_parts(unread)] if unread else []))
        packs = await self._repository.packs()
        bundle = Bundle(encounters, await self._party(), rule_sets, campaigns.all, packs, is_everything=not notes)
        holds_something = bool(encounters or bundle.party or rule_sets or campaigns.all or packs)
        file = encode_bundle(bundle)
        return Export(
            "everything", file, notes=notes, is_backup=not notes, is_of_everything=True, holds_something=holds_something
        )

    async def export_party(self) -> Export:
        """Export the party of the current campaign as it stands."""
        party = await members_here(self._repository, self._systems, None)
        return Export("the party", encode_bundle(Bundle(party=party)))

    async def _party(self) -> tuple[PartyMember, ...]:
        return await read_standings(self._repository, self._systems, {})

    def export_open_raw(self, key: str, session: Session) -> Export:
        """Export the records of the open fight, without a log."""
        return _unread(self._on_page(key, session))

    async def export_raw(self, entry: SavedFight) -> Export:
        """Export the records of a listed encounter as they are stored, without replaying them."""
        records = tuple(_as_json(record) for record in (await self._repository.read_journal(entry.key)).records)
        return _unread(entry.with_records(records))

    def _on_page(self, key: str, session: Session) -> StoredFight:
        return stored_encounter_of(key, session, self._repository.now())

    async def _readable(self, entry: SavedFight) -> tuple[StoredFight | None, str]:
        """Return the importable part of an encounter (None if there is none), and a note about the rest."""
        journal = await self._repository.read_journal(entry.key)
        count = read_journal(journal.records, self._systems).count
        # Not the sum: rows that were set aside may be those that are missing.
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
    # Whatever the log stumbles over, the file with the fight must leave the device.
    except Exception:
        return "", (messages.NOT_TOLD,)


def _as_json(record: str) -> str:
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


_MARK = re.compile(r"([\\`*_{}\[\]<>#|!&~@]|:(?=\S)|(?<=www)\.)", re.IGNORECASE)
_MARK_OF_ITEM = re.compile(r"^(\d*)([-+.)])")


def write_markdown_report(session: Session, system: TurnSystem, level: int = 1, with_rules: bool = True) -> str:
    """Return the report as Markdown: options, combatants as quick lines, every step, branches, and the final state.

    ``level`` is that of its heading. A fight's own rules are left out without ``with_rules``.
    """
    now, head, part, inner = session.encounter, "#" * level, "#" * (level + 1), "#" * (level + 2)
    title = _escape_markdown(system.at(now).title)
    lines = [f"{head} {_escape_markdown(name_of(now))}", "", f"{title}. Written by Turntrack.", ""]
    options = (*system.options, *SETTINGS)
    chosen = [(option, now.options[option.key]) for option in options if option.key in now.options]
    if chosen:
        lines += [f"{part} How the table plays", ""]
        lines += [
            f"- {option.label}: {_escape_markdown({pick.key: pick.label for pick in option.values}.get(value, value))}"
            for option, value in chosen
        ]
        lines.append("")
    if system.has_rules_of_fights and with_rules:
        lines += [f"{part} The rules of this fight", ""]
        lines += [f"- **{rule.id}** {_escape_markdown(rule.text)}" for rule in system.at(now).rules]
        lines.append("")
    lines += [f"{part} Combatants as they joined", "", "```"]
    for step in session.past:
        joined = [event.combatant for event in step.events if isinstance(event, CombatantAdded)]
        lines += [write_quick_line(combatant, system.at(step.after).fields) for combatant in joined]
    lines += ["```", "", f"{part} What happened", ""]
    before = NO_ENCOUNTER
    for number, step in enumerate(session.past, 1):
        if step.after.round != before.round:
            lines += ["", f"{inner} {system.round_name(step.after.round).capitalize()}", ""]
        lines += _tell(before, step, number, system)
        before = step.after
    lines += _branches(session, system, part)
    lines += ["", f"{part} How things stand", ""]
    lines += [
        _describe(now, combatant, system)
        for combatant in (now.combatants[combatant_id] for combatant_id in system.track(now))
    ]
    later = reinforcements_view(now, system).words
    lines += [f"- Later: {_escape_markdown(later)}"] if later else []
    return "\n".join(lines) + "\n"


def _tell(before: Encounter, step: Step, number: int, system: TurnSystem) -> Iterator[str]:
    for sentence in narrate(before, step, system):
        mark = "Ruling: " if sentence.is_ruling else ""
        cited = _escape_markdown(", ".join(rule for rule in sentence.rules if rule != "ruling"))
        yield f"{number}. {mark}{_escape_markdown(sentence.text)}{f' ({cited})' if cited else ''}"


def _branches(session: Session, system: TurnSystem, part: str) -> list[str]:
    """Return the steps of undone branches, each branch before those that leave from its own steps."""
    lines: list[str] = []
    line = (*session.past, *reversed(session.future))
    # A branch at step 0 is another fight, perhaps of another system; only files written by hand have one.
    left = [(branch, line[branch.fork - 1].after) for branch in reversed(session.branches) if branch.fork]
    while left:
        branch, before = left.pop()
        lines += ["", f"{part}# Instead, after step {branch.fork}", ""]
        for number, step in enumerate(branch.steps, branch.fork + 1):
            lines += _tell(before, step, number, system)
            before = step.after
        hanging = reversed(session.hanging_on(branch))
        left += [(inner, branch.steps[inner.fork - branch.fork - 1].after) for inner in hanging]
    return ["", f"{part} What was undone, and something else was done instead", *lines] if lines else []


def _describe(encounter: Encounter, combatant: Combatant, system: TurnSystem) -> str:
    number = system.number(encounter, combatant.id)
    said = [system.say_number(number.total)] if number else []
    said += [badge.text for badge in system.badges(encounter, combatant.id)]
    if health := tally_of(encounter, combatant):
        words = str(health).replace(" of ", "/")
        said.append(words if health.is_damage else f"health {words}")
    said += state_words(encounter, combatant, system)
    return f"- {_escape_markdown(combatant.name)}: {_escape_markdown(', '.join(said)) or 'nothing yet'}"


def _escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it literally, also at the start of a line."""
    return _MARK_OF_ITEM.sub(r"\1\\\2", _MARK.sub(r"\\\1", text))


LONGEST_PACKED = 12_000
_LONGEST_CONTENT = 400_000
_LONGEST_GAME = 60

UNREADABLE = "This link is cut short or damaged. Copy the whole link, or ask for the file instead."
"""The message for a link whose content does not decode."""


class Link(StrEnum):
    """What a link holds, by the word before the equals sign: the text of a file, but for the name of a game."""

    RULES = "rules"
    FIGHT = "fight"
    GAME = "game"


_LINK = re.compile(r"\S*#(rules|fight|game)=(\S*)")
_GAPS = re.compile(r"[-_+\s]+")


def pack_link(kind: Link, text: str) -> str:
    """Return the fragment of a link to a text, deflated, as URL-safe base64; empty if it would be too long.

    >>> unpack_link(pack_link(Link.RULES, "{}"))
    '{}'
    """
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(text.encode()) + deflate.flush()
    coded = binascii.b2a_base64(packed, newline=False).decode().replace("+", "-").replace("/", "_").rstrip("=")
    return f"#{kind}={coded}" if len(coded) <= LONGEST_PACKED else ""


def unpack_link(text: str) -> str:
    """Return the text in a link to rules or a fight, and any other text unchanged. Raises BadSave."""
    match = _LINK.fullmatch(text[: 2 * LONGEST_PACKED].strip())
    if match is None or match[1] == Link.GAME:
        return text
    coded = match[2].replace("-", "+").replace("_", "/")
    inflate = zlib.decompressobj(wbits=-15)
    try:
        packed = binascii.a2b_base64(coded + "=" * (-len(coded) % 4), strict_mode=True)
        content = inflate.decompress(packed, _LONGEST_CONTENT)
        if not inflate.eof:
            raise BadSave(UNREADABLE)
        return content.decode()
    except (ValueError, zlib.error) as error:  # also for a sign outside ASCII, such as “…” where a link was cut
        raise BadSave(UNREADABLE) from error


def game_of_link(text: str, decode: Callable[[str], str]) -> str | None:
    """Return the name of the game in a link, as a search that may be empty; None for other links.

    ``decode`` decodes %-sequences, which a browser can do without a further module of Python.

    >>> [game_of_link(link, str) for link in ("#game=savage-worlds", "#game=", "#rules=AAAA")]
    ['savage worlds', '', None]
    """
    match = _LINK.fullmatch(text)
    if match is None or match[1] != Link.GAME:
        return None
    return _GAPS.sub(" ", decode(match[2])).strip()[:_LONGEST_GAME]


def has_content(fragment: str) -> bool:
    """Return whether the fragment of an address is a link of this page."""
    return _LINK.fullmatch(fragment) is not None
