"""Tests of the views, the values that the screen shows."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import pytest

from app.intents.fight import Do
from app.intents.html_codec import write
from app.ui.panel import MOST_ASIDE, PanelView, lands_before, panel_view
from app.ui.slab import slab_view, upcoming_turn_views
from app.ui.track import LONGEST_WAY, MANY_ROWS, MOST_ON_SLAB, FoldView, RowView, TrackView, track_view
from app.ui.track_html import render_fold, render_row
from app.ui.words import MOST_SIDES, exact, initials, letters_for, percent, side_places
from turntrack.core import commands as c
from turntrack.core.dice import ScriptedDice, seeded_dice
from turntrack.core.fields import Value
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.rules.health import tally
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import Choice, Preview
from turntrack.systems.interlock import SYSTEM as INTERLOCK
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.rond6 import SYSTEM as ROND6
from turntrack.systems.traveller import SYSTEM as TRAVELLER
from turntrack.systems.unbound import SYSTEM as UNBOUND
from turntrack.systems.zebra import SYSTEM as ZEBRA

SHEET: Mapping[str, Value] = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}


def fight(*faces: int, sides: str = "", group: str = "") -> Session:
    """Return a begun fight with a combatant for each face, all at 0 plus their die."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Trial", "zebra"), ScriptedDice([]))
    for place in range(len(faces)):
        side = sides[place] if sides else ""
        session.dispatch(c.AddCombatant(f"N{place}", side=side, group=group, sheet=SHEET), ScriptedDice([]))
    session.dispatch(c.OpenRound(), ScriptedDice(list(faces)))
    return session


def waiting(*names: str, system: TurnSystem = ZEBRA, health: int = 0) -> Session:
    """Return a fight that has not begun."""
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("Trial", system.key), ScriptedDice([]))
    for name in names:
        session.dispatch(c.AddCombatant(name, side=name[0], health=health), ScriptedDice([]))
    return session


def seen(encounter: Encounter, unfolded: str = "") -> TrackView:
    return track_view(encounter, ZEBRA, {}, unfolded=unfolded)


def deck(encounter: Encounter, opened: str = "", system: TurnSystem = ZEBRA) -> PanelView:
    """Return the deck with no values entered."""
    return panel_view(encounter, system, system.sections(encounter, {}), {}, opened)


def names(rows: tuple[RowView | FoldView, ...]) -> list[str]:
    return [row.name if isinstance(row, RowView) else row.names for row in rows]


