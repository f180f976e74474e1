"""Tests of drags in random fights: who acts after each, and where the row stands. Every row is dragged everywhere."""

from __future__ import annotations

from itertools import groupby, product
from random import Random

import pytest

from tests.amounts import amount, count
from tests.engine.drawn_rule_sets import drawn, system_with
from tests.engine.fights import decide_with_answers, has_dice, list_choices
from tests.engine.random_play import draw_command
from tests.engine.test_properties import Fight
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Status
from turntrack.rules.rulings import SCORE
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import ChoiceKind
from turntrack.systems.interlock import memory as interlock
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.initiative import mates as mates_of
from turntrack.systems.table_rules.initiative import speakers
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.order import row_of_lap, to_act
from turntrack.systems.traveller.watches import is_triggered

STEPS = 20
FIGHTS, ALL_FIGHTS = amount(90), count("FIGHTS", 1_000) // 5

pytestmark = pytest.mark.repeats


class Drag:
    """A drag, and the rows before it: above and below the place where the row is dropped."""

    def __init__(self, system: TurnSystem, now: Encounter, move: c.Move) -> None:
        self.system, self.now, self.move = system.at(now), now, move
        track = self.system.track(now)
        rest = [other for other in track if other != move.id]
        at = rest.index(move.before) if move.before else len(rest)
        self.above, self.below = rest[:at], rest[at:]
        self.acting = now.acting()
        self.is_over = not now.standings[move.id].plays
        self.was_above = bool(self.acting) and move.id in track[: track.index(self.acting[0])]
        self.is_on_top = self.below[:1] != [] and self.below[0] in self.acting and not {*self.acting} & {*self.above}
        cannot_be_cut = system.key == "interlock" and any(interlock.has_begun(now, actor) for actor in self.acting)
        self.goes_on = cannot_be_cut and move.id not in self.acting

    def check_who_acts(self, after: Encounter) -> None:
        """Assert that the drag takes the turn only from somebody above whom it has put the row."""
        dragged, acting = self.move.id, self.acting
        is_below = bool(acting) and {*acting} <= {*self.above}
        if self.goes_on or (self.is_over and not after.standings[dragged].plays):
            assert {*after.acting()} == {*acting}, "a turn that goes on is taken"
        elif self.was_above or dragged in acting:
            return
        elif self.is_on_top:
            assert dragged in after.acting(), "on top, and does not act"
        elif is_below:
            assert {*after.acting()} == {*acting}, "below, and takes the turn"

    def check_place(self, after: Encounter, is_hold: bool) -> None:
        """Assert that the row stands between those between whom it was dropped."""
        key, move = self.system.key, self.move
        row = [other for other in self.system.track(after) if self._has_row(after, other)]
        if move.id not in row or (move.id in self.acting and move.id in after.acting()):
            return
        if (key == "traveller" and is_hold) or not self._can_stand_there() or (self.is_on_top and self.goes_on):
            return
        place = row.index(move.id)
        if move.before and self._has_row(self.now, move.before):
            if self.is_on_top and key == "table_rules":  # whoever acted by a ruling has another place
                return
            while key == "interlock" and row[place + 1 : place + 2] != [move.before] and place + 1 < len(row):
                assert interlock.waits_for(after, row[place + 1]), f"stands before {row[place + 1]}"
                place += 1  # whoever waits for a turn comes along
            assert row[place + 1 : place + 2] == [move.before], f"stands before {row[place + 1 : place + 2]}"
        elif (upper := [other for other in self.above if self._has_row(self.now, other)]) and (
            upper[-1] not in self.acting
        ):
            assert row[place - 1] == upper[-1], f"stands after {row[place - 1]}"

    def check_places(self, after: Encounter) -> None:
        """Assert that those who share a place stand together, and are dragged together."""
        if self.system.key != "table_rules" or not rules_of(after).place.holder.is_shared:
            return
        mates, number = mates_of(after, self.move.id), self.system.number
        if number(after, self.move.id) != number(self.now, self.move.id):
            numbers = {score.total for mate in mates if (score := number(after, mate))}
            assert len(numbers) == 1, f"another number: {numbers}"
        own = speakers(after)
        rows = [own[other] for other in to_act(after)]
        places = [place for place, _ in groupby(rows)]
        assert len(places) == len({*places}), f"apart: {rows}"

    def _has_row(self, encounter: Encounter, combatant_id: Id) -> bool:
        """Return whether the combatant has a turn to come at the place of the row."""
        if self.system.key == "table_rules" and encounter is self.now and combatant_id not in row_of_lap(encounter):
            return False
        return has_turn(self.system, encounter, combatant_id)

    def _can_stand_there(self) -> bool:
        """Return whether the rules let a single row stand anywhere: not where sides or groups stand together."""
        if self.system.key != "table_rules":
            return self.system.key != "unbound"
        rules = rules_of(self.now)
        before = self.move.before
        is_elsewhere = before and before not in row_of_lap(self.now)
        is_one_row = rules.place.holder.is_shared or rules.goes_together
        return not (is_one_row or rules.sequence.by_side or rules.draws_sides or is_elsewhere)


