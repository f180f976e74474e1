"""Unbound: edges that need prose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from engine import commands as c
from engine.dice import LONGEST_CHAIN, DiceNeeded, DiceRequest, Roll, ScriptedDice, TableDice, made
from engine.errors import Refused
from engine.events import FactSet
from engine.fields import Value
from engine.model import Status
from engine.narrate import narrate
from engine.session import Session
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice, Section
from engine.systems.unbound import SYSTEM, factions


def fight(*sides: str, faces: Sequence[int] = ()) -> Session:
    """Combatants c1, c2, … of these sides, each called by its side and number; opened if there are dice."""
    session = Session(SYSTEMS)
    do(session, c.MakeEncounter("edges", "unbound"))
    for number, side in enumerate(sides, 1):
        do(session, c.AddCombatant(f"{side}{number}", side=side))
    if faces:
        do(session, c.OpenRound(), *faces)
    return session


def do(session: Session, command: c.Command, *faces: int) -> list[str]:
    """Returns the log lines."""
    before = session.encounter
    step = session.dispatch(command, ScriptedDice(list(faces)))
    return [str(line) for line in narrate(before, step, SYSTEM)]


def refusal(session: Session, command: c.Command) -> str:
    before = session.encounter
    with pytest.raises(Refused) as refused:
        do(session, command)
    assert session.encounter is before
    return f"{refused.value.code} {refused.value.rule}".strip()


def section(session: Session, key: str, **entered: Value) -> Section | None:
    typed = {f"{key}.{field}": value for field, value in entered.items()}
    found = SYSTEM.sections(session.encounter, typed)
    return next((it for it in found if it.key == key), None)


def choice(session: Session, key: str, label: str, **entered: Value) -> Choice:
    found = section(session, key, **entered)
    assert found is not None
    return next(it for it in found.choices if it.label == label)


def test_who_sneaks_up_on_whom_has_a_bound() -> None:
    """Two names a pair: a list that is kept has at most a thousand. The panel says so before the tap."""
    session = fight(*(f"S{number:02}-" for number in range(24)))
    for number in range(1, 22):
        do(session, c.Act(f"c{number}", "sneak"))
    assert refusal(session, c.Act("c22", "sneak")) == "too_many U17"
    assert choice(session, "surprise", "S21-: sneaking").refusal
    do(session, c.Act("c22", "sneak", {"on": "c1"}))
    (sneaking,) = (event.value for event in session.past[-1].events if isinstance(event, FactSet))
    assert isinstance(sneaking, tuple)
    assert len(sneaking) == 2 * (21 * 23 + 1)


def names(session: Session) -> str:
    return " ".join(session.encounter.name_of(one) for one in SYSTEM.track(session.encounter))


class AllAlike:
    """Dice that always show the same face."""

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        return tuple(made(it.code, [(4,)] * it.code.count) for it in requests)


def test_an_ordinary_round_of_four_takes_four_taps() -> None:
    session = fight("A", "A", "B", "B", faces=[9, 3])
    for tap in ("c1", "c3", "c2", "c4"):
        do(session, c.Act(tap, "nominate"))
    assert session.encounter.round == 1
    for tap in ("c2", "c4", "c1", "c3"):
        do(session, c.Act(tap, "nominate"))
    assert session.encounter.round == 2


def test_dice_that_tie_for_ever_leave_the_listed_order() -> None:
    session = fight("B", "A", "C")
    session.dispatch(c.OpenRound(), AllAlike())
    assert factions.order(session.encounter) == ("B", "A", "C")
    assert len(session.past[-1].events) < 4 * LONGEST_CHAIN


def test_the_table_is_asked_once_for_each_stage() -> None:
    """Perception of all, then initiative, then the re-roll; the app's dice stay as they fell."""
    session = Session(SYSTEMS)
    do(session, c.MakeEncounter("table", "unbound"))
    for name, player in (("Ana", True), ("Bo", False)):
        do(session, c.AddCombatant(name, side="Crew", at_table=True, sheet={"player": player}))
    do(session, c.AddCombatant("Rat", side="Rats"))
    do(session, c.AddCombatant("Owl", side="Owls", at_table=True))
    do(session, c.Act("c3", "sneak", {"on": "c1"}))
    dice = TableDice(ScriptedDice([7, 2]))
    asked = []
    for typed in (("9 9", "1 2"), ("7", "3"), ("11",)):
        with pytest.raises(DiceNeeded) as needed:
            session.dispatch(c.OpenRound(), dice)
        asked.append([f"{it.who}: {it.purpose}" for it in needed.value.requests])
        for request, text in zip(needed.value.requests, typed, strict=True):
            dice.answer(request, text)
    session.dispatch(c.OpenRound(), dice)
    perception = "Perception, to reach 10"
    assert asked == [
        [f"Ana: {perception}", f"Bo: {perception}"],
        ["Ana (for Crew): initiative", "Owl (for Owls): initiative"],
        ["Ana (for Crew): initiative"],
    ]
    assert factions.order(session.encounter) == ("Crew", "Rats", "Owls")
    assert session.encounter.standings["c2"].fact("surprised")