class TestString:
    def test_whoever_acts_is_on_the_slab_and_the_others_hang_from_there_to_scale(self) -> None:
        view = seen(fight(20, 14, 9).encounter)
        assert [(row.name, row.number, row.acting) for row in view.slab] == [("N0", "20", True)]
        rows = [(row.name, row.number, row.way, row.acting) for row in view.active if isinstance(row, RowView)]
        assert rows == [("N1", "14", 6, False), ("N2", "9", 5, False)]
        assert (view.end_way, view.has_zero, view.end_words) == (9, True, "end of sequence 1")
        assert view.done == view.fallen == ()

    def test_those_who_are_done_stand_apart(self) -> None:
        """With their overdrawn counter, a true minus sign before it."""
        session = fight(4, 9, 2)
        session.dispatch(c.Act("c2", "other", {"cost": 12}), ScriptedDice([]))
        view = seen(session.encounter)
        assert (names(view.slab), names(view.active), names(view.done)) == (["N0"], ["N2"], ["N1"])
        (done,) = view.done
        assert isinstance(done, RowView)
        assert (done.number, done.way, view.done_title) == ("−3", 0, "done this sequence")

    def test_the_fallen_stand_apart_and_are_not_measured(self) -> None:
        """A body is not done, and no way leads to its old number."""
        session = fight(20, 9, 2)
        session.dispatch(c.Act("c1", "message"), ScriptedDice([]))
        session.dispatch(c.Fall("c1"), ScriptedDice([]))
        session.dispatch(c.RuleSkip("c3"), ScriptedDice([]))
        view = seen(session.encounter)
        assert [names(rows) for rows in (view.slab, view.active, view.done, view.fallen)] == [
            ["N1"],
            [],
            ["N2"],
            ["N0"],
        ]
        (body,) = view.fallen
        assert isinstance(body, RowView)
        assert (body.fallen, body.done, body.badges) == (True, False, ())
        assert view.end_way == 9

    @pytest.mark.parametrize(("faces", "way"), [((20, 1), 19), ((20,) * 9, 0)])
    def test_only_so_many_rows_are_to_scale(self, faces: tuple[int, ...], way: int) -> None:
        view = seen(fight(*faces).encounter)
        assert [row.way for row in view.active if isinstance(row, RowView)] == [way] * (len(faces) - 1)

    @pytest.mark.parametrize("score", [999, -999])
    def test_no_way_is_longer_than_it_can_be_drawn(self, score: int) -> None:
        session = fight(20, 14, 9)
        session.dispatch(c.RuleScore("c2", score), ScriptedDice([]))
        view = seen(session.encounter)
        assert max(row.way for row in (*view.slab, *view.active) if isinstance(row, RowView)) <= LONGEST_WAY
        assert view.end_way <= LONGEST_WAY

    def test_before_the_round_nothing_is_measured_and_nothing_ends(self) -> None:
        view = seen(waiting("Mara", "Ilko").encounter)
        assert (names(view.active), view.end_words, view.has_zero) == (["Mara", "Ilko"], "", False)

    def test_of_many_who_act_at_once_the_slab_has_some_and_the_string_the_others(self) -> None:
        session = waiting(*(f"T{place}" for place in range(5)), system=TRAVELLER)
        session.dispatch(c.OpenRound(), ScriptedDice([3, 3] * 5))
        acting = len(session.encounter.acting())
        view = track_view(session.encounter, TRAVELLER, {})
        assert acting == 5
        assert len(view.slab) == MOST_ON_SLAB
        assert [row.acting for row in view.active if isinstance(row, RowView)] == [True] * 2

    def test_health_is_shown_in_tenths_and_never_falsely_as_all_or_nothing(self) -> None:
        session = waiting("Mara", "Ilko", health=80)
        for left, tenths, low in ((90, 10, False), (79, 9, False), (25, 3, True), (1, 1, True), (0, 0, True)):
            session.dispatch(c.ChangeCombatant("c1", health=left), ScriptedDice([]))
            row = seen(session.encounter).active[0]
            assert isinstance(row, RowView)
            assert (row.health, row.tenths) == (tally(left, 80, up=False), tenths)
            assert ('hurt"' in render_row(row)) is low
        bare = seen(waiting("Rat").encounter).active[0]
        assert isinstance(bare, RowView)
        assert bare.health is None
        assert 'hurt"' not in render_row(bare)


