"""Tests that the sentences of random rule sets hold in play (G3, G10, G11, G12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.drawn_rule_sets import drawn, fighters
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import Remembered, RoundOpened, ScoreSet, Spent
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import insert_before
from turntrack.rules.decide import write_draft
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.initiative import left, places, ranking
from turntrack.systems.table_rules.memory import TableRulesCombatant, points_of, recall, rules_of
from turntrack.systems.table_rules.order import to_act
from turntrack.systems.table_rules.rule_texts import BUDGET, PRICES
from turntrack.systems.table_rules.turns import waits_on

STEPS = 40
DRAWN = amount(450)

pytestmark = pytest.mark.repeats

type Check = Callable[[Encounter, c.Command, Draft], None]


def play(rules: rule_set.RuleSet, chance: Random, *checks: Check) -> None:
    """Play random choices, and check each step."""
    encounter, dice = Encounter("", ""), seeded_dice(chance.randrange(10_000))
    for command in fighters(rules):
        encounter = write_draft(encounter, command, dice, SYSTEMS).encounter
    for who in encounter.order if rules.surprise.is_marked else ():
        if chance.random() < 0.3:
            encounter = write_draft(encounter, c.Act(who, "surprise"), dice, SYSTEMS).encounter
    for _ in range(STEPS):
        for command in _wanted(encounter, rules, chance):
            with suppress(Refused):
                draft = write_draft(encounter, command, dice, SYSTEMS)
                for check in checks:
                    check(encounter, command, draft)
                encounter = draft.encounter
                break


def _wanted(encounter: Encounter, rules: rule_set.RuleSet, chance: Random) -> list[c.Command]:
    if not encounter.is_open:
        return [c.OpenRound()]
    who = chance.choice(encounter.order)
    acting = encounter.acting() or encounter.order
    deeds = [price.key for price in rules.actions]
    wanted = [c.Act(who, key) for key in chance.sample(deeds, min(2, len(deeds)))]
    wanted += [c.Act(who, "wait"), c.Act(who, "act_now")]
    chance.shuffle(wanted)
    ends = [c.Act(combatant_id, "end") for combatant_id in acting]
    chosen = [c.Act(combatant_id, "nominate") for combatant_id in chance.sample(encounter.order, len(encounter.order))]
    paid = [c.Act(combatant_id, key) for combatant_id in acting for key in deeds]
    return [*wanted, *ends, *paid, *chosen, c.Act("", "next_phase")]


def _with_turn(before: Encounter, after: Encounter) -> list[Id]:
    """List the combatants whose turn began with the step."""
    return [
        combatant_id
        for combatant_id in after.acting()
        if not recall(before.standings[combatant_id]).has_begun
        or recall(before.standings[combatant_id]).stamp != recall(after.standings[combatant_id]).stamp
    ]


def nobody_begins_a_turn_on_nothing(before: Encounter, command: c.Command, draft: Draft) -> None:
    """G12: where numbers are used up nobody acts on 0 or less, be it out of what was spent, owed or taken off."""
    rules, after = rules_of(draft.encounter), draft.encounter
    if rules.ends.when is s.EndRule.ZERO:
        counts = {
            combatant_id: left(after.standings[combatant_id], rules) for combatant_id in _with_turn(before, after)
        }
        assert all(count > 0 for count in counts.values()), counts


def numbers_are_made_when_they_are_said_to_be(before: Encounter, command: c.Command, draft: Draft) -> None:
    """G3: with each round, with each lap, or once."""
    rules, after = rules_of(draft.encounter), draft.encounter
    opened = [event for event in draft.events if isinstance(event, RoundOpened)]
    made = {event.id for event in draft.events if isinstance(event, ScoreSet)}
    if not opened or not rules.has_numbers:
        return
    on_hold = {combatant_id for combatant_id in before.order if waits_on(before, combatant_id)}
    with_place = {combatant_id for combatant_id in after.able() if places(after, combatant_id)} - on_hold
    if opened[0].part == 1 and before.round and rules.fresh is s.Fresh.ONCE:
        had = {combatant_id for combatant_id in with_place if recall(before.standings[combatant_id]).has_number}
        for combatant_id in had:
            was, now = before.standings[combatant_id], after.standings[combatant_id]
            assert recall(was).numbers == recall(now).numbers
            assert was.score == now.score or recall(now).numbers
    elif opened[0].part == 1 or rules.fresh is s.Fresh.LAP:
        assert {*after.acting()} - on_hold <= made, (after.acting(), made)
    if opened[0].part == 1 and rules.fresh is not s.Fresh.ONCE:
        assert with_place <= made, (with_place, made)


class CountsDeeds:
    """G10: what is done again is done with the penalty that is said, for nothing if it is paid once, or not at all."""

    def __init__(self) -> None:
        self.done: Counter[tuple[Id, str, bool]] = Counter()

    def __call__(self, before: Encounter, command: c.Command, draft: Draft) -> None:
        if isinstance(command, c.Act) and (price := rules_of(before).price(command.action)):
            words = next(
                event.term.label for event in draft.events if isinstance(event, Spent) and event.term.rule == PRICES
            )
            is_apart = rules_of(before).out_of_turn.each_round and not recall(before.standings[command.id]).has_begun
            again = self.done[command.id, price.key, is_apart]
            assert not (price.once and again), f"{price.name} was done once already"
            penalty = price.repeat[min(again, len(price.repeat)) - 1] if again and price.repeat else 0
            assert words.endswith(f"with −{penalty}") if penalty else "with −" not in words, (words, again)
            if price.paid_once and before.standings[command.id].status is Status.ACTING:
                used = [event for event in draft.events if isinstance(event, Remembered) and event.rule == BUDGET]
                assert bool(used) is (not again and points_of(before, command.id, price, 0) > 0), (words, again)
            self.done[command.id, price.key, is_apart] += 1
        begun = {combatant_id: recall(standing).has_begun for combatant_id, standing in before.standings.items()}
        for event in draft.events:
            if isinstance(event, RoundOpened) and event.part == 1:
                self.done = Counter({key: many for key, many in self.done.items() if not key[2]})
            if isinstance(event, Remembered) and isinstance(now := event.memory, TableRulesCombatant):
                if now.has_begun is not begun[event.id]:
                    self._forget(event.id)
                begun[event.id] = now.has_begun

    def _forget(self, combatant_id: Id) -> None:
        for key in [key for key in self.done if key[0] == combatant_id and not key[2]]:
            del self.done[key]


def the_surprised_do_nothing_out_of_turn(before: Encounter, command: c.Command, draft: Draft) -> None:
    """G13: not in the first round; and afterwards nobody is surprised any longer."""
    if rules_of(before).start.surprise is not s.Surprise.REACTIONS or not before.round:
        return
    surprised = {who for who, standing in before.standings.items() if recall(standing).is_surprised}
    assert not surprised or before.round == 1
    if isinstance(command, c.Act) and rules_of(before).price(command.action):
        assert before.standings[command.id].status is Status.ACTING or command.id not in surprised


def test_what_the_sentences_say_is_so() -> None:
    for seed in range(DRAWN):
        rules = drawn(Random(seed))
        try:
            play(
                rules,
                Random(seed),
                nobody_begins_a_turn_on_nothing,
                numbers_are_made_when_they_are_said_to_be,
                CountsDeeds(),
                the_surprised_do_nothing_out_of_turn,
            )
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {rule_set.write_rules(rules)}\n{error}") from error


def _for_good(rules: rule_set.RuleSet, after: bool) -> rule_set.RuleSet | None:
    """Return these rules with turns once a round, by number or by the list, where delaying is for good."""
    changes: dict[str, object] = {
        "place": s.Place(),
        "fresh": s.Fresh.ONCE,
        "order": s.Order.NUMBER,
        "chooser": s.Chooser.APP,
        "laps": s.Laps(),
        "prices": (),
        "ties": tuple(tie for tie in rules.ties if tie.by is not s.TieBy.TOGETHER),
        "out_of_turn": s.OutOfTurn(s.DelayRule.GOOD, after, end=s.DelayEnd.GOOD),
        "ends": s.RoundEnd(),
        "start": s.Start(),
    }
    with suppress(BadValue):
        return replace(rules, **changes)  # type: ignore[arg-type] # each names its field
    return None


def _turns(encounter: Encounter, chance: Random, waits: bool) -> tuple[Encounter, list[Id]]:
    """Play a round; return who has ended the turn, one after the other."""
    dice, ended = seeded_dice(chance.randrange(10_000)), list[Id]()
    encounter = write_draft(encounter, c.OpenRound(), dice, SYSTEMS).encounter
    while encounter.is_open:
        (acting,) = encounter.acting()
        delaying = [
            combatant_id
            for combatant_id in encounter.order
            if encounter.standings[combatant_id].status is Status.HOLDING
        ]
        command = c.Act(acting, "end")
        if waits and delaying and chance.random() < 0.4:
            command = c.Act(chance.choice(delaying), "act_now")
        elif waits and chance.random() < 0.3:
            command = c.Act(acting, "wait")
        with suppress(Refused):
            encounter = write_draft(encounter, command, dice, SYSTEMS).encounter
            ended += [acting] if command.action == "end" else []
    return encounter, ended


def test_whoever_delays_for_good_has_that_place_in_all_rounds_to_come() -> None:
    """G11: among equals, behind or before whoever acts, several one after the other, or last of all."""
    for seed in (*range(DRAWN), 200, 206, 249, 435):  # some are placed beside somebody who then delays, too
        chance = Random(seed)
        rules = _for_good(drawn(chance), seed % 2 == 0)
        if rules is None:
            continue
        encounter = Encounter("", "")
        for command in fighters(rules):
            encounter = write_draft(encounter, command, seeded_dice(seed), SYSTEMS).encounter
        for _ in range(3):
            encounter, delayed = _turns(encounter, chance, waits=True)
            encounter, following = _turns(encounter, chance, waits=False)
            assert following == delayed, f"seed {seed}: {rule_set.write_rules(rules)}"


def test_a_dropped_row_moves_no_other_row() -> None:
    """Also those that stood before the row, or have its number by now."""
    dropped = 0
    for seed in (*range(DRAWN), 16, 35):
        chance, dice = Random(seed), seeded_dice(seed)
        rules = _for_good(drawn(chance), seed % 2 == 0)
        if rules is None or not rules.has_numbers:
            continue
        encounter = Encounter("", "")
        for command in (*fighters(rules), c.OpenRound()):
            encounter = write_draft(encounter, command, dice, SYSTEMS).encounter
        for _ in range(6):
            row = _row(encounter)
            moved, before = chance.sample([*row, ""], 2)
            with suppress(Refused):
                encounter = write_draft(encounter, c.Move(moved, before), dice, SYSTEMS).encounter
                assert _row(encounter) == insert_before(row, moved, before), f"seed {seed}: {moved} before {before}"
                dropped += 1
    assert dropped > DRAWN


def _row(encounter: Encounter) -> tuple[Id, ...]:
    return ranking(encounter, (*encounter.acting(), *to_act(encounter)))
