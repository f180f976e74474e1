"""Fights by the table's own rules, whatever they are or become: never stuck, what is told comes, undo brings back."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from engine import commands as c
from engine.errors import Refused
from engine.systems.homebrew.deeds import take
from engine.systems.homebrew.settings import RuleSet, write_rules
from engine.systems.homebrew.sheet import PRESETS, Preset
from tests.amounts import amount, count
from tests.engine.ahead import holds_what_it_tells
from tests.engine.fights import decided, offered
from tests.engine.homebrew_tables import drawn, system_with
from tests.engine.test_properties import Fight

STEPS, FEW_STEPS = 25, 20
ALL_OF_PRESETS = 100
DRAWN, ALL_DRAWN = amount(80), count("FUZZ", 5_000)

pytestmark = pytest.mark.repeats


def play(rules: RuleSet, seed: int, steps: int = STEPS) -> None:
    """Anything that is offered, and rulings; all that the page asks for is asked for, and held to its word."""
    chance = Random(seed)
    fight = Fight()
    fight.system = system_with(rules)
    fight.set_up(seed)
    for _ in range(steps):
        fight.everyone_is_on_the_track_once()
        fight.nobody_acts_when_no_round_is_running()
        fight.everything_can_be_shown()
        fight.there_is_a_way_forward()
        if chance.random() < 0.3:
            holds_what_it_tells(fight.system, fight.session.encounter, fight._dice)
        if chance.random() < 0.3:
            for choice in offered(fight.system, fight.session.encounter, {}):
                fight._keeps_its_word(choice)
        if chance.random() < 0.1 and len(fight.session.past) > 8:
            fight.undo(chance.randint(1, 3))
        fight._give(anything(fight, chance))
    fight.teardown()


def anything(fight: Fight, chance: Random) -> c.Command:
    """The next round, a choice that is offered or, now and then, a ruling or a newcomer."""
    encounter = fight.session.encounter
    offers = [it.command for it in offered(fight.system, encounter, {}) if not it.refusal]
    one, other = (chance.choice(encounter.order) for _ in range(2))
    rulings = (
        *(kind(one) for kind in (c.Fall, c.Rise, c.RuleTurn, c.RuleSkip, c.RuleIn)),
        c.Move(one, other),
        c.Move(one),
        c.RuleScore(one, chance.randint(-2, 20)),
        c.AddCombatant("Late", side=chance.choice(("Heroes", "Raiders", "")), group=chance.choice(("", "Rats"))),
        *(
            c.RuleFact(one, it.key, not it.default)
            for it in fight.system.rulable(encounter, one)
            if it.key == "surprise"
        ),
        *(c.RuleFact(one, it.key, 1) for it in fight.system.rulable(encounter, one) if it.key != "surprise"),
    )
    wanted: list[c.Command] = [take(drawn(chance), "change")] if chance.random() < 0.02 else []
    wanted += [] if encounter.is_open or chance.random() < 0.3 else [c.OpenRound()]
    wanted += [chance.choice(offers)] if offers and chance.random() < 0.8 else []
    for command in (*wanted, chance.choice(rulings)):
        with suppress(Refused):
            decided(encounter, command, fight._dice())
            return command
    return c.WriteNote("Nothing of the kind.")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_played(preset: Preset) -> None:
    play(preset.rules, 0, FEW_STEPS)


def play_drawn(seeds: range) -> None:
    for seed in seeds:
        rules = drawn(Random(seed))
        try:
            play(rules, seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {write_rules(rules)}\n{error}") from error


def test_whatever_the_rules_are() -> None:
    play_drawn(range(DRAWN))


@pytest.mark.parametrize("seed", [5327, 8658, 9157])
def test_two_sides_act_at_the_same_time(seed: int) -> None:
    """Whoever of them is the last to end the turn says which side is next: once told otherwise."""
    play_drawn(range(seed, seed + 1))


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_played_for_long(preset: Preset) -> None:
    for seed in range(ALL_OF_PRESETS):
        play(preset.rules, seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_whatever_thousands_of_rules_are(part: int) -> None:
    play_drawn(range(part * ALL_DRAWN // 10, (part + 1) * ALL_DRAWN // 10))