class TestFolding:
    FACES = (20, *(7,) * (MANY_ROWS + 2), 3)

    def test_of_many_rows_those_that_say_the_same_are_one(self) -> None:
        view = seen(fight(*self.FACES).encounter)
        fold, last = view.active
        assert isinstance(fold, FoldView)
        assert (fold.count, fold.first.number, fold.names) == (
            MANY_ROWS + 2,
            "7",
            ", ".join(f"N{number}" for number in range(1, 13)),
        )
        assert names((last,)) == ["N13"]

    def test_the_table_unfolds_them(self) -> None:
        session = fight(*self.FACES)
        (fold, _) = seen(session.encounter).active
        assert isinstance(fold, FoldView)
        assert len(seen(session.encounter, fold.kind).active) == MANY_ROWS + 3

    def test_they_stay_folded_when_some_fall(self) -> None:
        session = fight(*self.FACES)
        fallen = [session.encounter.order[at] for at in range(1, 5)]
        for combatant_id in fallen:
            session.dispatch(c.Fall(combatant_id), ScriptedDice([]))
        fold = seen(session.encounter).active[0]
        assert isinstance(fold, FoldView)
        assert fold.count == MANY_ROWS - 2

    def test_like_ones_are_folded_and_named_by_their_number(self) -> None:
        """Those of another kind are not folded with them, though they act on the same number."""
        session = waiting(*(f"Rat {letter}" for letter in "ABCDEFGHIJK"), *(f"Roc {letter}" for letter in "ABC"))
        session.dispatch(c.OpenRound(), ScriptedDice([7] * 14))
        assert names(seen(session.encounter).active) == ["Rat ×10", "Roc ×3"]

    def test_who_is_unfolded_stays_so_when_one_of_them_is_struck_or_has_acted(self) -> None:
        session = waiting("Mara", *(f"Rat {letter}" for letter in "ABCDEFGHIJKL"), health=9)
        session.dispatch(c.OpenRound(), ScriptedDice([20] + [7] * 12))
        (fold,) = seen(session.encounter).active
        assert isinstance(fold, FoldView)
        view = track_view(session.encounter, ZEBRA, {}, unfolded=fold.kind, struck="c5")
        assert len(view.active) == 12
        session.dispatch(c.RuleScore("c5", 3), ScriptedDice([]))
        session.dispatch(c.RuleScore("c6", 3), ScriptedDice([]))
        session.dispatch(c.RuleScore("c7", 3), ScriptedDice([]))
        assert len(seen(session.encounter, fold.kind).active) == 12

    def test_the_fold_tells_their_health_and_lets_all_of_them_fall(self) -> None:
        session = fight(*self.FACES)
        folded = session.encounter.order[1:-1]
        session.dispatch(c.CountHealth(folded, 10), ScriptedDice([]))
        session.dispatch(c.Wound(3, tuple(c.Hit(combatant_id) for combatant_id in folded[:2])), ScriptedDice([]))
        (fold, _) = seen(session.encounter).active
        assert isinstance(fold, FoldView)
        assert ([str(health) for health in fold.healths[::9]], fold.tenths) == (["7 of 10", "10 of 10"], 7)
        assert "7–10<small>/10" in render_fold(fold)
        session.dispatch(c.ChooseOption("counting", "up"), ScriptedDice([]))
        (fold, _) = seen(session.encounter).active
        assert isinstance(fold, FoldView)
        assert "damage\N{NO-BREAK SPACE}</small>0–3<small>/10" in render_fold(fold)
        session.dispatch(c.ChooseOption("counting", "down"), ScriptedDice([]))
        session.dispatch(c.Wound(10, tuple(map(c.Hit, folded))), ScriptedDice([]))
        (fold, _) = seen(session.encounter).active
        assert isinstance(fold, FoldView)
        assert (str(fold.healths[-1]), fold.first.may_fall, fold.ids) == ("0 of 10", True, folded)
        assert f"All {len(folded)} down" in render_fold(fold)
        session.dispatch(c.Fall(fold.ids[0], fold.ids[1:]), ScriptedDice([]))
        assert not any(session.encounter.standings[combatant_id].able for combatant_id in folded)
        session.undo()
        assert all(session.encounter.standings[combatant_id].able for combatant_id in folded)

    def test_few_rows_are_not_folded(self) -> None:
        assert all(isinstance(row, RowView) for row in seen(fight(20, 7, 7, 7, 7).encounter).active)

    def test_another_side_is_another_row(self) -> None:
        faces = (20, *(7,) * 12)
        view = seen(fight(*faces, sides="A" + "AAABBBAAABBB").encounter)
        folds = [row for row in view.active if isinstance(row, FoldView)]
        assert sum(fold.count for fold in folds) == 12
        assert len({fold.key for fold in folds}) == len(folds) > 1

    def test_without_numbers_a_group_is_one(self) -> None:
        session = waiting(*(f"Rat {letter}" for letter in "ABCDEFGHIJKL"))
        assert len(seen(session.encounter).active) == 12
        for combatant_id in session.encounter.order:
            session.dispatch(c.ChangeCombatant(combatant_id, group="Rats"), ScriptedDice([]))
        assert len(seen(session.encounter).active) == 1

    def test_in_a_round_without_numbers_like_combatants_are_one(self) -> None:
        session = waiting(*(f"Rat {letter}" for letter in "ABCDEFGHIJKL"), "Mara", "Ilko", "Runa", system=UNBOUND)
        assert len(track_view(session.encounter, UNBOUND, {}).active) == 15
        session.dispatch(c.OpenRound(), seeded_dice(3))
        assert sorted(names(track_view(session.encounter, UNBOUND, {}).active)) == ["Ilko", "Mara", "Rat ×12", "Runa"]

    def test_a_fold_shows_that_its_combatants_can_be_given_the_turn(self) -> None:
        session = waiting(*(f"Rat {letter}" for letter in "ABCDEFGHIJKL"), system=UNBOUND)
        session.dispatch(c.OpenRound(), seeded_dice(3))
        taps = {combatant_id: write(Do(c.Act(combatant_id, "next"))) for combatant_id in session.encounter.order}
        for nominated, mark in ((taps, True), ({}, False)):
            (fold,) = track_view(session.encounter, UNBOUND, nominated).active
            assert isinstance(fold, FoldView)
            assert ("offered" in render_fold(fold), 'give"' in render_fold(fold)) == (mark, mark)


