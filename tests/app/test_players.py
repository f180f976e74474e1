"""Tests of the players' view: enough to follow the fight, and nothing of hidden combatants."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.ui.players import LONGEST_ABOUT, MOST_ROWS, MOST_UPCOMING, NOBODY, PlayersView, pack, players_view
from app.ui.words import MOST_SIDES
from tests.amounts import amount
from tests.engine import table as engine
from tests.engine.fights import dispatch_with_answers, draw_commands, list_choices
from tools.layout import ROOT
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.errors import BadValue, Refused
from turntrack.core.model import Combatant, Counter, Encounter, Id, Schedule
from turntrack.core.settings import OTHERS_HEALTH, OTHERS_NUMBERS, OWN_SIDES, REVEALS, UNSEEN, setting
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

LURKER, ALIAS, BAND, COMER = "Zyxwquor", "Brakkul", "Vexmirians", "Ythgrim"
"""Names that stand nowhere else: who is hidden, by two names and a group's, and who waits in the wings."""

FIGHT = ("Mara, side Crew, health 15", "Ilko, side Crew, health 12", "Guard x2, side Harbour, health 10")


def seen(table: engine.Table) -> PlayersView:
    return players_view(table.encounter, table.system)


def play(table: engine.Table, *commands: c.Command) -> None:
    """Carry out all commands, with any dice."""
    for command in commands:
        table.do_with(seeded_dice(1), command)


@pytest.fixture
def fight() -> engine.Table:
    return engine.Table("zebra", *FIGHT)


def healths(table: engine.Table) -> dict[str, str]:
    return {row.name: row.health for row in seen(table).rows}


def test_own_health_is_told_in_points_and_that_of_others_in_words(fight: engine.Table) -> None:
    assert healths(fight) == {"Mara": "15 of 15", "Ilko": "12 of 12", "Guard A": "fine", "Guard B": "fine"}
    play(fight, c.Wound(1, (c.Hit("c1"), c.Hit("c3"))), c.Wound(7, (c.Hit("c4"),)))
    assert healths(fight) == {"Mara": "14 of 15", "Ilko": "12 of 12", "Guard A": "hurt", "Guard B": "badly hurt"}
    play(fight, c.Wound(3, (c.Hit("c4"),)))
    assert healths(fight)["Guard B"] == "down"


@pytest.mark.parametrize(
    ("shows", "guard", "fallen"),
    [
        ("words", "hurt", "down"),
        ("nothing", "", ""),
        ("down", "", "down"),
        ("tenths", "7 tenths left", "down"),
        ("points", "7 of 10", "down"),
    ],
)
def test_the_table_says_how_much_is_told_of_the_others(
    fight: engine.Table, shows: str, guard: str, fallen: str
) -> None:
    play(fight, c.ChooseOption(OTHERS_HEALTH.key, shows), c.Wound(3, (c.Hit("c3"),)), c.Fall("c4"))
    assert healths(fight) == {"Mara": "15 of 15", "Ilko": "12 of 12", "Guard A": guard, "Guard B": fallen}


def test_health_without_a_full_is_told_of_the_own_alone() -> None:
    table = engine.Table("zebra", "Mara, side Crew", "Guard, side Harbour")
    play(table, c.ChangeCombatant("c1", health=4), c.ChangeCombatant("c2", health=4))
    assert healths(table) == {"Mara": "4", "Guard": ""}


@pytest.mark.parametrize(("rule", "own"), [("table", ["Guard A", "Guard B"]), ("none", [])])
def test_whose_numbers_the_players_know(fight: engine.Table, rule: str, own: list[str]) -> None:
    """The number that one acts on, and the counters."""
    play(fight, c.ChooseOption(OWN_SIDES.key, rule), c.ChangeCombatant("c3", at_table=True))
    play(fight, *(c.KeepCounter(combatant_id, "luck", 2, 3) for combatant_id in fight.encounter.order))
    play(fight, c.OpenRound(), *(c.RuleScore(combatant_id, 20) for combatant_id in fight.encounter.order))
    rows = (*seen(fight).acting, *seen(fight).rows)
    assert [row.name for row in rows if row.bead == "20"] == own
    assert [row.name for row in rows if "luck 2" in row.about] == own
    assert {row.bead for row in rows if row.name == "Guard A"} <= {"20", "GA"}


