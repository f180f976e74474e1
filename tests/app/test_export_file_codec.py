"""Tests of files: written files can be read, foreign files are refused with a sentence."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.storage.export_file_codec import LONGEST, Bundle, encode_bundle
from app.storage.export_writer import Export, Exporting
from app.storage.journal import read_journal
from app.values.stored import PartyMember, SavedFight, StoredFight
from tests.amounts import WHOLE, amount, count
from tests.app.fights import HOSTILE, kept, played, read_file, read_roster
from tests.app.mutations import mutated
from tests.app.repository import MemoryRepository, finish
from tests.app.saved_samples import SAVES, summary
from tools.layout import ROOT
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave, Malformed, NewerSave
from turntrack.history.session import Session
from turntrack.saves.journal import decode_template, records_of, replay
from turntrack.saves.records import RECORD_FORMAT, Did, Dropped, Redid, Save, Took, Undid, decode_record, encode_save
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

EXAMPLES = count("FUZZ", amount(100))


def everything(steps: int = 12) -> Bundle:
    party = (PartyMember("c0ffee", SYSTEMS[0].key, c.AddCombatant("Mara", side="Crew", sheet={})),)
    return Bundle(tuple(kept(played(system, steps), f"{place:04x}") for place, system in enumerate(SYSTEMS)), party)


@pytest.mark.parametrize("script", ["page/files_and_clipboard.js", "store/backup_files.js"])
def test_the_scripts_read_files_of_the_same_size(script: str) -> None:
    assert f"const MOST_BYTES = {LONGEST:_};\n" in (ROOT / "static" / "js" / script).read_text()


class TestRoundTrip:
    def test_everything_comes_back(self) -> None:
        bundle = everything()
        back = read_file(encode_bundle(bundle))
        assert back.encounters == bundle.encounters
        assert back.is_whole
        assert [member.command.name for member in back.party] == ["Mara"]

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_the_history_is_the_engines(self, system: TurnSystem) -> None:
        session = played(system)
        (back,) = read_file(encode_bundle(Bundle((kept(session),)))).encounters
        again = replay([decode_record(record) for record in back.records], SYSTEMS)
        assert (again.past, again.future) == (session.past, session.future)

    @pytest.mark.parametrize("is_everything", [True, False])
    def test_a_file_says_whether_it_is_of_everything(self, is_everything: bool) -> None:
        assert (
            read_file(encode_bundle(replace(everything(), is_everything=is_everything))).is_everything == is_everything
        )

    def test_one_record_a_line_and_layout_does_not_matter(self) -> None:
        bundle = everything()
        text = encode_bundle(bundle)
        assert all(record in text.splitlines() for encounter in bundle.encounters for record in encounter.records[-1:])
        laid_out = json.dumps(json.loads(text), indent=3)
        assert read_file(laid_out) == read_file(text)

    def test_a_file_of_one_encounter_is_read_and_known_again(self) -> None:
        session = played(SYSTEMS[0])
        text = encode_save(Save("Ferry", SYSTEMS[0].key, records_of(session)))
        (encounter,), (again,) = read_file(text).encounters, read_file(text).encounters
        assert encounter == again
        assert encounter.name == session.encounter.name

    @pytest.mark.parametrize("name", HOSTILE)
    def test_hostile_names_stay_names(self, name: str) -> None:
        session = Session(SYSTEMS)
        dice = seeded_dice(1)
        for command in (c.MakeEncounter(name, SYSTEMS[0].key), c.AddCombatant(name, 2, name, name, note=name)):
            session.dispatch(command, dice)
        (back,) = read_file(encode_bundle(Bundle((kept(session),)))).encounters
        assert back.name == " ".join(name.split())


class TestRefused:
    def test_a_change_that_still_reads_is_noticed(self) -> None:
        text = encode_bundle(everything()).replace("Mara", "Maria")
        assert not read_file(text).is_whole

    def test_the_claimed_name_does_not_matter(self) -> None:
        """What the fight says of itself counts."""
        raw = json.loads(encode_bundle(everything()))
        raw["encounters"][0]["name"] = "Something else"
        assert read_file(json.dumps(raw)).encounters[0].name != "Something else"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "cut short"),
            ("[1, 2]", "not a file from Turntrack"),
            ('{"kind": "turntrack-file", "format": 99}', "newer Turntrack"),
            ('{"kind": "turntrack-file", "format": 0}', "format 2 was expected"),
            ('{"kind": "turntrack-file", "format": true}', "format 2 was expected"),
            ('{"kind": "turntrack-file", "format": 1}', "The file: encounters is missing"),
            ('{"kind": "turntrack-file", "format": 1, "encounters": 3, "party": [], "rules": []}', "a list of at most"),
            ('{"kind": "turntrack-file", "v": 2, "encounters": []}', "Written by a build before release 1.0.0"),
            ("[" * 200_000, "nested too deep"),
            ("9" * 10_000, "damaged"),
        ],
    )
    def test_says_what_was_expected(self, text: str, said: str) -> None:
        with pytest.raises(BadSave, match=said):
            read_file(text)

    @pytest.mark.parametrize("number", ["1e999", "NaN", "-0.0", "1.5", "99999999999", '"3"', "null"])
    def test_odd_numbers(self, number: str) -> None:
        text = encode_bundle(Bundle((kept(played(SYSTEMS[0])),)))
        assert '"seq":2,' in text
        with pytest.raises(BadSave):
            read_file(text.replace('"seq":2,', f'"seq":{number},'))

    def test_the_same_encounter_twice(self) -> None:
        (encounter, *_) = everything().encounters
        with pytest.raises(BadSave, match="in the file twice"):
            read_file(encode_bundle(Bundle((encounter, encounter))))

    def test_a_newer_record_is_not_called_damaged(self) -> None:
        text = encode_bundle(everything())
        at = f'{{"format":{RECORD_FORMAT},"seq":3'
        text = text.replace(at, at.replace(str(RECORD_FORMAT), str(RECORD_FORMAT + 1), 1))
        with pytest.raises(NewerSave, match="newer Turntrack"):
            read_file(text)


class TestFormats:
    @pytest.mark.parametrize("file", sorted(SAVES.glob("*.json")), ids=lambda file: file.name)
    def test_every_format_is_read(self, file: Path) -> None:
        """Fights, party, rule sets and a template of each system, of every format that was ever released."""
        bundle = read_file(file.read_text(encoding="utf-8"))
        sessions = [read_journal(kept.records, SYSTEMS).session for kept in bundle.encounters]
        wrong = "Is the format unreleased? Then write the files anew: python -m tests.app.saved_samples"
        expected = json.loads(file.with_suffix(".expected").read_text(encoding="utf-8"))
        assert [summary(session) for session in sessions] == expected, wrong
        assert bundle.is_whole
        assert bundle.party
        records = [record for kept in bundle.encounters for record in kept.records]
        assert {json.loads(record)["format"] for record in records} == {RECORD_FORMAT}
        assert decode_template(file.with_suffix(".template").read_text(encoding="utf-8")).commands

    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_each_system_has_a_file_with_every_kind_of_record(self, system: TurnSystem) -> None:
        bundle = read_file((SAVES / f"{RECORD_FORMAT}-{system.key}.json").read_text(encoding="utf-8"))
        records = [decode_record(record) for record in bundle.encounters[0].records]
        assert {type(record) for record in records} == {Did, Undid, Redid, Took, Dropped}
        assert any(isinstance(record, Did | Took) and record.at for record in records)
        assert any(isinstance(record, Undid) and record.count > 1 for record in records)


# Fuzz


@pytest.fixture(autouse=True)
def _tell(request: pytest.FixtureRequest, note: Callable[[str], None]) -> None:
    if WHOLE and "mutated" in request.node.name:
        note(f"fuzz: {EXAMPLES} tried, {request.node.name.removeprefix('test_').replace('_', ' ')}")


def tried[T](read: Callable[[], T]) -> tuple[T | None, str]:
    """Return the result or the refusal of a reader; any other error fails the test."""
    try:
        return read(), ""
    except Malformed as error:
        return None, str(error)


VALID = encode_bundle(everything(6))
CSV = 'name,count,side,group,health,note,table,other\nGuard,3,Harbour,G,10,old,yes,?\n"A, b",1,,,,,,\n'
IMPROVED = json.dumps(
    {
        "Name": "Ambush",
        "Combatants": [{"Alias": "Gob", "CurrentHP": 7, "StatBlock": {"Name": "Goblin", "HP": {"Value": 7}}}],
    }
)


@settings(max_examples=EXAMPLES)
@given(st.integers(min_value=0, max_value=2**48))
def test_mutated_files_give_a_refusal_or_a_valid_encounter(seed: int) -> None:
    text = mutated(VALID, seed)
    bundle, said = tried(lambda: read_file(text))
    if bundle is None:
        assert 0 < len(said) < 2_000
        return
    for encounter in bundle.encounters:  # whatever is taken can be played on and written again
        session = replay([decode_record(record) for record in encounter.records], SYSTEMS)
        assert session.encounter.system
        assert read_file(encode_bundle(Bundle((encounter,)))).encounters == (encounter,)
    assert read_file(encode_bundle(Bundle((), bundle.party))).party == bundle.party


@settings(max_examples=EXAMPLES)
@given(st.integers(min_value=0, max_value=2**48), st.booleans())
@example(56, False)  # a hidden character in what goes into the note
def test_mutated_lists_give_a_refusal_or_combatants(seed: int, is_csv: bool) -> None:
    text = mutated(IMPROVED, seed)
    if is_csv:
        chance = random.Random(seed)
        at = chance.randrange(len(CSV))
        text = (
            CSV[:at] + chance.choice(('"', ",", "\n", "\0", ";", "x" * 2500, "\u202e", "1e999", "NaN")) + CSV[at + 1 :]
        )
    for system in SYSTEMS:
        roster, said = tried(partial(read_roster, text, system))
        if roster is None:
            assert 0 < len(said) < 2_000
            continue
        session = Session(SYSTEMS)
        session.dispatch(c.MakeEncounter("List", system.key), seeded_dice(1))
        for command in roster.members:
            session.dispatch(command, seeded_dice(1))


@settings(max_examples=EXAMPLES)
@given(st.integers(min_value=0, max_value=2**48))
def test_mutated_journals_keep_their_valid_beginning(seed: int) -> None:
    chance = random.Random(seed)
    texts = list(kept(played(SYSTEMS[seed % len(SYSTEMS)], 6)).records)
    at = chance.randrange(len(texts))
    match chance.randrange(4):
        case 0:
            texts[at] = mutated(texts[at], seed)
        case 1:
            texts[at] = texts[chance.randrange(len(texts))]
        case 2:
            del texts[at]
        case _:
            texts.insert(at, texts[at])
    reading = read_journal(texts, SYSTEMS)
    assert reading.count >= min(at, len(texts))
    assert len(reading.session.past) + len(reading.session.future) <= reading.count


OTHERS: dict[str, object] = {"str": "abcd", "Key": "abcd", "int": 7, "Time": 1_700_000_000_000, "bool": True}
"""A value other than the default, by the type of a field."""


def unlike_default() -> StoredFight:
    """Return a fight in which each field of its entry in the list has a value of its own."""
    fight = kept(played(SYSTEMS[0]))
    optional = [each for each in fields(StoredFight) if each.default is not MISSING and each.name != "left"]
    about: dict[str, Any] = {each.name: OTHERS[str(each.type)] for each in optional}
    return replace(fight, archived=True, **about)


class TestEntry:
    """Of what the list says of a fight, no field is forgotten on the way, nor will a later one be."""

    def test_in_a_file(self) -> None:
        fight = unlike_default()
        assert read_file(encode_bundle(Bundle((fight,)))).encounters == (fight,)

    def test_of_a_listed_fight_with_its_journal(self) -> None:
        fight = unlike_default()
        about = {each.name: getattr(fight, each.name) for each in fields(SavedFight) if hasattr(fight, each.name)}
        assert SavedFight(**about, when="today").with_records(fight.records) == replace(fight, left=None)

    @pytest.mark.parametrize("is_read", [True, False])
    def test_in_an_export_of_it(self, is_read: bool) -> None:
        """Also where its records are not read."""
        repository, fight = MemoryRepository(), unlike_default()
        repository.kept[fight.key] = fight
        exported: list[Export | None] = []

        async def export() -> None:
            (entry,) = await repository.encounters()
            exporting = Exporting(SYSTEMS, repository)
            everything = exporting.export_everything if is_read else partial(exporting.export_raw, entry)
            exported.append(await everything())

        finish(export())
        assert exported[0]
        assert read_file(exported[0].file).encounters == (fight,)