class TestSlab:
    def test_it_says_who_acts_and_who_is_next(self) -> None:
        encounter = fight(20, 18, 9, sides="ABA").encounter
        view = slab_view(
            encounter, ZEBRA, ZEBRA.sections(encounter, {}), None, 7, upcoming_turn_views(encounter, ZEBRA)
        )
        assert (view.heading, view.acting, view.side, view.turn) == ("Now: N0 (A)", True, 0, f"7 {encounter.order[0]}")
        said = [(turn.word, turn.label, turn.side) for turn in view.coming]
        assert said == [("next", "N1", 1), ("then", "N0", 0)]
        assert view.open_label == ""

    def test_before_a_round_it_offers_to_begin(self) -> None:
        encounter = waiting("Mara").encounter
        view = slab_view(encounter, ZEBRA, (), None, 0, ())
        assert (view.heading, view.acting, view.side) == ("Ready to begin", False, None)
        assert (view.open_label, view.can_open, view.coming) == ("Begin sequence 1", True, ())

    def test_where_a_faction_chooses_it_says_which(self) -> None:
        session = waiting("Ana", "Al", "Bo", "Ben", system=UNBOUND)
        session.dispatch(c.OpenRound(), seeded_dice(1))
        encounter = session.encounter
        view = slab_view(
            encounter, UNBOUND, UNBOUND.sections(encounter, {}), None, 1, upcoming_turn_views(encounter, UNBOUND)
        )
        assert view.heading.startswith("Next: ")
        assert (view.acting, view.side) == (False, None)

    def test_the_only_member_of_a_faction_that_chooses_is_not_named_beside_it(self) -> None:
        session = waiting("Ana", "Bo", "Ben", "Bill", system=UNBOUND)
        session.dispatch(c.OpenRound(), ScriptedDice([12, 1]))
        encounter = session.encounter
        turns = upcoming_turn_views(encounter, UNBOUND)
        view = slab_view(encounter, UNBOUND, UNBOUND.sections(encounter, {}), None, 1, turns)
        assert view.heading == "Next: A"
        assert [coming.label for coming in view.coming] == ["B"]


