"""The files of tests/saves, which this version writes and every later version must read.

``python -m tests.app.saved_samples`` writes files of the current formats. Those of a released format are never edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from app.storage.export_file_codec import Bundle, encode_bundle
from app.values.stored import PartyMember, SavedRuleSet, StoredFight
from tests.app.fights import branched, kept, played
from tests.app.table import MemoryStorage
from tests.engine.transcripts import Transcript
from turntrack.core.commands import AddCombatant
from turntrack.history.session import Session
from turntrack.history.templates import template_of
from turntrack.saves.journal import encode_template, records_of
from turntrack.saves.records import RECORD_FORMAT, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS

TESTS = Path(__file__).parent.parent
SAVES = TESTS / "saves"


def summary(session: Session) -> list[object]:
    """Return a summary of a saved fight, in words that do not depend on the classes."""
    encounter = session.encounter
    return [
        encounter.name,
        encounter.system,
        [len(session.past), len(session.future), encounter.round, encounter.part],
        [
            [
                encounter.name_of(combatant_id),
                encounter.standings[combatant_id].status.value,
                encounter.standings[combatant_id].able,
                encounter.combatants[combatant_id].health,
            ]
            for combatant_id in encounter.order
        ],
        [[condition.name, condition.bearer] for condition in encounter.conditions],
        [[branch.fork, len(branch.steps), branch.at] for branch in session.branches],
    ]


def fights(system: TurnSystem) -> list[tuple[Session, StoredFight]]:
    """Return a few fights of a system with every kind of record and event, and all fields of its memory."""
    candidates = [played(system)]
    for path in sorted((TESTS / "transcripts" / system.key).glob("*.txt")):
        transcript = Transcript(path)
        transcript.play()
        candidates.append(transcript.session)
    storage = MemoryStorage()
    first = branched(system, storage)
    samples = [(first.session, replace(kept(first.session), records=tuple(storage.journals[first.key])))]
    seen = set(_places(first.session))
    while True:
        best = max(candidates, key=lambda session: len(set(_places(session)) - seen))
        if seen.issuperset(_places(best)):
            return samples
        seen.update(_places(best))
        samples.append((best, kept(best, f"{len(samples):04x}")))


def _places(session: Session) -> Iterator[str]:
    """Yield the path of every key in the events of a fight, by the names of its classes."""
    for record in records_of(session):
        yield from _places_in(json.loads(encode_record(record)).get("events", []), "")


def _places_in(raw: object, place: str) -> Iterator[str]:
    if isinstance(raw, list):
        for item in raw:
            yield from _places_in(item, place)
    elif isinstance(raw, dict):
        for key, item in raw.items():
            yield f"{place}{raw.get('is', '')}.{key}"
            yield from _places_in(item, f"{place}{raw.get('is', '')}.{key}")


def main() -> None:
    """Write a file of each system, with its fights, party, rule sets and a template."""
    SAVES.mkdir(exist_ok=True)
    for system in SYSTEMS:
        saved = fights(system)
        added = [command for command in system.sample() if isinstance(command, AddCombatant)]
        party = tuple(PartyMember(f"c{place}", system.key, command) for place, command in enumerate(added))
        rule_sets = PRESETS if system.key == TABLE_RULES.key else ()
        made = tuple(SavedRuleSet(f"d{place}", preset.rules) for place, preset in enumerate(rule_sets))
        file = SAVES / f"{RECORD_FORMAT}-{system.key}.json"
        file.write_text(
            encode_bundle(Bundle(tuple(encounter for _, encounter in saved), party, made)), encoding="utf-8"
        )
        expected = json.dumps([summary(session) for session, _ in saved], ensure_ascii=False)
        file.with_suffix(".expected").write_text(f"{expected}\n", encoding="utf-8")
        encounter = saved[0][0].encounter
        template = encode_template(template_of(encounter, system.at(encounter)))
        file.with_suffix(".template").write_text(template, encoding="utf-8")


if __name__ == "__main__":
    main()
