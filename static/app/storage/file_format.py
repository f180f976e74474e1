"""The file format of encounters and the party: readable JSON with a format number and a checksum.

Each record has its own line, so that a damaged file can be repaired by hand. The checksum covers the content and not
the white space. Reading returns exactly what was written, or raises BadSave.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from app.storage.list_entry import list_entry_of
from app.storage.rule_sets import MOST_RULE_SETS
from app.values.saved import PartyMember, SavedRuleSet, StoredFight
from turntrack.codec.json_values import read_json
from turntrack.codec.upgrades import Upgrade, upgrade
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import LONGEST_NAME, clean_text, read_all
from turntrack.history.session import Session
from turntrack.saves.records import decode_command, decode_record, decode_save, encode_command, encode_record
from turntrack.saves.replay import renew
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules.rule_set import read_kept_rules, write_rules

KIND = "turntrack-file"
ONE_ENCOUNTER = "turntrack-encounter"

UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format to the next."""

FORMAT = len(UPGRADES) + 1

LONGEST = 64_000_000
MOST_ENCOUNTERS = 10_000
MOST_MEMBERS = 1_000
MOST_RECORDS = 100_000
LATEST = 8_640_000_000_000_000
"""The last millisecond that a browser's calendar knows."""

type WhyNotShown = Callable[[Session, TurnSystem], str]
"""Renders a fight once. Returns the reason why that fails; empty if it works."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The content of a file."""

    encounters: tuple[StoredFight, ...] = ()
    party: tuple[PartyMember, ...] = ()
    rule_sets: tuple[SavedRuleSet, ...] = ()
    is_whole: bool = True
    """Whether the checksum fits. If not, the file was edited or damaged."""
    unshown: tuple[str, ...] = ()
    """For each encounter that replays but cannot be rendered, its name and the reason. ``encounters`` lacks these."""


def encode_bundle(bundle: Bundle) -> str:
    """Return the text of the file."""
    encounters = ",\n".join(_encounter_out(encounter) for encounter in bundle.encounters)
    party = ",\n".join(
        _dumps(
            {
                "key": member.key,
                "system": member.system,
                "combatant": encode_command(member.command),
                **({"enemy": True} if member.enemy else {}),
            }
        )
        for member in bundle.party
    )
    head = _dumps({"kind": KIND, "format": FORMAT})[:-1]
    rule_sets = ",\n".join(
        f'{{"key":{_dumps(rule_set.key)},"rules":{write_rules(rule_set.rules)}}}' for rule_set in bundle.rule_sets
    )
    body = f'{head},\n"encounters":[\n{encounters}\n],\n"party":[\n{party}\n],\n"rules":[\n{rule_sets}\n]'
    return f'{body},\n"sha256":"{_checksum(json.loads(body + "}"))}"}}\n'


def decode_bundle(text: str, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown) -> Bundle:
    """Read a file of Turntrack, also one of a single encounter. Raises BadSave."""
    raw = read_json(text.removeprefix("\ufeff"), LONGEST)
    if type(raw) is dict and raw.get("kind") == ONE_ENCOUNTER:
        return _one_encounter(text, systems, why_not_shown)
    if type(raw) is not dict or raw.get("kind") != KIND:
        raise BadSave("This is not a file of Turntrack.")
    given = dict(upgrade(raw, UPGRADES))
    claimed = given.pop("sha256", "")
    _keys(given, {"kind", "format", "encounters", "party", "rules"}, "The file")
    read = [
        _encounter_in(item, number, systems, why_not_shown)
        for number, item in enumerate(_list(given["encounters"], MOST_ENCOUNTERS, "encounters"), 1)
    ]
    party = tuple(
        _member_in(item, number, systems)
        for number, item in enumerate(_list(given["party"], MOST_MEMBERS, "members of the party"), 1)
    )
    rule_sets = tuple(
        _rule_set_in(item, number) for number, item in enumerate(_list(given["rules"], MOST_RULE_SETS, "rules"), 1)
    )
    _once((encounter.key for encounter, _ in read), "encounter")
    _once((member.key for member in party), "member of the party")
    original = {key: value for key, value in raw.items() if key != "sha256"}
    _once((rule_set.key for rule_set in rule_sets), "rule set")
    return _shown(read, party, rule_sets, claimed == _checksum(original))


def _shown(
    read: Sequence[tuple[StoredFight, str]],
    party: tuple[PartyMember, ...],
    rule_sets: tuple[SavedRuleSet, ...],
    is_whole: bool,
) -> Bundle:
    """Return a bundle of the encounters that can be rendered. Raises BadSave if nothing is left."""
    unshown = tuple(f"“{encounter.name}”: {why}" for encounter, why in read if why)
    if unshown and len(unshown) == len(read) and not (party or rule_sets):
        many = "The fight in it reads" if len(read) == 1 else "The fights in it read"
        raise BadSave(f"{many} as a history, but cannot be shown here. {unshown[0]}")
    return Bundle(tuple(encounter for encounter, why in read if not why), party, rule_sets, is_whole, unshown)