class TestDeck:
    def test_what_is_likely_is_in_sight_and_the_rest_in_drawers(self) -> None:
        """Whole is the section of what is done first; of the others what is likely stands by itself."""
        view = deck(fight(20, 14, 9).encounter)
        first, protect, manoeuvres, *_ = view.blocks
        assert (first.key, first.title, [choice.leads for choice in first.choices]) == (
            "attack",
            "Attack",
            [True, False, False],
        )
        assert [(choice.label, choice.outcome) for choice in protect.choices] == [("Protect", "middle")]
        assert (manoeuvres.title, manoeuvres.choices[0].label) == ("", "Dodge")
        drawers = [(drawer.key, drawer.locked) for drawer in view.drawers]
        assert drawers[:2] == [("protect", False), ("plain", False)]
        assert "attack" not in dict.fromkeys(key for key, *_ in drawers)

    def test_a_fallen_target_is_the_last_and_shown_as_fallen(self) -> None:
        session = waiting("Mara", "Guard A", "Guard B")
        session.dispatch(c.OpenRound(), ScriptedDice([20, 5, 5]))
        session.dispatch(c.Fall("c2"), ScriptedDice([]))
        first, *_ = deck(session.encounter).blocks
        people = next(entry.people for entry in first.inputs if entry.people)
        assert [(pick.label, pick.letters, pick.is_down) for pick in people if pick.key] == [
            ("Guard B", "GB", False),
            ("Guard A (fallen)", "GA", True),
        ]

    def test_one_thing_in_several_amounts_is_a_scale(self) -> None:
        session = waiting("Mara", "Ilko", system=ROND6)
        for combatant_id in session.encounter.order:
            session.dispatch(
                c.ChangeCombatant(combatant_id, sheet={"agility": "4D", "dodge": "4D+1"}), ScriptedDice([])
            )
        session.dispatch(c.OpenRound(), seeded_dice(1))
        (scale,) = [block for block in deck(session.encounter, system=ROND6).blocks if block.scale]
        amounts = [choice for choice in scale.choices if choice.changed]
        assert scale.scale == ("dodge",)
        assert [choice.label for choice in amounts] == ["1 action", "2 actions", "3 actions", "4 actions"]
        assert [choice.changed for choice in amounts] == [("4D+1",), ("3D+1",), ("2D+1",), ("1D+1",)]

    def test_what_all_choices_of_a_block_lead_to_is_said_once(self) -> None:
        """Beside their title; on each button stands the rest, and the whole is said while it is pressed."""
        session = waiting("Ana", "Bo", "Ben", system=UNBOUND)
        session.dispatch(c.OpenRound(), ScriptedDice([12, 1]))
        (following,) = [block for block in deck(session.encounter, system=UNBOUND).blocks if block.key == "next"]
        assert (following.title, following.note) == ("Next: B", "ends Ana’s turn")
        offered = [choice for choice in following.choices if not choice.refusal]
        assert [(choice.label, choice.outcome) for choice in offered] == [("Bo", ""), ("Ben", "")]
        assert all("ends Ana’s turn" in choice.says for choice in offered)

    def test_a_choice_that_is_called_as_its_section_is_named_once(self) -> None:
        session = waiting("Ana", "Bo", "Ben", system=UNBOUND)
        session.dispatch(c.OpenRound(), ScriptedDice([12, 1]))
        session.dispatch(c.RuleFact("c1", "surprised", True), ScriptedDice([]))
        (attack,) = [block for block in deck(session.encounter, system=UNBOUND).blocks if block.key == "attack"]
        outcome = "Ana is surprised: no action on this turn, but moving."
        assert [(choice.label, choice.outcome) for choice in attack.choices] == [("Attack", outcome)]

    def test_whoever_acts_out_of_turn_does_not_act_again(self) -> None:
        session = waiting("Guard", "Thief", system=TRAVELLER)
        session.dispatch(c.OpenRound(), ScriptedDice([1, 1, 2, 1]))
        session.dispatch(c.Act("c1", "watch"), ScriptedDice([]))
        (trigger,) = [block for block in deck(session.encounter, "trigger", TRAVELLER).blocks if block.key == "trigger"]
        (choice,) = trigger.choices
        assert (choice.next, choice.again) == ("c1", False)
        assert choice.says == "Trigger a Watch, Guard: its event: acts first, then Thief goes on."

    def test_what_differs_stays_on_the_buttons(self) -> None:
        """Attacks are asked whom they are at: there is no room beside their title."""
        for block in deck(fight(20, 14, 9).encounter).blocks:
            assert block.note == ""

    def test_a_question_is_asked_before_what_answers_it(self) -> None:
        session = waiting("Mara", "Ilko", system=ROND6)
        session.dispatch(c.OpenRound(), seeded_dice(1))
        (scale,) = [block for block in deck(session.encounter, system=ROND6).blocks if block.key == "turn"]
        assert scale.choices[0].says.startswith("How many actions? 1 action")

    def test_an_open_drawer_takes_the_place_of_what_is_likely(self) -> None:
        view = deck(fight(20, 14, 9).encounter, "plain")
        (block,) = view.blocks
        assert (block.key, len(block.choices)) == ("plain", 6)
        assert [drawer.key for drawer in view.drawers if drawer.is_open] == ["plain"]

    def test_a_drawer_that_is_gone_is_as_good_as_closed(self) -> None:
        assert deck(fight(20, 14, 9).encounter, "gone").blocks[0].key == "attack"

    def test_those_who_can_be_aimed_at_are_people(self) -> None:
        view = deck(fight(20, 14, 9).encounter)
        target, *flags = view.blocks[0].inputs
        assert [(pick.label, pick.letters, pick.side) for pick in target.people] == [
            ("none", "no", None),
            ("N1", "N1", 0),
            ("N2", "N2", 0),
        ]
        assert all(flag.people == () for flag in flags)

    def test_what_is_refused_has_its_reason_and_no_cost(self) -> None:
        choices = deck(fight(20, 14, 9).encounter, "plain").blocks[0].choices
        (refused,) = [choice for choice in choices if choice.refusal]
        assert (refused.label, refused.cost, refused.rule) == ("Disengage", "", "Z4")
        assert refused.says == "Manoeuvre, Disengage: A is engaged by nobody. (Z4)".replace("A is", "N0 is")

    def test_what_is_out_of_turn_is_marked_as_that(self) -> None:
        session = waiting("Mara", "Ilko", system=ROND6)
        session.dispatch(c.OpenRound(), seeded_dice(1))
        aside = {section.key for section in ROND6.sections(session.encounter, {}) if not section.main}
        shown = deck(session.encounter, system=ROND6)
        assert [each.key for each in shown.aside] == ["early"]
        *few, more = [drawer for drawer in shown.drawers if drawer.aside]
        rest = deck(session.encounter, more.key, ROND6).blocks
        assert {drawer.key for drawer in few} | {block.key for block in rest} | {"early"} == aside
        assert len(few) == MOST_ASIDE

    def test_a_target_out_of_reach_locks_the_attack_and_leaves_it_in_sight(self) -> None:
        """With its targets, and the reason on it."""
        session = Session(SYSTEMS)
        for command in (*ZEBRA.sample(), c.OpenRound()):
            session.dispatch(command, seeded_dice(1))
        names = {combatant.name: combatant_id for combatant_id, combatant in session.encounter.combatants.items()}
        session.dispatch(c.RuleTurn(names["Mara"]), seeded_dice(1))
        session.dispatch(c.Act(names["Mara"], "attack", {"target": names["Guard A"]}), seeded_dice(1))
        session.dispatch(c.RuleTurn(names["Guard A"]), seeded_dice(1))
        encounter = session.encounter
        entered = {"attack.target": names["Ilko"]}
        view = panel_view(encounter, ZEBRA, ZEBRA.sections(encounter, entered), entered)
        attack = next(block for block in view.blocks if block.key == "attack")
        assert attack.inputs[0].value == names["Ilko"]
        said = [(choice.outcome, choice.cost, choice.leads) for choice in attack.choices if choice.refusal]
        assert said[0] == (attack.choices[0].refusal, "Why?", False)
        assert "attack" not in [drawer.key for drawer in view.drawers if drawer.locked]

    def test_an_attack_that_nobody_may_make_is_in_sight_with_the_reason(self) -> None:
        session = waiting("Ganger", "Mara", system=INTERLOCK)
        session.dispatch(c.OpenRound(), seeded_dice(1))
        locked = [choice for block in deck(session.encounter, system=INTERLOCK).blocks for choice in block.choices]
        (attack,) = [choice for choice in locked if choice.refusal]
        assert (attack.cost, attack.refusal in attack.outcome) == ("Why?", True)

    def test_who_goes_on_is_said_by_the_mark_alone(self) -> None:
        block = deck(fight(20, 14, 9).encounter).blocks[0]
        little = next(choice for choice in block.choices if choice.label == "little")
        assert (little.again, little.after, little.outcome) == (True, "17", "")
        assert little.says == "Attack, little (3): → 17, N0 again."

    def test_where_nothing_follows_but_the_deed_the_deed_is_told(self) -> None:
        """Pressed, a choice says who does what, and never that something is done."""
        session = waiting("Ana", "Al", "Bo", "Ben", system=UNBOUND)
        session.dispatch(c.OpenRound(), seeded_dice(1))
        token = deck(session.encounter, system=UNBOUND).blocks[0].choices[0]
        assert token.says == f"{token.label}: {token.label} is up."
        session.dispatch(c.Act(token.row, "nominate"), seeded_dice(1))
        said = [choice.says for block in deck(session.encounter, system=UNBOUND).blocks for choice in block.choices]
        assert f"Attack: {token.label} attacks." in said

    @pytest.mark.parametrize(
        ("after", "named", "lands"),
        [(15, "c2", "c2"), (14, "", None), (9, "", None), (3, "", ""), (0, "", None), (None, "c2", None)],
    )
    def test_where_one_lands_is_told_only_where_it_is_known(
        self, after: int | None, named: str, lands: str | None
    ) -> None:
        """A choice that names nobody is known to lead behind all only where all have more points."""
        choice = Choice(c.Act("c1", "other"), "Do it", partial(Preview, after=after, lands=named))
        assert lands_before(choice, lambda: (14, 9)) == lands
        assert lands_before(choice, lambda: None) == (named if after and named else None)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Mara", "Ma"), ("Guard B", "GB"), ("The old Rat", "TR"), ("X", "X"), ("<b>", "<b"), ("Ö ü", "Öü")],
)
def test_initials(name: str, letters: str) -> None:
    """Two letters on a bead without a number."""
    assert initials(name) == letters


