"""Tests of damage: one tap after a hit, and the sheet with a pad for any amount and several targets."""

from __future__ import annotations

from random import Random

import pytest

from app.fight.fight import ATTACKS, Fight
from app.intents.fight import BranchOpen, Do
from app.intents.html_codec import write
from app.ui.strike import recent_damage
from tests.app.elements import Element
from tests.app.table import MemoryStorage, Table
from turntrack.core import commands as c
from turntrack.core.commands import Wound
from turntrack.rules.damage import pool_of, squad_of
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import Choice, ChoiceKind
from turntrack.systems.protocol import system_of

GUARDS = ("Mara, side Crew, health 15", "Ilko, side Crew, health 12", "Guard x4, side Harbour, group Guards, health 10")


@pytest.fixture
def fight(table: Table) -> Table:
    """Two of the crew and four guards, with the health of each counted; Mara acts."""
    table.tap("new", "zebra")
    table.add(*GUARDS)
    table.dice.faces[:] = [20, 12, 4]
    table.tap("open")
    assert table.track[0].startswith("*Mara ")
    return table


def health(table: Table, *names: str) -> list[int]:
    """Return the health of each combatant."""
    return [table.session.encounter.combatants[table.id_of(name)].health for name in names]


def on_row(table: Table, name: str) -> list[str]:
    """Return the buttons of damage alone on the row of that name, without those that attack, too."""
    return _strip(table, name, is_attack=False)


def attacks_on(table: Table, name: str) -> list[str]:
    """Return the buttons on the row that are an attack with its damage."""
    return _strip(table, name, is_attack=True)


def _strip(table: Table, name: str, *, is_attack: bool) -> list[str]:
    row = table.rows.find("li", id=f"row-{table.id_of(name)}")
    strips = [each for each in row.with_class("hurts") if ("attack" in each.attributes["class"].split()) is is_attack]
    return [each.text for strip in strips for each in strip.all("button")]


def beside_deck(table: Table, name: str) -> tuple[list[str], bool]:
    """Return the buttons of the wounds below the choices, and whether only a narrow screen shows them."""
    (block,) = (
        aside for aside in table.region("panel").with_class("aside") if any(b.text == name for b in aside.all("b"))
    )
    return [each.text for each in block.all("button")], "narrow" in block.attributes["class"]


def taking(table: Table) -> list[str]:
    """Return the targets and amounts that the sheet shows."""
    rows = []
    for row in table.dialog.with_class("hit-list")[0].all("li"):
        (on,) = row.with_class("part")[0].with_class("on")
        rows.append(f"{row.with_class('dot')[0].text} {on.text}: {row.find('p').text}")
    return rows


def at_once(table: Table) -> list[str]:
    """Return the amounts of a single tap in the sheet."""
    return [each.text for strip in table.dialog.with_class("at-once") for each in strip.all("button")]


def said_below(table: Table) -> str:
    """Return what the line below the page says of the last step, without its rules."""
    line = table.region("history").find("p", id="last")
    return line.text.removesuffix(" ".join(each.text for each in line.all("cite"))).strip()


def button(table: Table) -> Element:
    """Return the button that deals the damage."""
    return table.dialog.find("button", id="deal")


def strike(table: Table) -> None:
    """Have Mara strike at Guard A."""
    table.enter("attack.target", table.id_of("Guard A"))
    table.choose("attack", "middle")


def tap_digits(table: Table, digits: str) -> None:
    for digit in digits:
        table.tap("digit", digit)