def read_member(raw: object, key: str, system: str, systems: tuple[TurnSystem, ...]) -> PartyMember:
    """Return a member whose sheet fits its system. Raises BadSave."""
    command = decode_command(raw)
    if not isinstance(command, AddCombatant):
        raise BadSave("a combatant was expected.")
    try:
        known = next((known_system for known_system in systems if known_system.key == system), None)
        # A sheet of an unknown system is kept for a version that has the system. Where each fight has its own rules,
        # the fields are only known when the member joins.
        if known and not known.has_rules_of_fights:
            command = replace(command, sheet=read_all(known.fields, command.sheet))
        if not clean_text("name", command.name, LONGEST_NAME):
            raise BadSave("a name was expected.")
    except BadValue as error:
        raise BadSave(str(error)) from error
    return PartyMember(key, system, command)


def _one_encounter(text: str, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown) -> Bundle:
    save = decode_save(text)
    session, records = renew(save.records, systems)
    texts = tuple(encode_record(record) for record in records)
    # The same file gives the same key, so that a second import is noticed.
    key = sha256("\n".join(texts).encode()).hexdigest()[:24]
    return _shown(
        [_name_and_check(StoredFight(key, "", "", 0, 0, False, texts), session, why_not_shown)],
        (),
        (),
        is_whole=True,
    )


def _encounter_out(encounter: StoredFight) -> str:
    head = _dumps(
        {
            "key": encounter.key,
            "name": encounter.name,
            "system": encounter.system,
            "combatants": encounter.combatants,
            "played": encounter.played,
            "archived": encounter.archived,
            **({"template": True} if encounter.template else {}),
        }
    )
    return f'{head[:-1]},"records":[\n' + ",\n".join(encounter.records) + "\n]}"


def _encounter_in(
    raw: object, number: int, systems: tuple[TurnSystem, ...], why_not_shown: WhyNotShown
) -> tuple[StoredFight, str]:
    what = f"Encounter {number}"
    known = {"key", "name", "system", "combatants", "played", "archived", "records"}
    given = _keys(raw, known, what, "template")
    played, archived = given["played"], given["archived"]
    if type(played) is not int or not 0 <= played <= LATEST or type(archived) is not bool:
        raise BadSave(f"{what}: played must be a time, and archived true or false.")
    try:
        told = [decode_record(_dumps(item)) for item in _list(given["records"], MOST_RECORDS, "records")]
        session, records = renew(told, systems)  # in the format of this version
    except BadSave as error:
        raise type(error)(f"{what}: {error}") from error
    texts = tuple(encode_record(record) for record in records)
    stored = StoredFight(
        _key(given["key"], what), "", "", 0, played, archived, texts, template=_flag(given, "template", what)
    )
    return _name_and_check(stored, session, why_not_shown)


def _name_and_check(stored: StoredFight, session: Session, why_not_shown: WhyNotShown) -> tuple[StoredFight, str]:
    """Return the encounter with the name and counts of its session, and the reason why it cannot be shown."""
    encounter = session.encounter
    if not encounter.system:
        raise BadSave("It holds no encounter: its first step makes none.")
    system = system_of(encounter.system, session.systems)
    entry = list_entry_of(session, system)
    named = replace(stored, name=entry.name, system=entry.system, combatants=entry.combatants, left=entry.left)
    return named, why_not_shown(session, system)


def _member_in(raw: object, number: int, systems: tuple[TurnSystem, ...]) -> PartyMember:
    what = f"Member {number} of the party"
    given = _keys(raw, {"key", "system", "combatant"}, what, "enemy")
    try:
        system = clean_text("system", given["system"], LONGEST_NAME)
        member = read_member(given["combatant"], _key(given["key"], what), system, systems)
        return replace(member, enemy=_flag(given, "enemy", what))
    except (BadSave, BadValue) as error:
        raise BadSave(f"{what}: {error}") from error


def _rule_set_in(raw: object, number: int) -> SavedRuleSet:
    what = f"Rules {number}"
    given = _keys(raw, {"key", "rules"}, what)
    try:
        return SavedRuleSet(_key(given["key"], what), read_kept_rules(_dumps(given["rules"])))
    except BadValue as error:
        raise BadSave(f"{what}: {error}") from error


def _checksum(raw: object) -> str:
    text = json.dumps(raw, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _dumps(raw: object) -> str:
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def _keys(raw: object, known: set[str], what: str, maybe: str = "") -> dict[str, object]:
    """Return an object that has exactly these keys, and perhaps ``maybe``. Raises BadSave."""
    if type(raw) is not dict or raw.keys() - {maybe} != known:
        raise BadSave(f"{what}: exactly {', '.join(sorted(known))} were expected.")
    return raw


def _flag(given: Mapping[str, object], name: str, what: str) -> bool:
    flag = given.get(name, False)
    if type(flag) is not bool:
        raise BadSave(f"{what}: {name} must be true or false.")
    return flag


def _key(raw: object, what: str) -> str:
    if type(raw) is not str or not re.fullmatch(r"[0-9a-f-]{1,64}", raw):
        raise BadSave(f"{what}: a key of up to 64 digits and letters a to f was expected.")
    return raw


def _list(raw: object, most: int, what: str) -> list[object]:
    if type(raw) is not list or len(raw) > most:
        raise BadSave(f"a list of at most {most} {what} was expected.")
    return raw


def _once(keys: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise BadSave(f"The same {what} ({key[:40]}) is in it twice.")
        seen.add(key)