def test_sides_have_their_places_in_the_order_in_which_they_come_in() -> None:
    """After the last colour they begin again."""
    encounter = waiting(*"ABCDEFG").encounter
    assert list(side_places(encounter).values()) == [0, 1, 2, 3, 4, 5, 6 % MOST_SIDES]


def test_chances_are_never_falsely_certain() -> None:
    """0% and 100% are said only of what cannot and what must happen."""
    assert percent(Fraction(0)) == "0%"
    assert percent(Fraction(1, 10**9)) == "<1%"
    assert percent(1 - Fraction(1, 10**9)) == ">99%"
    assert percent(Fraction(1)) == "100%"


def test_fractions_are_exact_as_long_as_they_fit() -> None:
    """Longer ones nobody reads."""
    assert exact(Fraction(7, 12)) == "7/12"
    assert exact(Fraction(7**11, 10**11)) == ""


def test_two_who_begin_alike_have_letters_of_their_own() -> None:
    names = ("Borin", "Boss", "Bo", "Guard A", "Guard B", "Borin")
    assert [*letters_for(names).values()] == ["Bo", "Bs", "Bo", "GA", "GB"]


def test_a_price_in_a_word_that_all_share_is_said_once_beside_the_title() -> None:
    session = fight(20, 14)
    session.dispatch(c.Act("c1", "reserve", {}), ScriptedDice([]))
    assert session.encounter.acting() == ("c2",)
    (block,) = deck(session.encounter, "reserve-c1").blocks
    assert block.note == "free · uses up the reserve"
    assert not any(choice.cost or choice.outcome for choice in block.choices if not choice.refusal)
    assert all("free" in choice.says for choice in block.choices if choice.label == "Dodge")
