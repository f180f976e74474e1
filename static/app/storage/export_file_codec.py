"""The file format of encounters and the party: readable JSON with a format number and a checksum.

Each record has its own line, so that a damaged file can be repaired by hand. The checksum covers the content and not
the white space. Reading returns exactly what was written, or raises BadSave.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import cast

from app.importers.portions import Portions
from app.storage.list_entry import list_entry_of
from app.values.stored import (
    MOST_PACKS,
    MOST_RULE_SETS,
    Key,
    PartyMember,
    SavedCampaign,
    SavedPack,
    SavedRuleSet,
    StoredFight,
)
from turntrack.codec.dataclass_json import STORED, list_reader, object_reader, write_fields
from turntrack.codec.json_values import Time, Upgrade, read_head, read_json, read_text, write_json
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import LONGEST_NAME, clean_text, read_all
from turntrack.history.session import Session
from turntrack.saves.journal import renew
from turntrack.saves.packs import open_pack
from turntrack.saves.records import MOST_RECORDS, Record, decode_save, encode_record, read_record
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.rule_set import RuleSet, rules_from_json, rules_to_json

KIND = "turntrack-file"
_ONE_ENCOUNTER = "turntrack-encounter"

_UPGRADES: tuple[Upgrade, ...] = (dict,)
"""Upgrades from each released format to the next: with format 2, a file of everything says so."""

FORMAT = len(_UPGRADES) + 1

_PART_FORMAT = 1
"""The format of a file that is not of everything, which release 1.0.0 reads too."""

_KEY = re.compile(r"[0-9a-f-]{1,64}")

LONGEST = 64_000_000
"""The longest file that the page reads, in bytes, and the longest text, in characters."""

_MOST_ENCOUNTERS = 10_000
MOST_MEMBERS = 1_000
MOST_CAMPAIGNS = 100
MOST_LINES = 2_000

type WhyNotShown = Callable[[Session, TurnSystem], str]
"""Renders a fight once. Returns the reason why that fails; empty if it works."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The content of a file."""

    encounters: tuple[StoredFight, ...] = ()
    party: tuple[PartyMember, ...] = ()
    rule_sets: tuple[SavedRuleSet, ...] = ()
    campaigns: tuple[SavedCampaign, ...] = ()
    packs: tuple[SavedPack, ...] = ()
    is_whole: bool = True
    """Whether the checksum fits. If not, the file was edited or damaged."""
    is_everything: bool = False
    """Whether it holds everything that was stored on the device."""
    unshown: tuple[str, ...] = ()
    """For each encounter that replays but cannot be rendered, its name and the reason. ``encounters`` lacks these."""


@dataclass(frozen=True, slots=True)
class FightInFile:
    """A fight as a file has it. What its records say counts, not its name, system and number of combatants."""

    key: Key
    name: str
    system: str
    combatants: int
    played: Time
    archived: bool
    records: tuple[Record, ...]
    template: bool = False
    place: int = 0
    campaign: Key = ""


@dataclass(frozen=True, slots=True)
class File:
    """The fields of a file."""

    encounters: tuple[FightInFile, ...]
    party: tuple[PartyMember, ...]
    rules: tuple[SavedRuleSet, ...]
    campaigns: tuple[SavedCampaign, ...] = ()
    packs: tuple[SavedPack, ...] = ()
    everything: bool = False
    sha256: str = ""


def _read_key(raw: object) -> str:
    if type(raw) is not str or not _KEY.fullmatch(raw):
        raise BadSave("a key of up to 64 digits and letters a to f was expected.")
    return raw


def read_long_text(raw: object) -> str:
    """Read a text of any length. Raises BadSave."""
    if not isinstance(raw, str):
        raise BadSave("text was expected.")
    return raw


NOTED = {**STORED, tuple[str, ...]: list_reader(read_text, MOST_LINES)}
"""The readers of a campaign’s fields."""