def test_a_side_that_changes_in_mid_round_rolls_and_is_put_in_order() -> None:
    session = fight("A", "A", "B", faces=[9, 3])
    do(session, c.Act("c1", "nominate"))
    do(session, c.ChangeCombatant("c1", side="Traitors"), 5, 6, 1)
    assert factions.order(session.encounter) == ("A", "B", "Traitors")
    assert session.encounter.acting() == ("c1",)
    do(session, c.Act("c1", "end"))
    assert session.encounter.acting() == ("c3",)


def test_a_newcomer_placed_while_nobody_acts_waits_for_its_place() -> None:
    session = fight("A", "A", "B", faces=[9, 3])
    do(session, c.AddCombatant("New", side="N"), 1, 2, 12)
    assert factions.order(session.encounter) == ("N", "A", "B")
    assert names(session) == "A1 A2 B3 New"


def test_a_faction_of_the_fallen_is_left_out_and_everyone_down_ends_the_round() -> None:
    session = fight("A", "B", "C", faces=[9, 6, 3])
    do(session, c.Fall("c2"))
    do(session, c.Act("c1", "end"))
    assert session.encounter.acting() == ("c3",)
    do(session, c.Fall("c1"))
    lines = do(session, c.Fall("c3"))
    assert lines == ["C3 falls.", "That is the end of round 1. (U12)"]
    assert refusal(session, c.OpenRound()) == "nobody_able"
    assert refusal(session, c.Act("c1", "nominate")) == "nobody_able U8"
    assert section(session, "next") is None
    assert SYSTEM.rulable(session.encounter, "") == ()


def test_options_in_mid_fight() -> None:
    session = fight("A", "B", "B", "B", faces=[9, 3])
    assert SYSTEM.chances(session.encounter) == ()
    do(session, c.ChooseOption("pass", "each"))
    do(session, c.Act("", "pass"))
    do(session, c.ChooseOption("new_round", "cycle"))
    do(session, c.ChooseOption("mutual", "never"))
    do(session, c.ChooseOption("left", "able"))
    assert choice(session, "next", "B2").refusal is None


def test_what_is_asked_for_out_of_turn() -> None:
    session = fight("A", "A", "B")
    assert refusal(session, c.Act("c1", "react")) == "not_open UA8"
    assert refusal(session, c.Act("c1", "nominate")) == "not_open U1"
    do(session, c.OpenRound(), 9, 3)
    assert refusal(session, c.Act("c1", "action")) == "not_your_turn U8"
    assert refusal(session, c.Act("c1", "dance")) == "no_action"
    assert refusal(session, c.Act("gone", "nominate")) == "nobody"
    assert refusal(session, c.Act("c1", "decree", {"all": "some"})) == "bad_value"
    do(session, c.Fall("c1"))
    assert refusal(session, c.Act("c1", "react")) == "unable UA8"