class TestOnTheRow:
    def test_an_ordinary_hit_is_one_tap_after_the_blow(self, fight: Table) -> None:
        strike(fight)
        assert on_row(fight, "Guard A") == ["−1", "−2", "−3", "−5", "−10", "…"]
        assert on_row(fight, "Guard B") == []
        fight.do(c.Wound(3, (c.Hit(fight.id_of("Guard A")),)))
        assert health(fight, "Guard A", "Guard B") == [7, 10]
        assert fight.log[0] == "Guard A takes 3: 10 → 7."
        fight.tap("undo")
        assert health(fight, "Guard A") == [10]

    def test_seven_points_are_two_taps(self, fight: Table) -> None:
        """The wounds stay within reach, until something else is done."""
        strike(fight)
        for amount in (5, 2):
            fight.do(c.Wound(amount, (c.Hit(fight.id_of("Guard A")),)))
        assert health(fight, "Guard A") == [3]
        fight.do(c.CloseRound())
        assert on_row(fight, "Guard A") == []

    def test_whoever_has_no_health_left_may_fall_there(self, fight: Table) -> None:
        fight.give(c.ChooseOption("falls", "offered"))
        strike(fight)
        fight.do(c.Wound(10, (c.Hit(fight.id_of("Guard A")),)))
        assert on_row(fight, "Guard A") == ["Down", "…"]
        fight.do(c.Fall(fight.id_of("Guard A")))
        assert on_row(fight, "Guard A") == []  # there is no health left to take
        fight.tap("undo")
        fight.do(c.CloseRound())
        assert on_row(fight, "Guard A") == ["Down"]

    def test_the_fallen_can_be_wounded_for_as_long_as_they_have_health(self, fight: Table) -> None:
        strike(fight)
        fight.tap("person", fight.id_of("Guard A"))
        fight.do(c.Fall(fight.id_of("Guard A")))
        assert on_row(fight, "Guard A") == ["−1", "−2", "−3", "−5", "−10", "…"]

    def test_whoever_is_healed_after_the_fall_may_get_up_there(self, fight: Table) -> None:
        """The game master decides: healing alone wakes nobody in some games."""
        guard = fight.id_of("Guard B")
        fight.give(Wound(10, (c.Hit(guard),)))
        assert not fight.session.encounter.standings[guard].able
        fight.give(Wound(4, (c.Hit(guard),), heals=True))
        assert not fight.session.encounter.standings[guard].able
        fight.do(c.Rise(guard))
        assert fight.session.encounter.standings[guard].able
        assert not fight.rows.all(id=f"rises-{guard}")

    def test_whoever_acts_or_is_out_of_sight_may_fall_above_the_deck(self, fight: Table) -> None:
        """On a phone, whose rows are further down, and whose line has no room; elsewhere the line asks."""
        fight.give(c.ChooseOption("falls", "offered"))
        for name in ("Mara", "Guard B"):
            fight.tap("open-damage", fight.id_of(name))
            tap_digits(fight, "20")
            fight.tap("deal")
        beside = {name: beside_deck(fight, name) for name in ("Mara", "Guard B")}
        assert beside == {"Mara": (["Down", "Stays up"], True), "Guard B": (["Down", "Stays up"], True)}
        assert beside_deck(fight, "Mara, Guard B") == (["All 2 down"], False)
        fight.do(c.Fall(fight.id_of("Mara"), (fight.id_of("Guard B"),)))
        assert {"Mara falls.", "Guard B falls."} <= {*fight.log}

    def test_a_blow_that_is_undone_wounds_nobody(self, fight: Table) -> None:
        strike(fight)
        fight.tap("undo")
        assert on_row(fight, "Guard A") == []
        fight.choose("plain", "Reserve")
        assert on_row(fight, "Guard A") == []

    def test_who_is_not_counted_has_none(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add("Mara, side Crew", "Guard x2, side Harbour")
        table.dice.faces[:] = [20, 12, 4]
        table.tap("open")
        strike(table)
        assert on_row(table, "Guard A") == []

    @pytest.mark.parametrize(
        "key", [system.key for system in SYSTEMS if system.key not in ("traveller", "table_rules")]
    )
    def test_in_every_system_that_knows_whom_a_blow_is_for(self, key: str) -> None:
        """Traveller and table rules do not ask for whom: there the health of anybody is a tap away, as everywhere."""
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", key)
        table.tap("open")
        struck = _strike_somebody(table)
        assert on_row(table, struck)
        (before,) = health(table, struck)
        table.do(c.Wound(3, (c.Hit(table.id_of(struck)),)))
        assert health(table, struck) == [before - 3]

    def test_after_a_ruling_that_lets_somebody_attack(self) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", "rond6")
        table.tap("open")
        actor, foe = table.session.encounter.acting()[0], table.id_of("Thug A")
        table.give(c.Act(actor, "declare", {"number": 1}))
        table.give(c.RuleAct(actor, "shoot", "Shoot", {"with": "musket", "slow": True, "target": foe}))
        assert on_row(table, "Thug A")

    def test_a_dodge_out_of_turn_leaves_the_damage_of_the_attack(self) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("new", "rond6")
        table.add("Bo, side Heroes, perception 6D", "Rat x2, side Foes, health 7")
        table.tap("open")
        bo, rat = table.id_of("Bo"), table.id_of("Rat A")
        table.give(c.Act(bo, "declare", {"number": 2}))
        _slash(table, rat)
        table.give(c.Act(rat, "move_up", {"reason": "dodge", "number": 1}))
        assert on_row(table, "Rat A")
        table.give(c.Act(bo, "move"))
        assert not on_row(table, "Rat A")

    def test_an_interruption_leaves_the_damage_of_the_attack_to_its_result(self) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("new", "rond6")
        table.add("Ana, side Heroes, perception 9D", "Bo, side Heroes, perception 6D", "Rat, side Foes, health 7",
                  "Owl, side Foes, health 7")  # fmt: skip
        table.tap("open")
        ana, bo, rat, owl = (table.id_of(name) for name in ("Ana", "Bo", "Rat", "Owl"))
        table.give(c.Act(ana, "declare", {"number": 2}))
        table.give(c.Act(ana, "wait"))
        table.give(c.Act(bo, "declare", {"number": 1}))
        _slash(table, rat)
        assert on_row(table, "Rat")
        table.give(c.Act(ana, "interrupt"))
        assert on_row(table, "Rat")
        _slash(table, owl)
        assert (on_row(table, "Rat"), bool(on_row(table, "Owl"))) == ([], True)
        table.give(c.Act(bo, "result"))
        assert (bool(on_row(table, "Rat")), on_row(table, "Owl")) == (True, [])
        for _ in range(2):
            table.tap("undo")
        table.give(c.Act(ana, "move"))
        assert on_row(table, "Rat"), "nothing was aimed at in between"
        table.give(c.Act(bo, "result"))
        assert on_row(table, "Rat")

    def test_a_reaction_leaves_the_damage_of_an_attack_that_ended_the_turn(self, table: Table) -> None:
        table.tap("new", "ten_cards")
        table.add("Ana, side Heroes, fixed 1", "Rat, side Foes, health 7, fixed 5", "Owl, side Foes, fixed 7, health 7")
        table.tap("open")
        ana, rat = table.id_of("Ana"), table.id_of("Rat")
        table.give(c.Act(ana, "action", {"target": rat}))
        table.give(c.Act(rat, "parry_or_dodge"))
        table.give(c.Act(ana, "end"))
        assert not on_row(table, "Rat")
        table.tap("undo")
        assert on_row(table, "Rat")

    def test_a_new_start_has_them_where_they_were(self, fight: Table) -> None:
        strike(fight)
        fight.do(c.Wound(3, (c.Hit(fight.id_of("Guard A")),)))
        before = on_row(fight, "Guard A")
        assert before
        assert on_row(_start_anew(fight), "Guard A") == before

    def test_an_undo_has_them_where_they_were(self, fight: Table) -> None:
        strike(fight)
        before = on_row(fight, "Guard A")
        fight.choose("plain", "Reserve")
        assert on_row(fight, "Guard A") == []
        fight.tap("undo")
        assert on_row(fight, "Guard A") == before

    @pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
    def test_the_history_says_of_every_moment_which_blow_was_the_last(self, key: str) -> None:
        """Whatever was done, a blow or not: after a new start the same wounds are within reach."""
        table, chance, seen = Table(faces=(4, 3, 5, 2, 6, 1) * 200), Random(key), set[bool]()
        table.tap("sample", key)
        for _ in range(40):
            if not table.session.encounter.is_open:
                table.tap("open")
            offered = [
                (choice.kind in ATTACKS, write(Do(choice.command)))
                for choice in _offered(table)
                if not choice.preview.refusal
            ]
            if not offered:
                table.do(c.CloseRound())
                continue
            blows = [each for each in offered if each[0]] if chance.random() < 0.5 else []
            table.controller.handle(*chance.choice(blows or offered)[1], {})
            fight = table.controller.fight
            assert fight
            at = Fight("again", table.session, fight.system, MemoryStorage()).last_hit_target()
            struck = [row.attributes["data-id"] for row in table.rows.all("li") if _is_struck(row)]
            assert struck == ([at] if at else []), table.log[:2]
            seen.add(bool(struck))
        assert seen == {False, True}


class TestInOneGesture:
    """A tap on a foe's row is target, attack and damage."""

    def test_one_tap_is_target_attack_and_damage(self, fight: Table) -> None:
        assert attacks_on(fight, "Guard B") == ["miss", "2", "3", "5", "10", "…"]
        assert attacks_on(fight, "Ilko") == []  # a friend
        fight.tap("hit", f"{fight.id_of('Guard B')}:5")
        assert health(fight, "Guard B") == [5]
        assert fight.log[0].startswith("Mara attacks Guard B")
        assert "Guard B takes 5: 10 → 5." in fight.log
        undo = fight.region("history").find("button", id="undo").attributes["aria-label"]
        assert undo.endswith("Mara attacks Guard B with a middle-sized weapon, 5 damage")
        fight.tap("undo")
        assert health(fight, "Guard B") == [10]
        assert fight.session.encounter.standings[fight.id_of("Mara")].aimed_at == ""
        fight.tap("redo")
        assert health(fight, "Guard B") == [5]

    def test_a_miss_is_one_tap(self, fight: Table) -> None:
        fight.tap("hit", f"{fight.id_of('Guard B')}:0")
        assert health(fight, "Guard B") == [10]
        assert fight.log[0] == "Mara attacks Guard B with a middle-sized weapon and misses (4): 33 → 29. Z8, Z21"
        undo = fight.region("history").find("button", id="undo").attributes["aria-label"]
        assert undo.endswith("Mara attacks Guard B with a middle-sized weapon and misses")
        assert on_row(fight, "Guard B") == []

    def test_the_last_amounts_against_a_kind_are_offered(self, fight: Table) -> None:
        for amount, name in ((7, "Guard A"), (4, "Guard B")):
            fight.tap("open-damage", fight.id_of(name))
            tap_digits(fight, str(amount))
            fight.tap("deal")
        assert attacks_on(fight, "Guard C") == ["miss", "2", "3", "5", "10", "…"], "they stay through the turn"
        fight.choose("plain", "Reserve")
        assert attacks_on(fight, "Guard C") == ["miss", "4", "5", "7", "10", "…"]

    @pytest.mark.parametrize("dealt", [(), (7, 4), (8, 9, 6), (1,)])
    def test_each_amount_keeps_its_place_when_the_blow_has_been_struck(
        self, table: Table, dealt: tuple[int, ...]
    ) -> None:
        table.tap("new", "d20_twice")
        table.add("Brenn, side Heroes", "Rat, side Foes, health 80")
        for amount in dealt:
            table.give(c.Wound(amount, (c.Hit(table.id_of("Rat")),)))
        table.dice.faces[:] = [15, 4]
        table.tap("open")
        _, *before, _ = attacks_on(table, "Rat")
        table.tap("hit", f"{table.id_of('Rat')}:{before[2]}")
        assert attacks_on(table, "Rat")[1:-1] == before

    def test_where_few_points_are_wounds_one_is_offered(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add("Mara, side Crew, health 4", "Guard, side Harbour, health 4", "Ox, side Harbour, health 40")
        table.dice.faces[:] = [20, 12, 4]
        table.tap("open")
        assert attacks_on(table, "Guard") == ["miss", "1", "2", "3", "4", "…"]
        assert "10" in attacks_on(table, "Ox")

    def test_each_of_several_takes_an_amount_of_its_own(self, fight: Table) -> None:
        """One attack: 7, 4 and half of 12. What is typed for all holds for the others."""
        a, b, c_, d = (fight.id_of(f"Guard {letter}") for letter in "ABCD")
        fight.tap("open-damage", a)
        assert not fight.dialog.all(data_do="type-own")
        for other in (b, c_, d):
            fight.tap("pick-hit", other)
        fight.tap("type-own", a)
        fight.tap("digit", "7")
        fight.tap("type-own", b)
        fight.tap("digit", "1")
        fight.tap("type-own", b)
        fight.tap("type-own", b)
        tap_digits(fight, "42")
        fight.tap("rub-out")
        assert fight.dialog.find(id="deal").attributes.get("disabled") is not None, "two have no amount yet"
        assert "How much for Guard C, Guard D?" in fight.dialog.text
        fight.tap("pick-share", f"{c_}:half")
        fight.tap("digit", "8")
        assert taking(fight) == [
            "Guard A 7: 10 → 3",
            "Guard B 4: 10 → 6",
            "Guard C half: 10 → 6",
            "Guard D full: 10 → 2",
        ]
        fight.tap("deal")
        assert health(fight, *(f"Guard {letter}" for letter in "ABCD")) == [3, 6, 6, 2]
        said = "Damage: Guard A 7, 10 → 3; Guard B 4, 10 → 6; Guard C half of 8, 10 → 6; Guard D 8, 10 → 2."
        assert fight.log[0] == said
        assert set(recent_damage(fight.session.past).by_side["Harbour"]) == {7, 4, 8}
        fight.tap("undo")
        assert health(fight, "Guard A", "Guard D") == [10, 10]

    @pytest.mark.parametrize("pick", [("pick-hit", "c5"), ("pick-all", "0:Harbour")])
    def test_after_another_target_is_picked_the_digits_are_for_all(self, fight: Table, pick: tuple[str, str]) -> None:
        a = fight.id_of("Guard A")
        fight.tap("open-damage", a)
        fight.tap("pick-hit", fight.id_of("Guard B"))
        fight.tap("type-own", a)
        fight.tap("digit", "7")
        fight.tap(*pick)
        fight.tap("digit", "3")
        assert taking(fight)[:2] == ["Guard A 7: 10 → 3", "Guard B full: 10 → 7"]

    def test_a_single_target_takes_what_is_typed_for_all(self, fight: Table) -> None:
        a, b = fight.id_of("Guard A"), fight.id_of("Guard B")
        fight.tap("open-damage", a)
        fight.tap("pick-hit", b)
        fight.tap("type-own", a)
        fight.tap("digit", "7")
        fight.tap("pick-hit", b)
        assert taking(fight) == ["Guard A full: 10"]
        fight.tap("digit", "3")
        fight.tap("deal")
        assert fight.log[0] == "Guard A takes 3: 10 → 7."

    def test_any_amount_and_several_at_once(self, fight: Table) -> None:
        fight.tap("open-strike", fight.id_of("Guard A"))
        fight.tap("pick-hit", fight.id_of("Guard B"))
        fight.tap("pick-share", f"{fight.id_of('Guard B')}:half")
        tap_digits(fight, "12")
        fight.tap("deal")
        assert health(fight, "Guard A", "Guard B") == [0, 4]
        assert fight.log[0].startswith("Mara attacks Guard A")
        assert "Guard A falls." in fight.log
        assert not fight.session.encounter.standings[fight.id_of("Guard A")].able

    def test_twelve_are_two_taps(self, fight: Table) -> None:
        fight.tap("open-strike", fight.id_of("Guard D"))
        fight.tap("deal-amount", "12")
        assert health(fight, "Guard D") == [0]
        assert fight.log[0].startswith("Mara attacks Guard D")
        assert not fight.dialog.children

    def test_who_has_attacked_first_enters_the_damage_alone(self, fight: Table) -> None:
        """Until the turn has passed on, the row deals damage: it would be another attack else."""
        strike(fight)
        assert attacks_on(fight, "Guard A") == []
        assert attacks_on(fight, "Guard B")
        fight.do(c.Wound(3, (c.Hit(fight.id_of("Guard A")),)))
        assert attacks_on(fight, "Guard A") == []

    def test_nobody_without_counted_health_has_buttons(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add("Mara, side Crew", "Guard x2, side Harbour")
        table.dice.faces[:] = [20, 12, 4]
        table.tap("open")
        assert attacks_on(table, "Guard A") == []

    def test_whose_own_health_is_not_counted_is_hit_like_the_others(self, table: Table) -> None:
        """The damage is told, and whoever concentrates is asked about."""
        table.tap("new", "d20_twice")
        table.add("Ogre 20, side Foes, health 59", "Mira 3, side Heroes", "Brenn 2, side Heroes, health 28")
        table.dice.faces[:] = [10] * 3
        table.tap("open")
        table.give(c.GiveCondition((table.id_of("Mira"),), "concentrating"))
        assert attacks_on(table, "Mira") == attacks_on(table, "Brenn") == ["miss", "2", "3", "5", "10", "…"]
        table.tap("open-strike", table.id_of("Mira"))
        assert at_once(table)[:2] == ["1", "2"]
        table.tap("pick-hit", table.id_of("Brenn"))
        tap_digits(table, "23")
        table.tap("deal")
        assert "23 points of damage: Mira takes 23; Brenn 28 → 5." in said_below(table)
        assert "Mira has lost 23: still concentrating? (D&D: DC 11)" in table.region("panel").text
        table.tap("undo")
        table.tap("hit", f"{table.id_of('Mira')}:10")
        assert "Mira takes 10." in said_below(table)
        assert "Mira has lost 10: still concentrating? (D&D: DC 10)" in table.region("panel").text
        assert attacks_on(table, "Mira") == ["miss", "2", "3", "5", "10", "…"], "further blows are part of the attack"

    def test_an_attack_out_of_turn_leaves_the_choices_of_whoever_acts_and_the_damage(self, table: Table) -> None:
        table.tap("new", "d20_twice")
        table.add("Ogre 20, side Foes, health 59", "Mira 3, side Heroes", "Brenn 2, side Heroes, health 28")
        table.dice.faces[:] = [10] * 3
        table.tap("open")
        table.open_drawer("reaction")
        table.enter("reaction.who", table.id_of("Brenn"))
        table.enter("reaction.target", table.id_of("Ogre"))
        table.choose("reaction", "Reaction")
        assert not table.region("panel").all("section", id="section-reaction")
        assert "Attack" in [each.text for each in table.region("panel").with_class("label")]
        assert on_row(table, "Ogre")[-1] == "…"

    def test_a_hurt_friend_of_whoever_acts_is_healed_in_two_taps(self, table: Table) -> None:
        table.tap("new", "d20_twice")
        table.add("Brenn 20, side Heroes, health 28", "Mira 3, side Heroes, health 20", "Ogre 2, side Foes, health 59")
        table.dice.faces[:] = [10] * 3
        table.tap("open")
        for name in ("Mira", "Ogre"):
            table.give(c.Wound(9, (c.Hit(table.id_of(name)),)))
        table.tap("open-damage", table.id_of("Mira"))
        table.tap("deal-amount", "7")
        assert health(table, "Mira") == [18]
        table.tap("open-damage", table.id_of("Ogre"))
        table.tap("deal-amount", "7")
        assert health(table, "Ogre") == [43]

    def test_whoever_acts_and_was_hurt_before_is_hurt_by_an_attack_out_of_turn(self, table: Table) -> None:
        table.tap("new", "d20_twice")
        table.add("Ogre 20, side Foes, health 59", "Mira 3, side Heroes, health 20")
        table.dice.faces[:] = [10] * 3
        table.tap("open")
        for name in ("Ogre", "Mira"):
            table.give(c.Wound(9, (c.Hit(table.id_of(name)),)))
        table.tap("open-damage", table.id_of("Ogre"))
        table.tap("deal-amount", "7")
        assert health(table, "Ogre") == [43]

    def test_a_hit_on_a_fallen_hero_counts_where_the_rules_count_it(self, table: Table) -> None:
        """Of a last stand damage is a step, however much it is; a fallen foe is past it."""
        table.tap("new", "d20_once")
        table.add("Aria, side Heroes, health 9", "Goblin, side Foes, health 7", "Ogre, side Foes, health 9")
        table.dice.faces[:] = [5, 15, 10]
        table.tap("open")
        table.give(c.Wound(20, (c.Hit(table.id_of("Aria")), c.Hit(table.id_of("Ogre")))))
        table.give(c.Fall(table.id_of("Aria")))
        assert attacks_on(table, "Aria") == ["miss", "hit", "crit", "…"]
        assert attacks_on(table, "Ogre") == on_row(table, "Ogre") == []
        table.tap("strike-critically", table.id_of("Aria"))
        assert table.log[0] == "Goblin attacks Aria."
        assert "Aria: failures 0 → 2." in table.log
        (about,) = table.rows.find("li", id=f"row-{table.id_of('Aria')}").with_class("about")
        assert "fallen" not in about.text
        table.tap("undo")
        table.tap("hit", f"{table.id_of('Aria')}:1")
        assert "Aria: failures 0 → 1." in table.log
        table.tap("strike-critically", table.id_of("Aria"))
        assert on_row(table, "Aria") == attacks_on(table, "Aria") == [], "dead"

    def test_damage_from_a_card_to_a_fallen_hero_is_no_critical_hit(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.add("Aria, side Heroes, health 9", "Ogre, side Foes, health 59")
        table.dice.faces[:] = [5, 15]
        table.tap("open")
        table.give(c.Wound(9, (c.Hit(table.id_of("Aria")),)))
        table.give(c.Fall(table.id_of("Aria")))
        table.give(c.WriteStatCard(table.id_of("Ogre"), ("Club. Hit: 4 (1d8) damage.",)))
        table.enter("turn.target", table.id_of("Aria"))
        table.dice.faces[:] = [4]
        table.do(c.RollFromCard(table.id_of("Ogre"), "1d8", "Club"))
        (give,) = table.region("panel").with_class("give-roll")
        table.tap(give.attributes["data-do"], give.attributes["data-arg"])
        assert "Aria: failures 0 → 1." in table.log

    def test_a_fallen_hero_who_takes_damage_without_limit_has_amounts(self, table: Table) -> None:
        table.tap("new", "d20_once")
        table.add("Aria, side Heroes", "Goblin, side Foes, health 7")
        table.give(c.ChooseOption("counting", "up"))
        table.dice.faces[:] = [5, 15]
        table.tap("open")
        table.give(c.Fall(table.id_of("Aria")))
        assert "hit" not in attacks_on(table, "Aria")
        assert len(attacks_on(table, "Aria")) > 2

    @pytest.mark.parametrize("key", [system.key for system in SYSTEMS])
    def test_in_every_system(self, key: str) -> None:
        table = Table(faces=(4, 3, 5, 2, 6, 1) * 40)
        table.tap("sample", key)
        table.tap("open")
        for combatant_id in table.session.encounter.order:
            table.give(c.ChangeCombatant(combatant_id, health=20))
        while not (foes := [row for row in table.rows.all("li") if row.with_class("attack")]):
            assert not any(row.with_class("hurts") for row in table.rows.all("li")), "nobody has attacked yet"
            choice = next(choice for choice in _offered(table) if choice.row and not choice.preview.refusal)
            table.do(choice.command)
        actor = table.session.encounter.acting()[0]
        foe = foes[0].attributes["data-id"]
        (before,) = health(table, table.session.encounter.name_of(foe))
        table.tap("hit", f"{foe}:3")
        assert health(table, table.session.encounter.name_of(foe)) == [before - 3]
        assert table.session.encounter.name_of(actor) in table.log[0]
        assert not [line for line in table.log if "misses" in line]
        table.tap("undo")
        table.tap("hit", f"{foe}:0")
        (missed,) = [line for line in table.log if "misses" in line]
        assert missed.startswith(table.session.encounter.name_of(actor))
        assert table.session.encounter.name_of(foe) in missed

    def test_where_an_attack_ends_the_turn_nobody_is_asked_whether_it_does(self, table: Table) -> None:
        table.tap("sample", "rond6")
        table.dice.faces[:] = [4, 3, 5, 2, 6, 1] * 20
        table.tap("open")
        actor = table.session.encounter.acting()
        switch = {"id": "end-with-attack"}
        assert not table.region("panel").all("button", **switch)
        actions = next(choice for choice in _offered(table) if choice.label == "2 actions")
        table.do(actions.command)
        assert table.session.encounter.acting() == actor
        assert table.region("panel").all("button", **switch)

    def test_a_turn_may_end_with_its_last_attack(self, table: Table) -> None:
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 20", "Goblin x2, side Foes, group Goblins, health 7")
        table.dice.faces[:] = [20, 1, 1]
        table.tap("open")
        assert table.track[0].startswith("*Aria")
        goblin = table.id_of("Goblin A")
        table.do(c.ChooseOption("spent", "ends"))
        table.tap("hit", f"{goblin}:5")
        assert table.track[0].startswith("*Goblin A")
        assert table.log[0].startswith("Aria attacks Goblin A.")
        table.tap("undo")
        table.enter("turn.target", goblin)
        table.choose("turn", "Attack")
        assert table.track[0].startswith("*Goblin A")
        assert table.log[0].startswith("Aria attacks Goblin A."), "whether it hits is not said"
        table.tap("undo")
        table.give(c.ChooseOption("spent", "goes_on"))
        table.tap("hit", f"{goblin}:5")
        assert table.track[0].startswith("*Aria")
        assert attacks_on(table, "Goblin A") == ["miss", "2", "3", "5", "10", "…"], "a further attack takes nothing"

    def test_a_bonus_action_before_the_attack_does_not_end_the_turn(self, table: Table) -> None:
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 20", "Goblin, side Foes, health 7")
        table.dice.faces[:] = [20, 1]
        table.tap("open")
        table.do(c.ChooseOption("spent", "ends"))
        table.choose("turn", "Bonus action")
        assert table.track[0].startswith("*Aria")
        table.tap("hit", f"{table.id_of('Goblin')}:5")
        assert table.track[0].startswith("*Goblin")

    @pytest.mark.parametrize("game", ["cards", "skills", "popcorn"])
    def test_where_attacks_are_not_counted_one_more_is_open(self, table: Table, game: str) -> None:
        table.tap("new", game)
        table.add("Aria, side Heroes, health 4", "Goblin x2, side Foes, group Goblins, health 4")
        table.dice.faces[:] = [52, 1, 1]
        table.tap("open")
        aria = table.id_of("Aria")
        if not table.session.encounter.acting():
            table.do(c.Act(aria, "nominate"))
        goblin = table.id_of("Goblin B")
        table.tap("hit", f"{table.id_of('Goblin A')}:1")
        assert {"miss", "1"} <= {*attacks_on(table, "Goblin B")}
        table.tap("hit", f"{goblin}:0")
        assert table.log[0].startswith("Aria attacks Goblin B and misses.")
        table.tap("undo")
        table.do(c.ChooseOption("spent", "ends"))
        table.tap("hit", f"{goblin}:0")
        assert aria not in table.session.encounter.acting()

    def test_the_line_below_keeps_damage_and_falls(self, table: Table) -> None:
        """Of a step with many sentences, what is spent and whose turn follows go first."""
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 20", "Goblin x4, side Foes, group Goblins, health 7", "Ox, side Foes")
        table.dice.faces[:] = [20, 1, 1, 1]
        table.tap("open")
        goblin_a, goblin_b = table.id_of("Goblin A"), table.id_of("Goblin B")
        table.give(c.ChooseOption("spent", "ends"))
        table.tap("hit", f"{goblin_a}:5")
        assert said_below(table) == "Aria attacks Goblin A. … Goblin A takes 5: 7 → 2. … Goblin A is up."
        table.tap("undo")
        table.tap("open-strike", goblin_a)
        table.tap("pick-hit", goblin_b)
        tap_digits(table, "9")
        table.tap("deal")
        assert said_below(table) == (
            "9 points of damage: Goblin A 7 → 0; Goblin B 7 → 0. Goblin A falls. Goblin B falls."
        )
        table.tap("undo")
        table.tap("hit", f"{goblin_a}:0")
        assert said_below(table).startswith("Aria attacks Goblin A and misses. ")

    def test_one_who_attacks_twice_names_the_attacker_again(self, table: Table) -> None:
        """The action holds all attacks of the turn."""
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 20", "Goblin x2, side Foes, group Goblins, health 7")
        table.dice.faces[:] = [20, 1, 1]
        table.tap("open")
        row = table.rows.find("li", id=f"row-{table.id_of('Goblin B')}")
        table.tap("hit", f"{table.id_of('Goblin A')}:5")
        assert table.rows.find("li", id=f"row-{table.id_of('Goblin B')}") == row, "nothing moves under the finger"
        assert "Attack again" in table.region("panel").text
        assert "Attack takes 1" not in table.region("panel").text
        table.tap("hit", f"{table.id_of('Goblin B')}:3")
        assert said_below(table) == "Aria attacks Goblin B. Goblin B takes 3: 7 → 4."
        table.tap("hit", f"{table.id_of('Goblin A')}:0")
        assert said_below(table) == "Aria attacks Goblin A and misses."

    def test_one_who_strikes_twice_deals_damage_again(self, table: Table) -> None:
        """No attack is left where each takes an action: the second one belongs to the same action."""
        table.tap("new", "initiative_die")
        table.add("Aria, side Heroes, health 20", "Goblin x2, side Foes, group Goblins, health 7")
        table.dice.faces[:] = [20, 1, 1]
        table.tap("open")
        row = table.rows.find("li", id=f"row-{table.id_of('Goblin B')}")
        assert not table.region("whose").with_class("no-attack")
        table.tap("hit", f"{table.id_of('Goblin A')}:5")
        assert table.rows.find("li", id=f"row-{table.id_of('Goblin B')}") == row, "nothing moves under the finger"
        assert table.region("whose").with_class("no-attack"), "by which the style tells the buttons as plain damage"
        table.tap("hit", f"{table.id_of('Goblin B')}:3")
        assert table.log[0] == "Goblin B takes 3: 7 → 4."
        table.tap("hit", f"{table.id_of('Goblin B')}:0")
        assert table.last.toast == "No attack is left in this turn."

    def test_the_target_of_an_attack_is_none_of_the_bonus_action(self) -> None:
        """But one that is picked for it is."""
        table = Table()
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 20", "Goblin, side Foes, health 7", "Ogre, side Foes, health 59")
        table.dice.faces[:] = [20, 2, 1]
        table.tap("open")
        table.tap("hit", f"{table.id_of('Goblin')}:3")
        table.choose("turn", "Bonus action")
        assert "Aria uses the bonus action." in table.log
        table.tap("undo")
        table.enter("turn.target", table.id_of("Ogre"))
        table.choose("turn", "Bonus action")
        assert "Aria uses the bonus action, target Ogre." in table.log


def _is_struck(row: Element) -> bool:
    return bool(row.with_class("hurts")) and "struck" in row.attributes["class"].split()


def _slash(table: Table, target: str) -> None:
    """Slash at a target, by the rules of RonD6."""
    encounter = table.session.encounter
    sections = system_of("rond6", SYSTEMS).at(encounter).sections(encounter, {"attack.target": target})
    slash = next(choice for section in sections for choice in section.choices if choice.label == "Slash")
    table.give(slash.command)


def _start_anew(table: Table) -> Table:
    """Open the fight from its journal, as after a reload."""
    again = Table(storage=MemoryStorage())
    again.storage.journals = {key: list(records) for key, records in table.storage.journals.items()}
    again.storage.fetch_fight(table.storage.chosen)
    return again


def _strike_somebody(table: Table) -> str:
    """Strike at the chosen target as soon as that is offered; return its name."""
    for _ in range(12):
        offered = [
            (choice.kind in (ChoiceKind.STRIKE, ChoiceKind.SHOOT), write(Do(choice.command)))
            for choice in _offered(table)
            if not choice.preview.refusal
        ]
        _, sent = max(offered, key=lambda pair: pair[0])
        table.controller.handle(*sent, {})
        fight = table.controller.fight
        if fight and (struck := fight.last_hit_target()):
            return fight.encounter.name_of(struck)
    raise AssertionError("nobody is struck")


def _offered(table: Table) -> list[Choice]:
    """List the offered choices against the picked target."""
    entered, encounter = _aim(table), table.session.encounter
    sections = system_of(encounter.system, SYSTEMS).at(encounter).sections(encounter, entered)
    return [choice for section in sections for choice in section.choices]


def _aim(table: Table) -> dict[str, str]:
    """Pick a target in each input of the panel that asks for one."""
    radios = table.region("panel").all("input", type="radio")
    picked = {box.attributes["data-enter"]: box.attributes["value"] for box in radios if box.attributes.get("value")}
    for name, value in picked.items():
        table.controller.handle("enter", name, {"value": value})
    return picked


class TestSheet:
    def test_any_amount_is_three_taps(self, fight: Table) -> None:
        """A tap on the health, the amount, the button."""
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.tap("digit", "7")
        assert taking(fight) == ["Guard A full: 10 → 3"]
        assert button(fight).text == "Damage"
        fight.tap("deal")
        assert health(fight, "Guard A") == [3]
        assert not fight.last.dialog

    def test_of_one_alone_the_usual_amounts_are_two(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        assert at_once(fight) == [f"−{amount}" for amount in range(1, 21)]
        fight.tap("deal-amount", "5")
        assert health(fight, "Guard A") == [5]
        assert not fight.last.dialog

    def test_the_usual_amounts_heal_where_the_sheet_heals(self, fight: Table) -> None:
        ilko = fight.id_of("Ilko")
        fight.give(c.Wound(7, (c.Hit(ilko),)))
        fight.tap("open-damage", ilko)
        fight.tap("heals", "1")
        assert at_once(fight) == [f"+{amount}" for amount in range(1, 21)]
        assert fight.dialog.with_class("at-once")[0].attributes["aria-label"] == "Heal in one tap"
        fight.tap("deal-amount", "4")
        assert health(fight, "Ilko") == [9]
        assert fight.log[0] == "Ilko is healed by 4: 5 → 9."

    def test_the_usual_amounts_heal_where_damage_is_counted_up(self, fight: Table) -> None:
        fight.give(c.ChooseOption("counting", "up"))
        ilko = fight.id_of("Ilko")
        fight.give(c.Wound(7, (c.Hit(ilko),)))
        fight.tap("open-damage", ilko)
        assert at_once(fight)[:2] == ["−1", "−2"], "a hurt friend of whoever acts"
        fight.tap("heals", "0")
        assert at_once(fight)[:2] == ["+1", "+2"]
        fight.tap("heals", "1")
        fight.tap("deal-amount", "4")
        assert fight.log[0] == "Ilko is healed by 4: 7 → 3."

    def test_an_open_attack_heals_nobody_by_itself(self, fight: Table) -> None:
        """A sheet that was opened for an attack and then heals is no attack."""
        guard = fight.id_of("Guard A")
        fight.give(c.Wound(7, (c.Hit(guard),)))
        fight.tap("open-strike", guard)
        assert at_once(fight)[:2] == ["1", "2"]
        fight.tap("heals", "1")
        assert at_once(fight)[:2] == ["+1", "+2"]
        fight.tap("deal-amount", "4")
        assert fight.log[0] == "Guard A is healed by 4: 3 → 7."
        assert fight.session.encounter.standings[fight.id_of("Mara")].aimed_at == ""

    def test_a_usual_amount_loses_nothing_that_was_picked(self, fight: Table) -> None:
        """The share and the conditions count; what was typed gives way to the amount."""
        guard = fight.id_of("Guard A")
        fight.tap("open-damage", guard)
        fight.tap("pick-share", f"{guard}:half")
        fight.tap("pick-condition", "prone")
        fight.tap("digit", "9")
        assert at_once(fight)[:2] == ["1", "2"], "half of it is taken"
        fight.tap("deal-amount", "8")
        assert health(fight, "Guard A") == [6]
        assert "Guard A is prone." in fight.log

    def test_the_fireball_hits_four_and_two_save(self, fight: Table) -> None:
        """Eight taps, with rows picked beside the sheet or by their chips; one step, one sentence, one undo."""
        before = len(fight.session.past)
        guards = [fight.id_of(f"Guard {letter}") for letter in "ABCD"]
        taps = [
            ("open-damage", guards[0]),
            ("person", guards[1]),
            ("open-damage", guards[2]),
            ("pick-hit", guards[3]),
            ("digit", "9"),
        ]
        taps += [("pick-share", f"{guards[1]}:half"), ("pick-share", f"{guards[3]}:half"), ("deal", "")]
        assert len(taps) <= 8
        for do, arg in taps[:-1]:
            fight.tap(do, arg)
        marked = [row.attributes["data-id"] for row in fight.rows.with_class("chosen")]
        assert sorted(marked) == sorted(guards)
        assert taking(fight)[1] == "Guard B half: 10 → 6"
        assert fight.dialog.with_class("sheet-foot")[0].find("p").text == "Half is rounded down: 4."
        assert button(fight).text == "Damage 4 targets"
        fight.tap("deal")
        assert health(fight, *(f"Guard {letter}" for letter in "ABCD")) == [1, 6, 1, 6]
        assert len(fight.session.past) == before + 1
        assert len(fight.log[0].split(". ")) == 1
        fight.tap("undo")
        assert health(fight, *(f"Guard {letter}" for letter in "ABCD")) == [10] * 4

    def test_of_many_the_beads_alone_are_picked(self, fight: Table) -> None:
        """With the names of all, how much each takes would begin below the edge of the screen."""
        fight.dice.faces[:] = [1] * 6
        fight.add("Rat x6, side Rats, health 3")
        fight.tap("open-damage", fight.id_of("Ilko"))
        beads = [each for each in fight.dialog.with_class("bare") if each.name == "button"]
        assert [(each.text, each.attributes["aria-label"]) for each in beads][-2:] == [("RE", "Rat E"), ("RF", "Rat F")]
        assert len(beads) == 12
        assert not [each for each in fight.dialog.with_class("chip") if each.text == "Mara"]

    def test_a_whole_side_and_a_whole_group_are_one_tap(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.tap("pick-all", "1:Guards")
        assert len(taking(fight)) == 4
        fight.tap("pick-all", "0:Crew")
        assert len(taking(fight)) == 6
        fight.tap("pick-all", "1:Guards")
        assert [row.split(" ")[0] for row in taking(fight)] == ["Mara", "Ilko"]

    def test_double_none_and_what_is_rubbed_out(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.tap("pick-hit", fight.id_of("Guard B"))
        tap_digits(fight, "45")
        fight.tap("rub-out")
        fight.tap("pick-share", f"{fight.id_of('Guard A')}:double")
        fight.tap("pick-share", f"{fight.id_of('Guard B')}:none")
        assert taking(fight) == ["Guard A double: 10 → 2", "Guard B none: 10"]
        fight.tap("redouble")
        fight.tap("halve")
        fight.tap("halve")
        fight.tap("deal")
        assert health(fight, "Guard A", "Guard B") == [6, 10]

    def test_healing_ends_at_what_is_full(self, fight: Table) -> None:
        guard = fight.id_of("Guard A")
        fight.tap("open-damage", guard)
        fight.tap("deal-amount", "3")
        fight.tap("open-damage", guard)
        fight.tap("heals", "1")
        fight.tap("digit", "9")
        assert taking(fight) == ["Guard A full: 7 → 10"]
        assert button(fight).text == "Heal"
        fight.tap("beyond")
        fight.tap("deal")
        assert health(fight, "Guard A") == [16]
        assert "ruling" in fight.log[0]

    def test_below_nothing_only_by_ruling_and_who_falls_is_said_before(self, fight: Table) -> None:
        fight.give(c.ChooseOption("falls", "at_once"))
        fight.tap("open-damage", fight.id_of("Guard A"))
        tap_digits(fight, "12")
        assert taking(fight) == ["Guard A full: 10 → 0, down"]
        assert button(fight).text == "Damage Guard A down"
        fight.tap("beyond")
        assert taking(fight) == ["Guard A full: 10 → −2, down"]
        fight.tap("deal")
        assert not fight.session.encounter.standings[fight.id_of("Guard A")].able

    def test_the_wounded_are_what_the_table_says(self, fight: Table) -> None:
        """All who lose something by it, and nobody else."""
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.tap("pick-hit", fight.id_of("Guard B"))
        fight.tap("pick-share", f"{fight.id_of('Guard B')}:none")
        fight.tap("digit", "2")
        fight.tap("pick-condition", "prone")
        fight.tap("deal")
        assert [(condition.bearer, condition.name) for condition in fight.session.encounter.conditions] == [
            (fight.id_of("Guard A"), "prone")
        ]

    def test_one_health_for_a_group(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.do(c.PoolHealth("Guards", True))
        tap_digits(fight, "12")
        assert taking(fight) == ["Guard A full: Guards together: 40 → 28, 3 of 4 left"]
        fight.tap("deal")
        squad = squad_of(fight.session.encounter, fight.id_of("Guard A"))
        assert squad
        pool = pool_of(fight.session.encounter, squad)
        assert (pool.health, pool.left) == (28, 3)
        fight.tap("open-damage", fight.id_of("Guard B"))
        fight.do(c.PoolHealth("Guards", False))
        assert not fight.session.encounter.pools

    def test_who_has_had_no_health_is_counted_from_the_amount_on(self, worked: Table) -> None:
        """As many as are picked, with one tap."""
        worked.controller.handle("open-damage", worked.id_of("A"), {})
        worked.tap("pick-hit", worked.id_of("B"))
        assert taking(worked) == ["A full: not counted", "B full: not counted"]
        tap_digits(worked, "12")
        worked.tap("count-health")
        assert taking(worked) == ["A full: 12", "B full: 12"]
        assert worked.rows.find("li", data_id=worked.id_of("A")).with_class("hp")[0].text == "12 /12"

    def test_an_own_amount_is_nobodys_health(self, worked: Table) -> None:
        """The health that is counted is the amount of all, whatever amount is typed beside."""
        a, b = worked.id_of("A"), worked.id_of("B")
        worked.controller.handle("open-damage", a, {})
        worked.tap("pick-hit", b)
        worked.tap("type-own", a)
        worked.tap("digit", "9")
        counts = worked.dialog.find("button", data_do="count-health")
        assert "disabled" in counts.attributes
        assert "9" not in counts.text
        worked.tap("type-own", b)
        worked.tap("type-own", b)
        worked.tap("digit", "4")
        worked.tap("type-own", a)
        worked.tap("digit", "7")
        assert worked.dialog.find("button", data_do="count-health").text == "start counting the health of 2 at 4"
        worked.tap("count-health")
        assert health(worked, "A", "B") == [4, 4]

    def test_nothing_is_done_without_an_amount_or_anybody(self, fight: Table) -> None:
        """The button is there, and does nothing; what is sent all the same is refused in words."""
        fight.tap("open-damage", fight.id_of("Guard A"))
        assert "disabled" in button(fight).attributes
        fight.tap("digit", "3")
        assert "disabled" not in button(fight).attributes
        fight.tap("pick-hit", fight.id_of("Guard A"))
        assert "disabled" in button(fight).attributes
        fight.controller.handle("deal", "", {}, {}, True)
        assert "Choose someone first." in fight.dialog.text
        assert not isinstance(fight.session.past[-1].command, Wound)

    def test_whoever_leaves_meanwhile_is_left_out(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        fight.tap("pick-hit", fight.id_of("Guard B"))
        fight.tap("digit", "3")
        gone = fight.id_of("Guard A")
        fight.give(c.RemoveCombatant(gone))
        fight.controller.handle("open-damage", fight.id_of("Guard B"), {})
        fight.tap("pick-hit", fight.id_of("Guard C"))
        fight.tap("digit", "3")
        fight.tap("undo")
        assert len(taking(fight)) == 2

    def test_late_taps_of_a_sheet_that_is_gone_do_nothing(self, fight: Table) -> None:
        before = fight.session.encounter
        for do, arg in (
            ("digit", "3"),
            ("deal", ""),
            ("count-health", ""),
            ("pick-hit", "c1"),
            ("pick-share", "c1:half"),
        ):
            fight.controller.handle(do, arg, {})
        assert fight.session.encounter is before
        assert not fight.last.dialog

    def test_the_amount_has_an_end(self, fight: Table) -> None:
        fight.tap("open-damage", fight.id_of("Guard A"))
        tap_digits(fight, "99999")
        assert fight.dialog.with_class("amount-shown")[0].text == "4999"
        fight.tap("redouble")
        assert fight.dialog.with_class("amount-shown")[0].text == "4999"


class TestWithoutHealth:
    """Whether a hero without health falls is asked where the last step is told, however far away the row is."""

    @pytest.fixture
    def fight(self, table: Table) -> Table:
        table.tap("new", "d20_twice")
        table.add("Aria, side Heroes, health 9", "Bo, side Heroes, health 5", "Ox, side Heroes, health 5")
        table.add("Goblin, side Foes, health 7")
        table.dice.faces[:] = [5, 4, 3, 20]
        table.tap("open")
        return table

    def test_each_falls_or_stays_up(self, fight: Table) -> None:
        aria, bo = fight.id_of("Aria"), fight.id_of("Bo")
        fight.give(c.Wound(20, (c.Hit(aria), c.Hit(bo), c.Hit(fight.id_of("Ox")))))
        assert asked_below(fight) == ["Aria at 0", "Bo at 0"]
        fight.tap("stays-up", aria)
        assert asked_below(fight) == ["Bo at 0", "Ox at 0"]
        assert beside_deck(fight, "Bo") == (["Down", "Stays up"], True)
        assert beside_deck(fight, "Bo, Ox") == (["All 2 down"], False)
        assert not any(b.text == "Aria" for aside in fight.region("panel").with_class("aside") for b in aside.all("b"))
        fight.do(c.Fall(bo))
        assert "Bo falls." in fight.log
        assert asked_below(fight) == ["Ox at 0"]
        fight.give(c.Wound(3, (c.Hit(aria),), heals=True))
        fight.give(c.Wound(3, (c.Hit(aria),)))
        assert asked_below(fight) == ["Aria at 0", "Ox at 0"], "another time"
        fight.tap("undo")
        assert asked_below(fight) == ["Ox at 0"]

    def test_the_answer_is_undone_with_the_blow(self, fight: Table) -> None:
        aria = fight.id_of("Aria")
        fight.give(c.WriteNote("A duel"))
        fight.give(c.Wound(20, (c.Hit(aria),)))
        fight.tap("stays-up", aria)
        fight.give(c.WriteNote("She stands"))
        fight.tap("undo")
        assert asked_below(fight) == []
        fight.tap("undo")
        fight.give(c.Wound(12, (c.Hit(aria),)))
        assert asked_below(fight) == ["Aria at 0"], "another blow"
        fight.tap("stays-up", aria)
        fight.controller.handle(*write(BranchOpen(0)), {})
        assert asked_below(fight) == ["Aria at 0"], "the blow of the branch"


def asked_below(table: Table) -> list[str]:
    """Return of whom it is asked on the line whether they fall."""
    questions = table.region("history").all("span", role="group")
    return [question.text.replace("Down", "").replace("Stays up", "").strip() for question in questions]