def test_the_players_side_is_told_from_dice_and_names() -> None:
    """Enemies of a prepared fight may come in before the party: their health stays secret."""
    table = engine.Table(
        "zebra", "Wolf x3, health 9, side Wild", "Mara, health 12, side Crew", "Ilko, health 7, side Crew"
    )
    assert healths(table)["Mara"] == "12 of 12"
    assert healths(table)["Wolf A"] == "fine"
    play(table, c.ChangeCombatant("c1", at_table=True))
    assert healths(table)["Wolf A"] == "9 of 9"
    assert healths(table)["Mara"] == "fine"


def test_where_all_numbers_are_seen_the_ways_between_are_drawn(fight: engine.Table) -> None:
    play(
        fight,
        c.OpenRound(),
        *(c.RuleScore(f"c{place}", number) for place, number in ((1, 30), (2, 24), (3, 24), (4, 9))),
    )
    assert {row.way for row in seen(fight).rows} == {0}
    play(fight, c.ChooseOption(OTHERS_NUMBERS.key, "all"))
    assert [(row.name, row.bead, row.way) for row in (*seen(fight).acting, *seen(fight).rows)] == [
        ("Mara", "30", 0),
        ("Ilko", "24", 6),
        ("Guard A", "24", 0),
        ("Guard B", "9", 15),
    ]
    assert seen(fight).end == "the sequence ends"


def test_of_others_conditions_are_told_and_nothing_with_a_number(fight: engine.Table) -> None:
    play(fight, c.GiveCondition(("c1", "c3"), "stunned"), c.GiveCondition(("c1", "c3"), "aim −2"))
    play(fight, c.KeepCounter("c3", "arrows", 7, 9))
    about = {row.name: row.about for row in seen(fight).rows}
    assert about["Mara"].startswith("stunned, aim −2")
    assert about["Guard A"] == "stunned"


def test_players_read_their_own_name_for_somebody(fight: engine.Table) -> None:
    """Also where what is said of others would tell the name."""
    play(fight, c.AddCombatant("Baron Vex", side="Harbour", players_name="the masked one"))
    play(fight, c.GiveCondition(("c1",), "held by Baron Vex"), c.RenameEncounter("The baron vex strikes"))
    text = pack(seen(fight))
    assert "the masked one" in text
    assert "vex" not in text.casefold()


def test_who_acts_and_whose_turns_come(fight: engine.Table) -> None:
    assert (seen(fight).where, seen(fight).heading, seen(fight).end) == ("", "Ready to begin", "")
    play(
        fight,
        c.OpenRound(),
        *(c.RuleScore(f"c{place}", number) for place, number in ((1, 30), (2, 27), (3, 29), (4, 28))),
    )
    view = seen(fight)
    assert view.where == "sequence 1"
    assert [row.name for row in view.acting] == ["Mara"]
    assert [(turn.word, turn.name, turn.side) for turn in view.coming] == [
        ("next", "Guard A", 1),
        ("then", "Guard B", 1),
    ]
    play(fight, c.CloseRound())
    assert seen(fight).heading == "Sequence 1 is over"


@pytest.mark.parametrize("unseen", ["nothing", "mark"])
def test_a_hidden_one_is_a_mark_or_nothing(fight: engine.Table, unseen: str) -> None:
    play(fight, c.ChooseOption(UNSEEN.key, unseen), c.OpenRound())
    play(fight, *(c.RuleScore(f"c{place}", number) for place, number in ((1, 30), (2, 27), (3, 29), (4, 28))))
    play(fight, c.Hide(("c3",), hidden=True))
    is_marked = unseen == "mark"
    names = ["?", "Guard B", "Ilko"] if is_marked else ["Guard B", "Ilko"]
    assert [row.name for row in seen(fight).rows] == names
    assert [turn.name for turn in seen(fight).coming] == names[:2]
    assert [row.side for row in seen(fight).rows if row.name == "?"] == [NOBODY] * is_marked
    play(fight, c.RuleTurn("c3"))
    assert [row.name for row in seen(fight).acting] == ["?"] * is_marked
    assert seen(fight).heading == "One moment…"
    play(fight, c.Fall("c3"))
    assert "?" not in [row.name for row in seen(fight).rows]


