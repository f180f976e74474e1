"""Tests of branches: steps cut off by a new step are kept, can be opened again or dropped, and are never lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from turntrack.codec.json_values import LATEST
from turntrack.core import commands as c
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadSave, Refused
from turntrack.history.session import Branch, Session, Step
from turntrack.saves.journal import follow, records_of, replay
from turntrack.saves.records import (
    Did,
    Dropped,
    Record,
    Redid,
    Save,
    Took,
    Undid,
    decode_record,
    decode_save,
    encode_record,
    encode_save,
)
from turntrack.systems import SYSTEMS


def noted(*words: str, session: Session | None = None) -> Session:
    """Return a fight whose steps are notes: after the first step, which makes it, one for each word."""
    if session is None:
        session = Session(SYSTEMS)
        session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    for word in words:
        session.dispatch(c.WriteNote(word), NoDice(), at=len(word))
    return session


def read(steps: list[Step] | tuple[Step, ...]) -> str:
    """Return the notes of these steps in a row."""
    return "".join(step.command.text for step in steps if isinstance(step.command, c.WriteNote))


def shape(session: Session) -> str:
    """Write the fight as text: ``A b[1 CD] | E`` has A and b done, E undone, and CD cut off after the first step."""

    def leaving(branches: Sequence[Branch]) -> str:
        return "".join(f"[{each.fork} {read(each.steps)}{leaving(session.hanging_on(each))}]" for each in branches)

    return f"{read(session.past)}|{read(session.future[::-1])}{leaving(session.branches)}"


def same(session: Session, other: Session) -> bool:
    """Return whether both are the same fight: ``records_of`` covers all but the encounters between the steps."""
    return (session.past, session.future, records_of(session)) == (other.past, other.future, records_of(other))


def sizes(session: Session) -> list[int]:
    """Return the number of steps of each branch with the branches that hang on it."""
    return [sum(len(each.steps) for each in session.with_hanging(branch)) for branch in session.branches]


class TestCuttingOff:
    def test_what_a_new_step_cuts_off_is_a_branch(self) -> None:
        session = noted("A", "B", "C")
        cut = session.past[2:]
        session.undo(2)
        assert (shape(session), session.branches) == ("A|BC", [])
        session.dispatch(c.WriteNote("D"), NoDice(), at=7)
        assert shape(session) == "AD|[2 BC]"
        assert session.branches == [Branch(1, 2, tuple(cut), 7)]

    def test_what_is_refused_cuts_nothing_off(self) -> None:
        session = noted("A", "B")
        session.undo()
        with pytest.raises(Refused):
            session.dispatch(c.CloseRound(), NoDice())
        assert shape(session) == "A|B"

    def test_a_branch_keeps_what_hangs_on_it(self) -> None:
        """Going back further cuts both off together; what leaves from what stays is not touched."""
        session = noted("A", "B", "C")
        session.undo()
        noted("D", session=session)
        session.undo(2)
        assert shape(session) == "A|BD[3 C]"
        noted("E", "F", session=session)
        assert shape(session) == "AEF|[2 BD[3 C]]"
        assert sizes(session) == [3]
        session.undo()
        noted("G", session=session)
        assert shape(session) == "AEG|[2 BD[3 C]][3 F]"

    def test_the_same_step_again_leads_on_to_what_followed(self) -> None:
        session = noted("A", "B", "C")
        session.undo(2)
        step = session.future[-1]
        assert session.dispatch(c.WriteNote("B"), NoDice()) is step
        assert shape(session) == "AB|C"

    def test_the_first_step_of_a_branch_again_leads_into_it(self) -> None:
        session = noted("A", "B", "C")
        session.undo(2)
        noted("D", session=session)
        session.undo()
        noted("E", session=session)
        session.undo()
        assert shape(session) == "A|E[2 BC][2 D]"
        session.dispatch(c.WriteNote("B"), NoDice(), at=9)
        assert shape(session) == "AB|C[2 D][2 E]"
        assert [branch.at for branch in session.branches] == [1, 9]


class TestOpening:
    def test_a_branch_and_what_stood_there_change_places(self) -> None:
        session = noted("A", "B", "C")
        session.undo(2)
        noted("D", session=session)
        session.open_branch(0, at=5)
        assert shape(session) == "ABC|[2 D]"
        assert session.branches[0].at == 5
        session.open_branch(0)
        assert shape(session) == "AD|[2 BC]"

    def test_what_hangs_on_a_branch_is_there_when_it_is_opened(self) -> None:
        session = noted("A", "B", "C")
        session.undo()
        noted("D", session=session)
        session.undo(2)
        noted("E", session=session)
        session.open_branch(0)
        assert shape(session) == "ABD|[2 E][3 C]"
        session.open_branch(1)
        assert shape(session) == "ABC|[2 E][3 D]"
        session.open_branch(0)
        assert shape(session) == "AE|[2 BC[3 D]]"

    def test_a_branch_that_leaves_from_what_is_undone(self) -> None:
        session = noted("A", "B", "C")
        session.undo()
        noted("D", session=session)
        session.undo(3)
        assert shape(session) == "|ABD[3 C]"
        session.open_branch(0)
        assert shape(session) == "ABC|[3 D]"

    def test_a_branch_that_leaves_from_here(self) -> None:
        session = noted("A", "B")
        session.undo()
        noted("C", session=session)
        session.undo()
        session.open_branch(0)
        assert shape(session) == "AB|[2 C]"

    def test_a_branch_is_forgotten_only_by_hand(self) -> None:
        session = noted("A", "B")
        session.undo()
        noted("C", session=session)
        for place in (-1, 1):
            with pytest.raises(Refused, match="no such branch"):
                session.open_branch(place)
            with pytest.raises(Refused, match="no such branch"):
                session.drop_branch(place)
        assert shape(session) == "AC|[2 B]"
        session.drop_branch(0)
        assert shape(session) == "AC|"

    def test_what_hangs_on_it_is_forgotten_with_it(self) -> None:
        session = noted("A", "B", "C")
        session.undo()
        noted("D", session=session)
        session.undo(2)
        noted("E", session=session)
        assert shape(session) == "AE|[2 BD[3 C]]"
        (branch,) = session.branches
        session.drop_branch(0)
        assert shape(session) == "AE|"
        assert session.hanging_on(branch) == ()


class TestManySteps:
    def test_many_steps_are_one_undo_and_one_redo(self) -> None:
        session = noted("A", "B", "C")
        first, last = session.past[2], session.past[3]
        assert session.undo(2) is first
        assert shape(session) == "A|BC"
        assert session.redo(2) is last
        assert shape(session) == "ABC|"

    @pytest.mark.parametrize("steps", [0, -1, 4])
    def test_no_more_steps_than_there_are(self, steps: int) -> None:
        session = noted("A", "B", "C")
        with pytest.raises(Refused, match=f"There are 3 steps to undo, not {steps}"):
            session.undo(steps)
        session.undo(3)
        with pytest.raises(Refused, match=f"There are 3 steps to redo, not {steps}"):
            session.redo(steps)


class TestJournal:
    def journal(self) -> tuple[Record, ...]:
        a, b, d, e = noted("A", "B", "D", "E").past[1:]
        made = noted().past[0]
        return (
            Did(1, made.command, made.events),
            Did(2, a.command, a.events),
            Did(3, b.command, b.events),
            Undid(4, 2),
            Redid(5),
            Did(6, d.command, d.events, at=1_700_000_000_000),
            Undid(7),
            Did(8, e.command, e.events, at=LATEST),
            Took(9, 1, at=3),
            Dropped(10, 0),
        )

    def test_each_record_does_what_it_says(self) -> None:
        seen = []
        session = Session(SYSTEMS)
        for record in self.journal():
            assert decode_record(encode_record(record)) == record
            follow(session, record)
            seen.append(shape(session))
        assert seen[:6] == ["|", "A|", "AB|", "|AB", "A|B", "AD|[2 B]"]
        assert seen[6:] == ["A|D[2 B]", "AE|[2 B][2 D]", "AD|[2 B][2 E]", "AD|[2 E]"]
        assert same(replay(self.journal(), SYSTEMS), session)

    def test_what_says_nothing_is_left_out(self) -> None:
        """So that a step of every day is no longer than it was."""
        assert encode_record(Undid(4)) == '{"format":2,"seq":4,"is":"undo"}'
        assert encode_record(Redid(4, 3)) == '{"format":2,"seq":4,"is":"redo","count":3}'
        assert encode_record(Took(4, 0)) == '{"format":2,"seq":4,"is":"take","branch":0}'
        assert encode_record(Dropped(4, 0)) == '{"format":2,"seq":4,"is":"drop","branch":0}'
        assert '"at"' not in encode_record(self.journal()[1])

    @pytest.mark.parametrize(
        ("record", "said"),
        [
            (Undid(11, 3), "Record 11: There are 2 steps to undo, not 3"),
            (Undid(11, 0), "Record 11: There are 2 steps to undo, not 0"),
            (Redid(11), "Record 11: There is nothing to redo"),
            (Took(11, 1), "Record 11: There is no such branch"),
            (Dropped(11, -1), "Record 11: There is no such branch"),
        ],
    )
    def test_what_does_not_fit_is_named(self, record: Record, said: str) -> None:
        with pytest.raises(BadSave, match=said):
            replay((*self.journal(), record), SYSTEMS)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"format":1,"seq":1,"is":"take","branch":0,"at":-1}', "milliseconds since 1970 were expected, not “-1”"),
            ('{"format":1,"seq":1,"is":"take","branch":0,"at":true}', "milliseconds since 1970"),
            (f'{{"format":1,"seq":1,"is":"take","branch":0,"at":{LATEST + 1}}}', "milliseconds since 1970"),
            ('{"format":1,"seq":1,"is":"take"}', "branch is missing"),
            ('{"format":1,"seq":1,"is":"drop","branch":0,"at":1}', "“at”: this is not known here"),
            ('{"format":1,"seq":1,"is":"undo","count":"2"}', "a whole number was expected, not “2”"),
            ('{"format":3,"seq":1,"is":"undo"}', "format 3; this one reads 2"),
        ],
    )
    def test_what_cannot_be_read_says_why(self, text: str, said: str) -> None:
        with pytest.raises(BadSave, match=said):
            decode_record(text)

    @pytest.mark.repeats
    def test_a_fight_of_ten_thousand_steps_that_was_gone_back_from_at_each(self) -> None:
        """Each branch hangs on another one: nothing here may call itself as deep as that."""
        made, note = noted("A").past
        journal: list[Record] = [Did(1, made.command, made.events)]
        journal += [Did(seq, note.command, note.events) for seq in range(2, 10_002)]
        while len(journal) < 10_001 + 2 * 9_999:
            journal.append(Undid(len(journal) + 1, 2))
            journal.append(Did(len(journal) + 1, c.WriteNote(f"instead, {len(journal)}"), note.events))
        session = replay(journal, SYSTEMS)
        assert (len(session.past), sizes(session)) == (2, [19_998])
        assert len(records_of(session)) == len(journal)
        assert sizes(replay(records_of(session), SYSTEMS)) == [19_998]


Doing = tuple[str, int]

DOINGS = st.lists(
    st.one_of(
        st.tuples(st.just("note"), st.integers(0, 3)),
        st.tuples(st.just("undo"), st.integers(1, 6)),
        st.tuples(st.just("redo"), st.integers(1, 6)),
        st.tuples(st.just("take"), st.integers(0, 5)),
        st.tuples(st.just("drop"), st.integers(0, 9)),
    ),
    max_size=60,
)


def done(session: Session, doings: list[Doing]) -> list[Record]:
    """Carry out the moves that are possible, and return their records."""
    made = session.dispatch(c.MakeEncounter("Ferry", "zebra"), NoDice())
    journal: list[Record] = [Did(1, made.command, made.events)]
    for what, number in doings:
        seq = len(journal) + 1
        match what:
            case "note":
                step = session.dispatch(c.WriteNote("ABCD"[number]), NoDice(), at=seq)
                journal.append(Did(seq, step.command, step.events, seq))
            case "undo" if len(session.past) > 1:
                steps = min(number, len(session.past) - 1)
                session.undo(steps)
                journal.append(Undid(seq, steps))
            case "redo" if session.future:
                steps = min(number, len(session.future))
                session.redo(steps)
                journal.append(Redid(seq, steps))
            case "take" if session.branches:
                place = number % len(session.branches)
                session.open_branch(place, at=seq)
                journal.append(Took(seq, place, seq))
            case "drop" if number < len(session.branches):
                session.drop_branch(number)
                journal.append(Dropped(seq, number))
    return journal


def ways(session: Session) -> set[str]:
    """Return every way through the fight, from its first step to an end, as the notes on it."""
    lines = set()
    line = read((*session.past, *session.future[::-1]))
    left: list[tuple[str, Sequence[Branch]]] = [(line, session.branches)]
    while left:
        line, branches = left.pop()
        lines.add(line)
        left += [(line[: each.fork - 1] + read(each.steps), session.hanging_on(each)) for each in branches]
    return lines


@pytest.mark.repeats
@settings(max_examples=amount(150))
@given(DOINGS)
def test_a_fight_with_branches_comes_back_the_same(doings: list[Doing]) -> None:
    """From its journal, from the short one, and from a file, which all lead to the same."""
    session = Session(SYSTEMS)
    journal = done(session, doings)
    assert same(replay(journal, SYSTEMS), session)
    short = records_of(session)
    assert len(short) <= len(journal)
    assert same(replay(short, SYSTEMS), session)
    assert records_of(replay(short, SYSTEMS)) == short
    text = encode_save(Save("Ferry", "zebra", short))
    assert same(replay(decode_save(text).records, SYSTEMS), session)


@pytest.mark.repeats
@settings(max_examples=amount(150))
@given(DOINGS)
def test_no_way_through_the_fight_is_lost_but_by_hand(doings: list[Doing]) -> None:
    """Each way that was ever played to its end, or that is the beginning of another, is there after every step."""
    session = Session(SYSTEMS)
    known: set[str] = set()
    for record in done(Session(SYSTEMS), [doing for doing in doings if doing[0] != "drop"]):
        follow(session, record)
        now = ways(session)
        assert all(any(way.startswith(old) for way in now) for old in known)
        assert len(now) == 1 + sum(len(session.with_hanging(branch)) for branch in session.branches)
        assert [branch.fork for branch in session.branches] == sorted(branch.fork for branch in session.branches)
        assert all(branch.fork < len(session.past) + len(session.future) for branch in session.branches)
        known |= now