_PARTS = {**STORED, Key: _read_key, RuleSet: rules_from_json}
_read_fight = object_reader(
    FightInFile,
    {**_PARTS, tuple[Record, ...]: list_reader(read_record, MOST_RECORDS, "Record")},
    what="the fight",
)
_read_member = object_reader(PartyMember, _PARTS, what="the combatant")
_read_rule_set = object_reader(SavedRuleSet, _PARTS, what="the rule set")
_read_campaign = object_reader(SavedCampaign, {**NOTED, **_PARTS}, what="the campaign")
_read_pack = object_reader(SavedPack, {**_PARTS, str: read_long_text}, what="the pack")
_read_file = object_reader(
    File,
    {
        **STORED,
        tuple[FightInFile, ...]: list_reader(_read_fight, _MOST_ENCOUNTERS, "Fight"),
        tuple[PartyMember, ...]: list_reader(_read_member, MOST_MEMBERS, "Member"),
        tuple[SavedRuleSet, ...]: list_reader(_read_rule_set, MOST_RULE_SETS, "Rule set"),
        tuple[SavedCampaign, ...]: list_reader(_read_campaign, MOST_CAMPAIGNS, "Campaign"),
        tuple[SavedPack, ...]: list_reader(_read_pack, MOST_PACKS, "Pack"),
    },
    what="The file",
)


def encode_bundle(bundle: Bundle) -> str:
    """Return the text of the file."""
    encounters = ",\n".join(map(_write_encounter, bundle.encounters))
    party = ",\n".join(write_json(write_fields(replace(member, at=0))) for member in bundle.party)
    rule_sets = ",\n".join(write_json(write_rule_set(rule_set)) for rule_set in bundle.rule_sets)
    campaigns = ",\n".join(write_json(write_fields(replace(each, is_current=False))) for each in bundle.campaigns)
    packs = ",\n".join(write_json(write_fields(pack)) for pack in bundle.packs)
    everything = {"everything": True} if bundle.is_everything else {}
    head = write_json({"kind": KIND, "format": FORMAT if everything else _PART_FORMAT, **everything})[:-1]
    body = f'{head},\n"encounters":[\n{encounters}\n],\n"party":[\n{party}\n],\n"rules":[\n{rule_sets}\n]'
    body += f',\n"campaigns":[\n{campaigns}\n]' if campaigns else ""
    body += f',\n"packs":[\n{packs}\n]' if packs else ""
    return f'{body},\n"sha256":"{_checksum(json.loads(body + "}"))}"}}\n'


def write_rule_set(rule_set: SavedRuleSet) -> dict[str, object]:
    """Return a saved rule set as a JSON object."""
    return {"key": rule_set.key, "rules": rules_to_json(rule_set.rules)}


def decode_bundle(text: str, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown) -> Portions[Bundle]:
    """Read a file of Turntrack, also one of a single encounter. Raises BadSave."""
    raw = read_json(text.removeprefix("\ufeff"), LONGEST)
    if type(raw) is dict and raw.get("kind") == _ONE_ENCOUNTER:
        return _one_encounter(text, systems, why_not_shown)
    fields, is_whole = _open(raw)
    file = _read_file(fields)
    _check_once(file.encounters, "encounter")
    _check_once(file.party, "member of the party")
    _check_once(file.rules, "rule set")
    _check_once(file.campaigns, "campaign")
    _check_once(file.packs, "pack")
    for number, pack in enumerate(file.packs, 1):
        _check_pack(pack, number)
    fights, reasons = list[StoredFight](), list[str]()
    for number, fight in enumerate(file.encounters, 1):
        stored, why = _replay(fight, number, systems, why_not_shown)
        fights.append(stored)
        reasons.append(why)
        yield number / len(file.encounters)
    party = tuple(check_member(member, systems) for member in file.party)
    read = Bundle(tuple(fights), party, file.rules, file.campaigns, file.packs, is_whole, file.everything)
    return _leave_out_unshown(read, reasons)


def _open(raw: object) -> tuple[Mapping[str, object], bool]:
    """Return the fields of a file, and whether its checksum fits. Raises BadSave."""
    fields = read_head(raw, KIND, _UPGRADES, "This is not a file from Turntrack.")
    # The text as it is, not the file as this version reads it: an upgrade would change the checksum.
    original = {key: value for key, value in cast(dict[str, object], raw).items() if key != "sha256"}
    return fields, fields.get("sha256") == _checksum(original)


def _check_pack(pack: SavedPack, number: int) -> None:
    """Raise BadSave if the text of a pack is none."""
    try:
        open_pack(pack.text)
    except BadSave as error:
        raise error.inside(f"Pack {number}") from error