def goes_before_actors(now: Encounter) -> bool:
    """Return whether somebody’s event has come, or somebody has come in at a number that has passed."""
    acting = [now.standings[actor].total for actor in now.acting()]
    waiting = [standing for standing in now.standings.values() if standing.plays]
    return any(is_triggered(standing) or (acting and standing.total < min(acting)) for standing in waiting)


def drag_all(system: TurnSystem, now: Encounter, fight: Fight) -> int:
    """Drag every row to every place, and return how many drags are possible."""
    drags = 0
    for combatant_id in now.order:
        for before in (*now.order, ""):
            move = c.Move(combatant_id, before)
            try:
                events = decide_with_answers(now, move, fight._dice())
            except Refused:
                continue
            after = fold(now, events)
            if after.is_open and after.round == now.round and not has_dice(events):
                drag = Drag(system, now, move)
                holds = any(isinstance(event, e.StatusSet) and event.status is Status.HOLDING for event in events)
                try:
                    drag.check_who_acts(after)
                    drag.check_place(after, holds)
                    drag.check_places(after)
                except AssertionError as error:
                    raise AssertionError(f"{move}: {error}") from None
                drags += 1
    return drags


def play(system: TurnSystem, seeds: range, any_rules: bool = False) -> int:
    drags = 0
    for seed in seeds:
        chance, fight = Random(seed), Fight()
        fight.system = system_with(drawn(chance)) if any_rules else system
        fight.set_up(seed)
        for step in range(STEPS):
            now = fight.session.encounter
            if now.is_open and not (system.key == "traveller" and goes_before_actors(now)):
                try:
                    drags += drag_all(system, now, fight)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, step {step}: {error}") from None
            fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))
    return drags


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_drag_puts_the_row_where_it_was_dropped(system: TurnSystem) -> None:
    assert play(system, range(FIGHTS)) > 25 * FIGHTS


def test_so_it_does_by_any_rules() -> None:
    assert play(SYSTEMS[-1], range(FIGHTS), any_rules=True) > 10 * FIGHTS


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_so_does_every_drag_of_many_fights(system: TurnSystem) -> None:
    play(system, range(FIGHTS, ALL_FIGHTS))


def rule_numbers(system: TurnSystem, now: Encounter, fight: Fight) -> int:
    """Let everybody act by ruling, rule numbers that pass nobody, and return how many of them."""
    ruled = 0
    for actor in [other for other in now.able() if other not in now.acting()]:
        turn = fold(now, decide_with_answers(now, c.RuleTurn(actor), fight._dice()))
        numbers = {other: score.total for other in now.order if (score := system.at(now).number(turn, other))}
        for other, total in numbers.items():
            near = {each for each in numbers if abs(numbers[each] - total) <= 1}
            if near != {other} or not turn.standings[other].plays or total <= 1:
                continue
            after = fold(turn, decide_with_answers(turn, c.RuleScore(other, total + 1), fight._dice()))
            assert after.acting() == turn.acting(), f"{actor} acts, {other} on {total}"
            ruled += 1
    return ruled