def test_favour_is_on_the_button_before_the_tap() -> None:
    session = fight("A", "B", "B", faces=[9, 3])
    do(session, c.Act("c2", "decree"))
    favoured = choice(session, "attack", "Attack", target="c2")
    assert (favoured.outcome, favoured.rule) == ("with favour", "U27")
    assert choice(session, "attack", "Attack", target="c3").outcome == ""
    # Whoever was picked has left: nobody is named.
    assert choice(session, "attack", "Attack", target="c9").command == c.Act("c1", "attack", {"target": ""})


def test_a_party_that_cannot_sneak() -> None:
    session = fight("A", "B", "C")
    do(session, c.Fall("c1"))
    assert refusal(session, c.Act("c1", "sneak")) == "nobody_able U17"
    sneak = choice(session, "surprise", "A: sneaking")
    assert sneak.refusal is not None
    do(session, c.Rise("c1"))
    do(session, c.Act("c1", "sneak", {"on": "c2"}))
    assert choice(session, "surprise", "Roll Perception").chance == Fraction(36, 100)
    # Those who sneak, or those who might be surprised, fall before the roll: nobody has to roll.
    for fallen in ("c1", "c2"):
        do(session, c.Fall(fallen))
        assert refusal(session, c.Act("", "perception")) == "nobody_fresh U24"
        do(session, c.Rise(fallen))
    do(session, c.Fall("c2"))
    lines = do(session, c.OpenRound(), 9, 6, 3)
    assert not any("Perception" in line for line in lines)


def test_two_parties_sneak_up_on_a_third() -> None:
    """One roll against the harder target number."""
    session = fight("A", "B", "C")
    do(session, c.ChangeCombatant("c1", sheet={"stealth": 2}))
    do(session, c.ChangeCombatant("c2", sheet={"stealth": 5}))
    do(session, c.Act("c1", "sneak", {"on": "c3"}))
    do(session, c.Act("c2", "sneak", {"on": "c3"}))
    lines = do(session, c.Act("", "perception"), 9, 5)
    assert "C3: 2d10 14 + Perception 0 = 14, too little against 15. (UA5)" in lines


def test_the_reaction_that_a_late_ruling_would_take() -> None:
    """Whoever still has the Reaction when the surprised turn begins keeps it: it only does not come back (U25)."""
    session = fight("A", "B", faces=[9, 3])
    do(session, c.Act("c2", "nominate"))
    do(session, c.RuleFact("c1", "surprised", True))
    do(session, c.Act("c1", "nominate"))
    assert session.encounter.standings["c1"].fact("reaction") == "ready"
    assert refusal(session, c.Act("c1", "action")) == "surprised U24"
    do(session, c.Act("c1", "react"))


def test_a_round_of_one() -> None:
    session = fight("A")
    lines = do(session, c.OpenRound())
    assert "A is the only faction: nobody has to roll. (U2)" in lines
    assert session.encounter.acting() == ("c1",)
    assert section(session, "surprise") is None
    do(session, c.Act("c1", "nominate"))
    assert session.encounter.round == 2
    assert session.encounter.standings["c1"].status is Status.ACTING
    assert refusal(session, c.Move("c1")) == "acting U8"


def test_several_player_characters_name_their_roller() -> None:
    session = fight("A", "A", "B")
    assert section(session, "roller") is None
    for one in ("c1", "c2", "c3"):
        do(session, c.ChangeCombatant(one, sheet={"player": True}))
    found = section(session, "roller")
    assert found is not None
    assert [it.label for it in found.choices] == ["A1", "A2"]


def test_the_sample_shows_what_the_system_is_like() -> None:
    session = Session(SYSTEMS)
    for command in SYSTEM.sample():
        do(session, command)
    assert len(SYSTEM.chances(session.encounter)) == 3 + 1 + 2 + 3
    do(session, c.OpenRound(), 2, 3, 9, 9, 12, 7, 3)
    assert choice(session, "next", "Pass: Travellers").cost == "2 left against 6: may pass"
    do(session, c.Act("c1", "nominate"))
    assert refusal(session, c.Act("c1", "action")) == "surprised U24"
