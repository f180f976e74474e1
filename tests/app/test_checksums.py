"""Tests of journals on a device: valid rows, repairs, and that no row is lost by a repair."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.storage.journal import (
    DAMAGED,
    START,
    JournalHead,
    JournalRow,
    Repair,
    StoreInventory,
    UncheckedJournal,
    chain_records,
    find_continuation,
    parse_row,
    plan_repair,
    valid_continuation,
)

texts = st.text("ab{}:\nëע💥", max_size=5)
journals = st.lists(texts, min_size=1, max_size=8).map(chain_records)

type Rows = tuple[JournalRow, ...]


def head(rows: Rows) -> JournalHead:
    """Return the list entry of a whole journal."""
    return JournalHead("Ferry", "zebra", 2, len(rows), rows[-1].sum)


@st.composite
def damaged(draw: st.DrawFn, rows: Rows) -> Rows:
    """Draw the rows after some accidents, in the order of their numbers."""
    there = {row.number: row for row in rows}
    accidents: tuple[Callable[[JournalRow], JournalRow | None], ...] = (
        lambda _: None,
        lambda row: row._replace(record=f"{row.record}!"),
        lambda row: row._replace(sum=START),
        lambda _: DAMAGED,
        lambda row: draw(st.sampled_from(rows))._replace(number=row.number),
    )
    for number in draw(st.lists(st.sampled_from(sorted(there)), max_size=3, unique=True)):
        left = draw(st.sampled_from(accidents))(there[number])
        if left is None:
            del there[number]
        else:
            there[number] = left
    return tuple(there[number] for number in sorted(there))


@st.composite
def looks(draw: st.DrawFn) -> UncheckedJournal:
    """Draw the state of an encounter: a damaged store, and parts of this or another history in the second chance."""
    rows = draw(journals)
    others = draw(st.one_of(st.just(rows), journals))
    second = draw(damaged(others))[draw(st.integers(0, 3)) :]
    return UncheckedJournal(draw(damaged(rows)), second, draw(st.sampled_from([head(rows), None])))


def test_checksums_are_those_that_journals_have() -> None:
    """Three that were written by the page's scripts, when these made them."""
    rows = chain_records(['{"v":1,"seq":1,"is":"did"}', "", "Zoë 💥 ע"])
    assert [row.sum for row in rows] == ["53f97fb6", "83dec6bf", "ab0d4a75"]


@given(journals)
def test_a_whole_journal_needs_nothing(rows: Rows) -> None:
    look = UncheckedJournal(rows, rows[-2:], head(rows))
    assert plan_repair(look) == Repair(rows, len(rows), 0, 0)
    assert not plan_repair(look).is_needed


@given(journals, st.data())
def test_each_accident_is_noticed(rows: Rows, data: st.DataObject) -> None:
    """What is read is the beginning as it was, up to the first row that something has happened to."""
    damaged_rows = data.draw(damaged(rows))
    same = next((place for place, row in enumerate(rows) if damaged_rows[place : place + 1] != (row,)), len(rows))
    assert valid_continuation(damaged_rows) == rows[:same]


@given(looks())
def test_the_longest_history_there_is(look: UncheckedJournal) -> None:
    whole = plan_repair(look).whole
    assert valid_continuation(whole) == whole
    assert len(whole) >= max(len(valid_continuation(look.rows)), len(valid_continuation(look.second)))
    assert set(whole) <= {*look.rows, *look.second}


@given(looks())
def test_every_row_of_the_store_stays_or_is_set_aside(look: UncheckedJournal) -> None:
    rows = plan_repair(look)
    assert look.rows[: rows.kept] == rows.whole[: rows.kept]
    assert rows.kept + rows.aside == len(look.rows)
    assert rows.restored == len(rows.whole) - rows.kept >= 0


@given(looks())
def test_what_is_mended_needs_no_mending(look: UncheckedJournal) -> None:
    rows = plan_repair(look)
    if rows.whole:
        now = UncheckedJournal(rows.whole, look.second, head(rows.whole))
        assert plan_repair(now) == Repair(rows.whole, len(rows.whole), 0, 0)


@given(journals, st.data())
def test_the_second_chance_brings_back_what_the_store_has_lost(rows: Rows, data: st.DataObject) -> None:
    store = data.draw(damaged(rows))
    second = rows[len(valid_continuation(store)) :]
    assert plan_repair(UncheckedJournal(store, second, head(rows))).whole == rows


@given(journals, st.integers(0, 8))
def test_an_end_that_is_missing_is_known(rows: Rows, left: int) -> None:
    repair = plan_repair(UncheckedJournal(rows[:left], (), head(rows)))
    assert repair.missing == max(0, len(rows) - left)
    assert repair.is_needed == (0 < left < len(rows)), "there is nothing to keep of what is gone as a whole"


def test_what_waits_to_be_saved_is_what_there_is() -> None:
    rows = chain_records("abc")
    look = UncheckedJournal(rows, chain_records("xyzw"), JournalHead("Ferry", "zebra", 2, 1, rows[0].sum), waits=True)
    assert plan_repair(look) == Repair(rows, 3, 0, 0)


@given(journals, st.data())
def test_what_was_set_aside_goes_back_where_it_was(rows: Rows, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(rows) - 1))
    before, aside = rows[:cut], rows[cut:]
    if before:
        assert find_continuation(UncheckedJournal(before, (), head(before)), aside) == aside
    gone_on = chain_records([*(row.record for row in before), "gone on without it"])
    assert find_continuation(UncheckedJournal(gone_on, (), head(gone_on)), aside) == ()


@pytest.mark.parametrize(
    "look",
    [
        UncheckedJournal(chain_records("ab"), (), None),
        UncheckedJournal(chain_records("ab"), (), head(chain_records("ab")), newer=True),
        UncheckedJournal(chain_records("ab"), (), head(chain_records("ab")), waits=True),
        UncheckedJournal(chain_records("ab"), (), head(chain_records("abc"))),
        UncheckedJournal((*chain_records("ab"), DAMAGED), (), head(chain_records("ab"))),
    ],
    ids=["not in the list", "newer", "still to be saved", "its end is missing", "damaged"],
)
def test_nothing_goes_back_onto_what_is_not_whole(look: UncheckedJournal) -> None:
    assert find_continuation(look, chain_records("abc")[2:]) == ()


def test_some_of_it_alone_does_not_go_back() -> None:
    here, aside = chain_records("ab"), chain_records("abcd")[2:]
    assert find_continuation(UncheckedJournal(here, (), head(here)), (aside[0], aside[1]._replace(record="x"))) == ()


@pytest.mark.parametrize("raw", [(True, "a", "b"), ("1", "a", "b"), (1, 17, "b"), (1, "a", None), (None, None, None)])
def test_what_is_no_row_goes_on_from_nothing(raw: tuple[object, object, object]) -> None:
    assert parse_row(*raw) == DAMAGED
    assert valid_continuation([parse_row(*raw)]) == ()


def test_what_has_to_be_brought_back() -> None:
    """Encounters with records, or remembered, that the list has not; the party where nobody is left in it."""
    remains = StoreInventory(frozenset("ab"), ("a", "c"), ("b", "c", "d"), 0, 2)
    assert remains.lost == ("c", "d")
    assert remains.has_lost_the_party
    assert not StoreInventory(frozenset(), members=1, members_remembered=2).has_lost_the_party
    assert not StoreInventory(frozenset()).has_lost_the_party