def test_a_crowd_is_counted_and_a_long_line_is_cut() -> None:
    table = engine.Table("zebra", "Mara", "Guard x60")
    play(table, *(c.GiveCondition(("c1",), f"{'very ' * 8}{word}") for word in ("cold", "wet", "tired")))
    view = seen(table)
    assert (len(view.rows), view.more) == (MOST_ROWS, 61 - MOST_ROWS)
    assert len(view.rows[0].about) == LONGEST_ABOUT


def test_the_longest_list_is_one_that_the_page_for_players_reads() -> None:
    """By the bounds that stand there: its texts are counted in units of which such a letter has two."""
    script = (ROOT / "static" / "js" / "players" / "view_reader.js").read_text()
    most = {name: int(bound.replace("_", "")) for name, bound in re.findall(r"const (\w+) = ([\d_]+);", script)}
    table = engine.Table("unbound")
    for number in range(60):
        play(table, c.AddCombatant(f"{number:02}" + "𝕏" * 58, side=f"{number // 10}"))
    everyone = tuple(table.encounter.order)
    play(table, *(c.GiveCondition(everyone, "𝕐" * 30 + letter) for letter in "abc"))
    play(table, c.OpenRound(), *(c.RuleTurn(combatant_id) for combatant_id in table.encounter.order[:4]))
    text = pack(seen(table))
    assert len(text.encode("utf-16-le")) / 2 <= most["LONGEST_LIST"]
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    assert max(len(text.encode("utf-16-le")) / 2 for text in strings) <= most["LONGEST_TEXT"]
    assert len(seen(table).acting) <= most["MOST_ACTING"]
    assert (most["MOST_ROWS"], most["MOST_COMING"], most["MOST_SIDES"]) == (MOST_ROWS, MOST_UPCOMING, MOST_SIDES)


@pytest.mark.parametrize(
    ("hidden", "said", "is_told"),
    [
        ("E", "wounded", True),
        ("E", "e", True),
        ("E", "afraid of E", False),
        ("E", "E", False),
        ("E", "E’s prey", False),
        ("Al", "alert", True),
        ("Al", "al dente", True),
        ("Al", "hunts Al", False),
        ("7", "aim 17", True),
        ("7", "marked by 7", False),
        ("Rat", "concentrating", True),
        ("Rat", "a rat bite", False),
        ("Orc", "torchlit", True),
        ("Orc", "afraid of orcs", False),
        ("Witch", "hunts witches", False),
        ("Groß", "sees GROSS", False),
        ("Ogre mage", "sees the ogre mages", False),
        ("Mr. X", "sees Mr. X.", False),
        ("龍", "龍の炎", False),
    ],
)
def test_a_hidden_name_is_known_as_a_word_and_not_in_others(
    fight: engine.Table, hidden: str, said: str, is_told: bool
) -> None:
    """A short name would else censor nearly all that is said."""
    play(fight, c.AddCombatant(hidden, side="Coven", hidden=True), c.GiveCondition(("c1",), said))
    (about,) = [row.about for row in seen(fight).rows if row.name == "Mara"]
    assert (said in about) is is_told


def test_of_a_list_that_may_count_somebody_hidden_nothing_is_told() -> None:
    table = engine.Table("zebra", "Mara, side Crew", "Guard x6, side Harbour")
    play(
        table,
        c.OpenRound(),
        *(c.RuleScore(combatant_id, 9) for combatant_id in table.encounter.order),
        c.RuleScore("c1", 30),
    )
    assert "and others" in seen(table).acting[0].about
    play(table, c.Hide(("c7",), hidden=True))
    assert seen(table).acting[0].about == ""