def is_of_everything(text: str) -> bool:
    """Return whether a file says that it holds everything. Its fights are not replayed.

    Raises BadSave if it is cut short, damaged or of another kind.
    """
    fields, is_whole = _open(read_json(text.removeprefix("\ufeff"), LONGEST))
    if not is_whole:
        raise BadSave("The checksum does not match.")
    return fields.get("everything") is True


def _leave_out_unshown(read: Bundle, reasons: Sequence[str]) -> Bundle:
    """Leave out the encounters that have a reason not to be shown. Raises BadSave if nothing is left."""
    fights = tuple(zip(read.encounters, reasons, strict=True))
    unshown = tuple(f"“{encounter.name}”: {why}" for encounter, why in fights if why)
    if unshown and len(unshown) == len(fights) and not (read.party or read.rule_sets or read.campaigns or read.packs):
        many = "Its fight reads" if len(fights) == 1 else "The fights in it read"
        raise BadSave(f"{many} as a history, but cannot be shown here. {unshown[0]}")
    return replace(read, encounters=tuple(encounter for encounter, why in fights if not why), unshown=unshown)


def check_member(member: PartyMember, systems: tuple[TurnSystem, ...]) -> PartyMember:
    """Return the member with a sheet that fits its system. Raises BadSave."""
    command = member.command
    try:
        known = next((system for system in systems if system.key == member.system), None)
        # A sheet of an unknown system is kept for a version that has the system. Where each fight has its own rules,
        # the fields are only known when the member joins.
        if known and not known.has_rules_of_fights:
            command = replace(command, sheet=read_all(known.fields, command.sheet))
        if not clean_text("name", command.name, LONGEST_NAME):
            raise BadValue("a name was expected.")
    except BadValue as error:
        raise BadSave(f"Member “{command.name[:LONGEST_NAME]}” of the party: {error}") from error
    return replace(member, command=command)


def _one_encounter(text: str, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown) -> Bundle:
    save = decode_save(text)
    session, records = renew(save.records, systems)
    texts = tuple(encode_record(record) for record in records)
    # The same file gives the same key, so that a second import is noticed.
    key = sha256("\n".join(texts).encode()).hexdigest()[:24]
    fight, why = _name_and_check(_unnamed(key, texts), session, why_not_shown)
    return _leave_out_unshown(Bundle((fight,)), [why])


def entry_fields(fight: StoredFight) -> dict[str, object]:
    """Return the fight's entry in the list as a JSON object, without its summary."""
    return {name: item for name, item in write_fields(fight).items() if name not in ("records", "left")}


def _write_encounter(fight: StoredFight) -> str:
    return f'{write_json(entry_fields(fight))[:-1]},"records":[\n' + ",\n".join(fight.records) + "\n]}"


def _replay(
    fight: FightInFile, number: int, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown
) -> tuple[StoredFight, str]:
    try:
        session, records = renew(fight.records, systems)  # in the format of this version
    except BadSave as error:
        raise error.inside(f"Fight {number}") from error
    texts = tuple(map(encode_record, records))
    stored = replace(
        _unnamed(fight.key, texts),
        played=fight.played,
        archived=fight.archived,
        template=fight.template,
        place=fight.place,
        campaign=fight.campaign,
    )
    return _name_and_check(stored, session, why_not_shown)


def _unnamed(key: Key, records: tuple[str, ...]) -> StoredFight:
    """Return an encounter without what its session says of it."""
    return StoredFight(key, "", "", combatants=0, played=0, archived=False, records=records)


def _name_and_check(stored: StoredFight, session: Session, why_not_shown: WhyNotShown) -> tuple[StoredFight, str]:
    """Return the encounter with the name and counts of its session, and the reason why it cannot be shown."""
    encounter = session.encounter
    if not encounter.system:
        raise BadSave("It holds no fight: its first step does not begin one.")
    system = system_of(encounter.system, session.systems)
    entry = list_entry_of(session, system)
    named = replace(stored, name=entry.name, system=entry.system, combatants=entry.combatants, left=entry.left)
    return named, why_not_shown(session, system)


def _checksum(raw: object) -> str:
    # One form for equal content: white space and the order of keys do not count.
    text = json.dumps(raw, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _check_once(
    parts: Sequence[FightInFile | PartyMember | SavedRuleSet | SavedCampaign | SavedPack], what: str
) -> None:
    for key, times in Counter(part.key for part in parts).items():
        if times > 1:
            raise BadSave(f"The same {what} ({key}) is in the file twice.")
