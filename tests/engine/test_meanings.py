"""What versions 1 and 2 remembered goes on: each fact is read as what it meant, and no file can say more than that."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.engine.edited_files import draw_facts, replay_with
from tests.engine.fights import play_ferry, play_sample, read_views
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import BadSave
from turntrack.core.model import Status, TurnEffect
from turntrack.core.score import Score, Term, TermKind
from turntrack.history.session import Session
from turntrack.log.narrate import narrate
from turntrack.saves.facts import FactSet, Lasting
from turntrack.saves.meanings import OF_COMBATANT
from turntrack.saves.records import Did, decode_record, encode_record
from turntrack.saves.replay import records_of, renew, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.interlock.memory import ActionRow, RowEntry, TurnWait
from turntrack.systems.interlock.memory import InterlockCombatant as OfFighter
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.rond6.memory import Gear, TieBreak, TieFactor
from turntrack.systems.rond6.memory import Rond6Combatant as OfBoarder
from turntrack.systems.traveller.memory import ActionKind, TravellerCombatant
from turntrack.systems.unbound.memory import Sneak, UnboundFight
from turntrack.systems.zebra.memory import ZebraCombatant


def told(key: str, *facts: FactSet) -> tuple[Session, list[str]]:
    """Return the sample fight of a system after these facts, and what the log says of them."""
    session = Table.sample(key).session
    records = records_of(session)
    back = replay((*records, Did(len(records) + 1, c.WriteNote("told"), facts)), SYSTEMS)
    lines = narrate(back.before_last, back.past[-1], system_of(key, SYSTEMS))
    return back, [str(line) for line in lines]


def remembered(key: str, *facts: FactSet) -> object:
    """Return what is remembered of the first combatant, or of the fight if the facts are about it, after them."""
    session, _ = told(key, *facts)
    return session.encounter.standings["c1"].memory if facts[0].id else session.encounter.memory


def as_version_2(record: Did) -> str:
    return encode_record(record).replace('"v":3', '"v":2', 1)


ROW = ("shot|rifle|c3|called|no|over|there", "dodge||||", "cut short|rifle")


@pytest.mark.parametrize(
    ("key", "facts", "memory"),
    [
        ("interlock", (FactSet("c1", "taken", ("1", "one", "99999")),), OfFighter(ActionRow((), (1,)))),
        (
            "interlock",
            (FactSet("c1", "row", ROW), FactSet("c1", "taken", ("0",))),
            OfFighter(
                ActionRow((RowEntry("shot", "rifle", "c3", True, True, "over|there", True), RowEntry("dodge")), (0,)),
            ),
        ),
        ("interlock", (FactSet("c1", "row", ROW), FactSet("c1", "row", False)), OfFighter()),
        ("interlock", (FactSet("c1", "fixed", True), FactSet("c1", "moved", 9)), OfFighter(is_fixed=True, feet=9)),
        ("interlock", (FactSet("c1", "moved", 9), FactSet("c1", "fixed", False)), OfFighter()),
        ("interlock", (FactSet("c1", "held", "c2"),), OfFighter(wait=TurnWait("c2"))),
        ("interlock", (FactSet("c1", "held", "open"),), OfFighter(wait=TurnWait())),
        ("interlock", (FactSet("c1", "held", "c2"), FactSet("c1", "held", False)), OfFighter()),
        (
            "rond6",
            (FactSet("c1", "gear", ("bow", "axe", "axe")), FactSet("c1", "slow_gear", ("bow",))),
            OfBoarder(gear=(Gear("bow", True), Gear("axe"))),
        ),
        (
            "rond6",
            (FactSet("c1", "tie", ("c2", "Search", "4D against 3D+1")),),
            OfBoarder(tie=TieBreak("c2", TieFactor.SEARCH, "4D", "3D+1")),
        ),
        (
            "rond6",
            (FactSet("c1", "tie", ("c2", "the list", "all else is equal")),),
            OfBoarder(tie=TieBreak("c2", TieFactor.LIST)),
        ),
        ("rond6", (FactSet("c1", "tie", ("c2", "the list", "")), FactSet("c1", "tie", ())), OfBoarder()),
        (
            "unbound",
            (FactSet("", "sneaking", ("Gang", "Watch", "half a pair")),),
            UnboundFight(sneaking=(Sneak("Gang", "Watch"),)),
        ),
        ("zebra", (FactSet("c1", "reserved", True, Lasting.ROUND),), ZebraCombatant(reserved=True)),
        ("zebra", (FactSet("c1", "reserved", True),), ZebraCombatant(reserve_kept=True)),
        ("zebra", (FactSet("c1", "reserved", True), FactSet("c1", "reserved", False)), ZebraCombatant()),
        (
            "zebra",
            (FactSet("c1", "placed", True), FactSet("c1", "colour", "red"), FactSet("c1", "empty", True)),
            ZebraCombatant(placed=True),
        ),
    ],
)
def test_a_fact_is_read_as_what_it_meant(key: str, facts: tuple[FactSet, ...], memory: object) -> None:
    """Whatever stands under no key of its system was never asked for, and is left out."""
    assert remembered(key, *facts) == memory


@pytest.mark.parametrize(
    ("key", "fact", "said"),
    [
        ("zebra", FactSet("c9", "engaged", ()), "FactSet: nobody is called c9"),
        ("zebra", FactSet("c1", "reserved", "yes"), "“reserve_kept”: true or false was expected, not “yes”"),
        ("zebra", FactSet("c1", "engaged", 7), "“engaged”: a list of at most 1000 was expected, not “7”"),
        ("traveller", FactSet("c1", "actions", -1), "“actions”: a number from 0 to 10000 was expected, not “-1”"),
        ("traveller", FactSet("c1", "entered", 100_000), "“entered”: a number from -99 to 99 was expected"),
        ("rond6", FactSet("c1", "tie", ("c2",)), "FactSet: tie cannot be “a tuple”"),
        ("rond6", FactSet("c1", "tie", ("c2", "luck", "")), "“by”: one of talent, perception"),
        ("unbound", FactSet("", "factions", 7), "“factions”: a list of at most 1000 was expected, not “7”"),
    ],
)
def test_a_fact_that_cannot_be_is_refused(key: str, fact: FactSet, said: str) -> None:
    with pytest.raises(BadSave) as wrong:
        told(key, fact)
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("key", "fact", "line"),
    [
        ("zebra", FactSet("c1", "engaged", (), rule="ZA10"), "Mara is in shooting position. (ZA10)"),
        ("unbound", FactSet("", "factions", ("A", "B"), rule="ruling"), "The order is A, B. (ruling)"),
        ("unbound", FactSet("c1", "reaction", "missed", rule="U25"), "Ana gets no Reaction back on this turn. (U25)"),
        ("rond6", FactSet("c1", "declared", 2), "Mara declares 2 actions, −1D on each roll."),
        ("rond6", FactSet("c1", "tackled", False), "Mara is free again."),
        ("interlock", FactSet("c1", "moved", False), ""),
    ],
)
def test_what_was_said_anew_is_said_again(key: str, fact: FactSet, line: str) -> None:
    """Versions 1 and 2 set a fact also where it was so already, and the log said it once more."""
    _, lines = told(key, fact, fact)
    assert lines[-1:] == ([line] if line else [])


def test_what_an_action_was_follows_from_the_rule_that_it_went_by() -> None:
    spent = e.Spent("c1", Term("runs up to 12 m, DM 0", 0, "T20"))
    waves = e.Spent("c1", Term("waves", 0, "ruling"))
    session = Table.sample("traveller").session
    record = Did(len(session.past) + 1, c.WriteNote("told"), (spent, waves))
    back = replay((*records_of(session), decode_record(as_version_2(record))), SYSTEMS)
    assert back.encounter.standings["c1"].memory == TravellerCombatant(done=(ActionKind.RUN,))
    again = replay((*records_of(session), decode_record(encode_record(record))), SYSTEMS)
    assert again.past[-1].events == (spent, waves)


@pytest.mark.parametrize(
    ("terms", "parts"),
    [
        ((Term("d20", 11), Term("nerve", 6), Term("d20", 5)), (TermKind.THROW, TermKind.OTHER, TermKind.OTHER)),
        ((Term("d10", 9), Term("corrected: d10 9 → 3", -6, "ruling")), (TermKind.THROW, TermKind.CORRECTION)),
        ((Term("ruling", 30, "ruling"),), (TermKind.OTHER,)),
        (
            (Term("3D", 9, "R8"), Term("the 1", -6, "RA10"), Term("ranks", 1, "R10")),
            (TermKind.THROW, TermKind.CANCELLED, TermKind.OTHER),
        ),
        ((Term("3D", 9, "R9"), Term("Character Point", 4, "R13")), (TermKind.THROW, TermKind.POINT)),
        ((Term("2D", 9, "T2"), Term("held", 20, "T6")), (TermKind.THROW, TermKind.HELD)),
        (
            (Term("2D", 9, "T2"), Term("wounds", 2, "TA1"), Term("Morale (7) failed", 10, "TA1")),
            (TermKind.THROW, TermKind.WOUNDS, TermKind.FAILED),
        ),
        ((Term("entered", 4, "TA1"),), (TermKind.OTHER,)),
    ],
)
def test_what_a_term_is_followed_from_its_label_and_rule(terms: tuple[Term, ...], parts: tuple[TermKind, ...]) -> None:
    record = decode_record(as_version_2(Did(1, c.WriteNote("told"), (e.ScoreSet("c1", Score(terms)),))))
    assert isinstance(record, Did)
    (scored,) = record.events
    assert isinstance(scored, e.ScoreSet)
    assert tuple(term.part for term in scored.score.terms) == parts


@pytest.mark.parametrize(
    ("command", "turn"), [(c.Act("c1", "dodge"), TurnEffect.OVER), (c.RuleTurn("c1"), TurnEffect.BY_STATUS)]
)
def test_whoever_has_acted_and_is_ready_for_more_has_had_a_turn(command: c.Command, turn: TurnEffect) -> None:
    """A version that did not say so told it by what it did: in an action, of whoever spent something in it."""
    told = (
        e.StatusSet("c1", Status.READY),
        e.Spent("c1", Term("dodges", 3)),
        e.StatusSet("c1", Status.READY),
        e.StatusSet("c2", Status.READY),
        e.StatusSet("c1", Status.ACTING),
    )
    record = decode_record(as_version_2(Did(1, command, told)))
    assert isinstance(record, Did)
    turns = [event.turn for event in record.events if isinstance(event, e.StatusSet)]
    assert turns == [TurnEffect.BY_STATUS, turn, TurnEffect.BY_STATUS, TurnEffect.BY_STATUS]


@pytest.mark.parametrize(
    "event",
    [
        "7",
        '{"is":"Spent"}',
        '{"is":"Spent","term":7}',
        '{"is":"ScoreSet","score":7}',
        '{"is":"ScoreSet","score":{"terms":[7]}}',
        '{"is":"ScoreSet","score":{}}',
    ],
)
def test_what_is_damaged_in_an_older_record_is_refused(event: str) -> None:
    text = as_version_2(Did(1, c.WriteNote("told"), ())).replace('"events":[]', f'"events":[{event}]')
    with pytest.raises(BadSave):
        decode_record(text)


def test_a_journal_is_renewed_as_this_version_writes_it() -> None:
    records = records_of(Table.sample("zebra").session)
    old = Did(len(records) + 1, c.WriteNote("told"), (FactSet("c1", "placed", True),))
    session, renewed = renew((*records, old), SYSTEMS)
    texts = [encode_record(record) for record in renewed]
    assert json.loads(texts[-1])["events"] == [{"is": "Remembered", "id": "c1", "memory": {"placed": True}}]
    assert replay([decode_record(text) for text in texts], SYSTEMS).past == session.past


def test_a_fact_is_read_from_an_older_record() -> None:
    facts = (
        FactSet("c1", "engaged", ("c2",)),
        FactSet("", "just_acted", "c1", Lasting.ROUND),
        FactSet("c1", "kept", -3),
    )
    record = decode_record(as_version_2(Did(1, c.WriteNote("told"), facts)))
    assert isinstance(record, Did)
    assert record.events == facts


def test_a_record_of_this_version_knows_no_facts() -> None:
    text = encode_record(Did(1, c.WriteNote("told"), (FactSet("c1", "placed", True),)))
    assert '"v":3' in text
    with pytest.raises(BadSave, match="no event is called “FactSet”"):
        decode_record(text)


@pytest.mark.repeats
@pytest.mark.parametrize("system", [it for it in SYSTEMS if it.key in OF_COMBATANT], ids=lambda system: system.key)
def test_whatever_an_older_file_remembers_is_refused_or_can_be_shown(system: TurnSystem) -> None:
    session = play_sample(system)

    @settings(max_examples=amount(60))
    @given(st.lists(draw_facts(session, system), min_size=1, max_size=3).map(tuple))
    def check(facts: tuple[FactSet, ...]) -> None:
        made_up = replay_with(session, facts)
        if made_up:
            read_views(made_up.before_last, made_up.past[-1], system)

    check()


def test_facts_of_a_system_that_came_later_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turntrack.saves.meanings.OF_COMBATANT", {})
    assert remembered("zebra", FactSet("c1", "placed", True)) == play_ferry().past[0].after.memory