@pytest.mark.parametrize(
    "system", [system for system in SYSTEMS if system.key != "unbound"], ids=lambda system: system.key
)
def test_a_ruled_number_that_passes_nobody_takes_no_turn(system: TurnSystem) -> None:
    ruled = 0
    for seed in range(FIGHTS):
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for _ in range(STEPS // 2):
            now = fight.session.encounter
            if not now.is_open:
                fight._give(c.OpenRound())
                continue
            ruled += rule_numbers(system, now, fight)
            offers = [choice for choice in list_choices(system, now, {}) if not choice.preview.refusal]
            # Whoever has waited may stand elsewhere than the number says.
            fight._give(chance.choice([choice.command for choice in offers if choice.kind is not ChoiceKind.WAIT]))
    assert ruled > 10 * FIGHTS


def rule_numbers_up_and_down(system: TurnSystem, now: Encounter, fight: Fight) -> int:
    """Rule each number one higher and one lower, whoever acts by a ruling, and return how many are ruled."""
    ruled, first = 0, -1 if system.key == "traveller" else 1  # there the lowest number acts first
    for actor in [other for other in now.able() if other not in now.acting()]:
        turn = fold(now, decide_with_answers(now, c.RuleTurn(actor), fight._dice()))
        scores = {other: system.at(now).number(turn, other) for other in now.order}
        numbers = {other: score.total for other, score in scores.items() if score and abs(score.total) < SCORE.high}
        for other, step in product((each for each in numbers if has_turn(system, turn, each)), (first, -first)):
            after = fold(turn, decide_with_answers(turn, c.RuleScore(other, numbers[other] + step), fight._dice()))
            if (after.round, after.is_open) != (turn.round, True) or not has_turn(system, after, other):
                continue
            (before, _), (above, below) = (rows_beside(system.at(each), each, other) for each in (turn, after))
            passed = above - before if step == first else (before - above) & below
            assert not passed, f"{actor} acts, {other} on {numbers[other]} {step:+} passes {passed} the wrong way"
            late = {*turn.acting()} - {*after.acting()} - {other}
            assert late <= (below if step == first else set()), f"{actor} acts, {other} on {numbers[other]} {step:+}"
            ruled += 1
    return ruled


def rows_beside(system: TurnSystem, encounter: Encounter, combatant_id: Id) -> tuple[set[Id], set[Id]]:
    """Return who is still to act above and below the row."""
    row = [each for each in system.track(encounter) if each == combatant_id or has_turn(system, encounter, each)]
    at = row.index(combatant_id)
    return {*row[:at]}, {*row[at + 1 :]}


def has_turn(system: TurnSystem, encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant has a turn to come at the place of the row."""
    standing = encounter.standings[combatant_id]
    return standing.plays and (system.holds_by_number or standing.status is not Status.HOLDING)


RULABLE = [system for system in SYSTEMS if system.key not in ("unbound", "table_rules")]


def play_with_ruled_numbers(system: TurnSystem, seeds: range) -> int:
    ruled = 0
    for seed in seeds:
        chance, fight = Random(seed), Fight()
        fight.system = system
        fight.set_up(seed)
        for step in range(STEPS):
            now = fight.session.encounter
            if now.is_open:
                try:
                    ruled += rule_numbers_up_and_down(system, now, fight)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, step {step}: {error}") from None
            fight._give(draw_command(fight.session, system, chance, fight._dice, changes=True))
    return ruled


@pytest.mark.parametrize("system", RULABLE, ids=lambda system: system.key)
def test_a_ruled_number_moves_its_row_its_own_way(system: TurnSystem) -> None:
    assert play_with_ruled_numbers(system, range(FIGHTS)) > 40 * FIGHTS


@pytest.mark.soak
@pytest.mark.parametrize("system", RULABLE, ids=lambda system: system.key)
def test_so_does_every_ruled_number_of_many_fights(system: TurnSystem) -> None:
    play_with_ruled_numbers(system, range(FIGHTS, ALL_FIGHTS))
