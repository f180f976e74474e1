"""What the screen shows, as values."""

from fractions import Fraction

import pytest

from app.views.chances import exact, percent
from app.views.ruler import MOST_LANES, TOKEN_WIDTH, initials, ruler_view
from app.views.track import TrackView, track_view
from engine import commands as c
from engine.dice import ScriptedDice
from engine.fields import Value
from engine.model import Encounter
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.zebra import SYSTEM as ZEBRA


def fight(*faces: int, names: tuple[str, ...] = ()) -> Session:
    """A fight of as many as there are faces, all at 0 but for their die; begun."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Trial", "zebra"), ScriptedDice([]))
    sheet: dict[str, Value] = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    for place in range(len(faces)):
        name = names[place] if names else f"N{place}"
        session.dispatch(c.AddCombatant(name, sheet=sheet), ScriptedDice([]))
    session.dispatch(c.OpenRound(), ScriptedDice(list(faces)))
    return session


def seen(encounter: Encounter) -> TrackView:
    """The track with nothing entered on the panel."""
    return track_view(encounter, ZEBRA, ZEBRA.sections(encounter, {}), {})


def test_rows_say_who_acts_and_who_is_next() -> None:
    """Exactly one of each."""
    view = seen(fight(20, 14, 9).encounter)
    assert [(row.name, row.number, row.acting, row.next) for row in view.active] == [
        ("N0", "20", True, False),
        ("N1", "14", False, True),
        ("N2", "9", False, False),
    ]
    assert view.done == ()
    assert (view.active[0].first, view.active[2].last) == (True, True)


def test_those_who_are_done_stand_apart() -> None:
    """With their overdrawn counter, a true minus sign before it."""
    session = fight(4, 9, 2)
    session.dispatch(c.Act("c2", "other", {"cost": 12}), ScriptedDice([]))
    view = seen(session.encounter)
    assert [row.name for row in view.active] == ["N0", "N2"]
    assert [(row.name, row.number) for row in view.done] == [("N1", "−3")]
    assert view.done_title == "done this sequence"


def test_the_fallen_stand_apart_and_not_on_the_ruler() -> None:
    """A body is not done, and the ruler does not grow for its old number."""
    session = fight(20, 9, 2)
    session.dispatch(c.Act("c1", "message"), ScriptedDice([]))
    session.dispatch(c.Fall("c1"), ScriptedDice([]))
    session.dispatch(c.RuleSkip("c3"), ScriptedDice([]))
    view = seen(session.encounter)
    assert [[row.name for row in rows] for rows in (view.active, view.done, view.fallen)] == [["N1"], ["N2"], ["N0"]]
    assert [(row.fallen, row.done, row.badges) for row in view.fallen] == [(True, False, ())]
    ruler = ruler_view(session.encounter, ZEBRA)
    assert ruler
    assert [token.id for token in ruler.tokens] == ["c2", "c3"]
    assert ruler.marks[0] == (10, 0.0)
    session.dispatch(c.Fall("c2"), ScriptedDice([]))
    session.dispatch(c.Fall("c3"), ScriptedDice([]))
    assert ruler_view(session.encounter, ZEBRA) is None


@pytest.mark.parametrize("faces", [(20, 14, 9), tuple(range(1, 21)), (7,) * 60, tuple(range(1, 21)) * 3])
def test_the_rulers_tokens_never_cover_each_other(faces: tuple[int, ...]) -> None:
    """Within a lane there is a token's width between them; nobody is left out, and they do not crowd out the rows."""
    session = fight(*faces)
    view = ruler_view(session.encounter, ZEBRA)
    assert view
    assert sum(1 + token.more for token in view.tokens) == len(faces)
    assert view.lanes <= MOST_LANES
    assert [token.more for token in view.tokens if token.acting] == [0]
    for one in view.tokens:
        assert 0 <= one.x <= 100
        for other in view.tokens:
            if one is not other and one.lane == other.lane:
                assert abs(one.x - other.x) >= TOKEN_WIDTH
    used = {token.lane for token in view.tokens}
    assert used == set(range(len(used)))
    assert len(used) <= view.lanes
    assert [mark for mark, _ in view.marks][-1] == 0


def test_the_ruler_keeps_its_height_however_the_numbers_lie() -> None:
    """The rows below it stay under the finger when two numbers meet or part."""
    for faces in ((20, 10, 1), (7, 7, 7), (20, 20, 1)):
        view = ruler_view(fight(*faces).encounter, ZEBRA)
        assert view
        assert view.lanes == 3


def test_the_ruler_reaches_below_zero() -> None:
    """Where somebody has overdrawn."""
    session = fight(4, 3)
    session.dispatch(c.Act("c1", "other", {"cost": 11}), ScriptedDice([]))
    view = ruler_view(session.encounter, ZEBRA)
    assert view
    assert [mark for mark, _ in view.marks] == [10, 5, 0, -5, -10]
    assert next(token for token in view.tokens if token.id == "c1").number == -7


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Mara", "Ma"), ("Guard B", "GB"), ("The old Rat", "TR"), ("X", "X"), ("<b>", "<b"), ("Ö ü", "Öü")],
)
def test_initials(name: str, letters: str) -> None:
    """Two letters on a token."""
    assert initials(name) == letters


def test_chances_are_never_falsely_certain() -> None:
    """0 % and 100 % are said only of what cannot and what must happen."""
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1, 10**9)) == "<1 %"
    assert percent(1 - Fraction(1, 10**9)) == ">99 %"
    assert percent(Fraction(1)) == "100 %"


def test_fractions_are_exact_as_long_as_they_fit() -> None:
    """Longer ones nobody reads."""
    assert exact(Fraction(7, 12)) == "7/12"
    assert exact(Fraction(7**11, 10**11)) == ""