# Random fights


def lurking(system: TurnSystem) -> engine.Table:
    """The sample fight, with one hidden and one in the wings, and words about them where players might read them."""
    table = engine.Table.sample(system.key)
    comrade = Combatant("", "", side=table.encounter.combatants["c2"].side)
    hero = table.encounter.order[0]
    play(table, c.ChooseOption(REVEALS.key, "by_hand"), c.RenameEncounter(f"{LURKER}’s revenge"))
    added = c.AddCombatant(LURKER, 2, side=comrade.side, group=BAND, players_name=ALIAS, hidden=True)
    play(table, added, c.AddCombatant(COMER, side="Coven", comes=Schedule(9), hidden=True))
    play(table, c.GiveCondition((hero,), f"afraid of {LURKER}"), c.KeepCounter(hero, f"hits on {COMER}", 1))
    return table


def names_unseen(encounter: Encounter) -> list[str]:
    """Return the names of these that players must not read at this moment."""
    here = [encounter.combatants[combatant_id] for combatant_id in encounter.hidden]
    away = [arrival.combatant for arrival in encounter.wings]
    shown = [combatant for shown_id, combatant in encounter.combatants.items() if shown_id not in encounter.hidden]
    known = " ".join(f"{combatant.players_name or combatant.name} {combatant.group}" for combatant in shown)
    words = {word for combatant in (*here, *away) for word in (LURKER, ALIAS, BAND, COMER) if word in repr(combatant)}
    return [word for word in words if word not in known]


def otherwise(encounter: Encounter, combatant_id: Id) -> Encounter:
    """Return the fight with other secrets about a hidden combatant."""
    changed = replace(
        encounter.combatants[combatant_id],
        health=-7,
        full_health=313,
        note="x",
        temporary=3,
        counters=(Counter("luck", 7),),
    )
    return encounter._replace(combatants={**encounter.combatants, combatant_id: changed})


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_nothing_of_a_hidden_one_leaves_the_page_whatever_is_played(system: TurnSystem) -> None:
    @settings(max_examples=amount(60))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        session, dice = lurking(system).session, TableDice(seeded_dice(data.draw(st.integers(0, 99))))
        for _ in range(data.draw(st.integers(3, 14))):
            now = session.encounter
            choices = [choice.command for choice in list_choices(system, now, {}) if not choice.preview.refusal]
            begin = [c.OpenRound()] if not now.is_open else choices
            command = data.draw(st.one_of(*([st.sampled_from(begin)] * 2 if begin else []), draw_commands(system, now)))
            with suppress(Refused, BadValue):
                dispatch_with_answers(session, command, dice)
            holds(session.encounter, system)

    check()


def holds(encounter: Encounter, system: TurnSystem) -> None:
    view = players_view(encounter, system)
    text = pack(view)
    assert [word for word in names_unseen(encounter) if word.casefold() in text.casefold()] == []
    for combatant_id in encounter.hidden:
        assert pack(players_view(otherwise(encounter, combatant_id), system)) == text
    assert len(view.rows) <= MOST_ROWS
    assert json.loads(text)[0] == 1
    shown = [shown_id for shown_id in encounter.order if shown_id not in encounter.hidden]
    unseen = setting(encounter, UNSEEN) == "mark"
    assert len(view.acting) + len(view.rows) <= len(encounter.order) if unseen else len(view.rows) <= len(shown)
    if setting(encounter, OTHERS_NUMBERS) == "none" and setting(encounter, OWN_SIDES) == "none":
        rows = (*view.acting, *view.rows)
        assert [row.bead for row in rows if row.bead.lstrip("−").isdigit()] == []
        if setting(encounter, OTHERS_HEALTH) == "words":
            assert {row.health for row in rows} <= {"", "fine", "hurt", "badly hurt", "down"}
