"""Rule sets drawn at random, and fights by them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from random import Random

from tests.engine.table import Table
from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.errors import BadValue
from turntrack.core.fields import Value
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import SYSTEM
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields, write_rules

TEXTS = (
    "1d20 + dex",
    "1d6",
    "dex",
    "2d6 − pace",
    "(pace)d6>=4 twice 6",
    "min(gap(2d6), 4)",
    "max(1d4, 1d6) + dex",
    "3d6kh2",
    "1d6! + 1d4",
)


def drawn(chance: Random) -> RuleSet:
    """Draw all thirteen settings at random; draw again if they contradict each other."""
    while True:
        try:
            return _vary(_attempt(chance))
        except BadValue:
            continue


_SEATS = {
    "order": s.Order.SEATS,
    "chooser": s.Chooser.APP,
    "laps": s.Laps(),
    "place": s.Place(),
    "ties": (s.TieRule(s.TieBy.AGAIN),),
    "prices": (),
    "ends": s.RoundEnd(),
    "start": s.Start(),
}


_AROUND = (
    s.Phase("Before", s.WhichSide.PLAYERS, "before"),
    s.Phase("Foes", s.WhichSide.OTHERS),
    s.Phase("After", s.WhichSide.PLAYERS, "after"),
)


def _vary(rules: RuleSet) -> RuleSet:
    """Change settings that few rule sets can have, where they contradict nothing."""
    chance = Random(write_rules(rules))
    changes: tuple[dict[str, object], ...] = (
        {"ends": replace(rules.ends, when=s.EndRule.NEVER), "laps": s.Laps(), "place": s.Place(), "start": s.Start()},
        {"start": replace(rules.start, side=chance.choice([*s.FirstSide]), faces=chance.choice((2, 6, 10)))},
        {**_SEATS, "place": s.Place(chance.choice((s.Holder.EACH, s.Holder.SIDE, s.Holder.FOES)))}
        if rules.sequence.by_number and chance.random() < 0.3
        else {},
        {
            "budget": (
                replace(rules.budget[0], refill=chance.choice((s.Refill.TURN, s.Refill.END, s.Refill.ANY))),
                *rules.budget[1:],
            ),
            "laps": replace(
                rules.laps, phases=tuple(replace(phase, amount=chance.randint(0, 3)) for phase in rules.laps.phases)
            ),
        },
        {
            "prices": tuple(
                replace(price, field=chance.choice(("", "pace")), die=0 if price.off_turn else chance.choice((0, 0, 4)))
                if price.of == s.NUMBER
                else price
                for price in rules.prices
            )
        },
        {
            "laps": replace(
                rules.laps,
                start=chance.randint(1, rules.laps.segments),
                single=chance.randint(0, rules.laps.segments),
            )
        },
        {"ties": (s.TieRule(s.TieBy.REACHED), *(tie for tie in rules.ties if tie.by is not s.TieBy.TOGETHER))},
        {
            "chooser": s.Chooser.SIDE,
            "laps": s.Laps(),
            "bag": s.Bag(chance.choice([*s.WhichSide]), chance.random() < 0.5, chance.random() < 0.3),
        }
        if rules.sequence.is_drawn
        else {},
        {"bag": s.Bag(once=True)} if rules.sequence.is_drawn and chance.random() < 0.4 else {},
        {"keep_price": "2 Momentum", "place": s.Place()},
        {"declares_up": chance.random() < 0.4},
        {
            "check": s.Check(
                chance.choice(("1d20", "2d6 + dex", "(pace)d6>=4")),
                chance.choice([*s.Beats]),
                chance.choice(("10", "dex", "1d20 + pace")),
                chance.random() < 0.4,
            ),
            "laps": replace(rules.laps, phases=_AROUND),
            "place": s.Place(),
        }
        if rules.laps.kind is s.LapKind.PHASES
        else {},
        {"fields": tuple(replace(field, is_declared=field.key == "pace") for field in rules.fields)},
    )
    for change in changes:
        if chance.random() < 0.6:
            with suppress(BadValue):
                rules = replace(rules, **change)  # type: ignore[arg-type] # each names its field
    if rules.laps.kind is s.LapKind.PHASES and chance.random() < 0.3:
        phases, at = list(rules.laps.phases), chance.randrange(len(rules.laps.phases))
        phases[at] = replace(phases[at], named=chance.choice(("raiders", "Raiders", "Wolves")))
        with suppress(BadValue):
            rules = replace(rules, laps=replace(rules.laps, phases=tuple(phases)))
    for at, price in enumerate(rules.prices):
        if chance.random() < 0.3:
            with suppress(BadValue):
                prices = (*rules.prices[:at], replace(price, paid_once=True), *rules.prices[at + 1 :])
                rules = replace(rules, prices=prices)
    return rules


def _attempt(chance: Random) -> RuleSet:
    def pick[E: StrEnum](kind: type[E], likely: E | None = None) -> E:
        return likely if likely is not None and chance.random() < 0.5 else chance.choice([*kind])

    def some(many: int, *what: str) -> str:
        return chance.choice(("",) * many + what)

    order = pick(s.Order)
    count = order is s.Order.COUNT
    free = order in (s.Order.BAG, s.Order.POPCORN, s.Order.ANYONE)
    low = pick(s.First)
    source = s.Source.NONE if free else pick(s.Source, s.Source.EXPRESSION)
    laps = s.LapKind.ONE if count else pick(s.LapKind, s.LapKind.ONE)
    ends = s.EndRule.DONE
    if count:
        ends = s.EndRule.ZERO if low is s.First.HIGH else s.EndRule.NEVER
    elif order is s.Order.BAG:
        ends = pick(s.EndRule, s.EndRule.TOKEN)
    counters = (
        s.TurnCounter("actions", chance.randint(0, 3), some(3, "pace"), pick(s.Refill)),
        s.TurnCounter("stamina", chance.randint(1, 4), "", chance.choice((s.Refill.ROUND, s.Refill.NEVER))),
    )
    prices = tuple(
        s.ActionPrice(
            name,
            chance.randint(0, 4),
            some(1, "actions", "stamina", *((s.NUMBER,) * 2 if source not in (s.Source.NONE, s.Source.LISTED) else ())),
            repeat=chance.choice(((), (5,), (5, 10))),
            once=chance.random() < 0.2,
            ends=chance.random() < 0.3,
            off_turn=chance.random() < 0.3,
        )
        for name in ("Strike", "Step", "Parry")[: chance.randint(0, 3)]
    )
    if count:
        prices = (*prices, s.ActionPrice("Attack", chance.randint(1, 6), s.NUMBER, says="attacks"))
    if prices and source is s.Source.EXPRESSION and chance.random() < 0.2:
        prices = (*prices, s.ActionPrice("Rush", 1, s.NUMBER, halves=True))
    return RuleSet(
        "Drawn",
        fields=(
            s.SheetField("dex", "Dexterity", 2, 0, 9),
            s.SheetField("pace", "Pace", 2, 0, 5),
            s.SheetField("hand", "Hand", 1, -2, 3),
        ),
        place=s.Place(
            pick(s.Holder, s.Holder.EACH),
            1 if count else chance.choice((1, 1, 1, 2)),
            "" if count else some(6, "pace"),
            pick(s.Shared, s.Shared.FIRST),
            alike=chance.random() < 0.3,
        ),
        number=s.Number(
            source,
            chance.choice(TEXTS),
            chance.choice((10, 54)),
            some(1, "hand"),
            some(2, "pace") if low is s.First.HIGH else "",
        ),
        fresh=pick(s.Fresh, s.Fresh.ROUND),
        first=low,
        ties=tuple(
            s.TieRule(pick(s.TieBy), "dex", chance.choice((s.WhichSide.PLAYERS, s.WhichSide.OTHERS)))
            for _ in range(chance.randint(0, 2))
        ),
        order=order,
        chooser=pick(s.Chooser),
        laps=s.Laps(
            laps,
            chance.randint(1, 9),
            "stamina",
            (
                s.Phase("Fast", s.WhichSide.PLAYERS, "fast"),
                s.Phase("Foes", s.WhichSide.OTHERS),
                s.Phase("Slow", pace="slow"),
            ),
            "pace",
            chance.randint(2, 6),
        ),
        budget=counters,
        prices=prices,
        out_of_turn=s.OutOfTurn(
            waiting := pick(s.DelayRule, s.DelayRule.ROUND),
            chance.random() < 0.3,
            some(3, "actions"),
            chance.choice(waiting.effect.ends),
            chance.random() < 0.3,
            chance.random() < 0.3,
        ),
        ends=s.RoundEnd(ends, chance.random() < 0.3, chance.random() < 0.3, some(3, "Escalation"), 3),
        start=s.Start(pick(s.Surprise), chance.randint(-5, 5), pick(s.LateRule, s.LateRule.ROUND)),
    )


def fighters(rules: RuleSet) -> tuple[Command, ...]:
    """Return five combatants of two sides, two of them a group; in some rule sets one has a number that stays."""
    known = {field.key for field in form_fields(rules)}
    stays: dict[str, Value] = {"fixed": 6} if "fixed" in known and Random(write_rules(rules)).random() < 0.3 else {}

    def sheet(dex: int, pace: int) -> dict[str, Value]:
        values = {"dex": dex, "pace": pace, "hand": pace - 2, "initiative": dex}
        return {key: value for key, value in values.items() if key in known}

    return (
        MakeEncounter("Drawn", "table_rules"),
        take(rules),
        AddCombatant("Ana", side="Heroes", sheet=sheet(3, 2)),
        AddCombatant("Bo", side="Heroes", sheet=sheet(1, 1), at_table=True),
        AddCombatant("Rat", 2, "Raiders", "" if rules.place.alike else "Rats", sheet(2, 3)),
        AddCombatant("Dray", sheet={**sheet(0, 4), **stays}),
    )


def system_with(rules: RuleSet) -> TurnSystem:
    """Return the system with a sample fight by these rules."""
    return replace(SYSTEM, sample=lambda: fighters(rules))


def table_with(rules: RuleSet, *lines: str) -> Table:
    """Return a table that plays by these rules, with these combatants."""
    table = Table("table_rules")
    table.do(take(rules))
    for line in lines:
        table.join(line)
    return table
