"""The sentence of each of the thirteen settings, which reasons, refusals and the log cite."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from turntrack.core.cards import RANKS_ALONE
from turntrack.core.score import signed
from turntrack.systems.protocol import RuleText
from turntrack.systems.table_rules.presets.catalogue import preset_called
from turntrack.systems.table_rules.presets.preset import DELAYS, WAITS, WaitWords
from turntrack.systems.table_rules.rule_draft import RuleDraft
from turntrack.systems.table_rules.rule_set import SETTING_COUNT, RuleSet
from turntrack.systems.table_rules.settings import (
    NUMBER,
    ActionPrice,
    Holder,
    LapKind,
    Phase,
    Shared,
    Source,
    TieBy,
    TieRule,
    TurnCounter,
    WhichSide,
)
from turntrack.systems.toolkit.dice_expression import Constant, write

IDS = tuple(f"G{number}" for number in range(1, SETTING_COUNT + 1))
"""The ids of the settings, in their order."""
PLACE, VALUE, FRESH, FIRST, TIES, NEXT, CHOOSER, LAPS, BUDGET, PRICES, ASIDE, END, START = IDS

_FEW_FACES = 4
"""With fewer faces a die may have fewer than there are sides."""


@lru_cache(maxsize=100)
def rule_texts(rules: RuleSet) -> tuple[RuleText, ...]:
    """Return the sentences of a rule set that apply, with the noted pages of the game's own book."""
    pages = (*rules.pages, *("",) * (len(IDS) - len(rules.pages)))
    return tuple(
        RuleText(id, f"{text} ({page})" if page else text)
        for id, text, page in zip(IDS, _sentences(rules), pages, strict=True)
        if text
    )


def _sentences(rules: RuleSet) -> tuple[str, ...]:
    """Return a sentence for each setting, empty if the setting has no effect in these rules."""
    return (
        _place(rules),
        _number(rules),
        rules.fresh.rule if rules.has_numbers else "",
        _first(rules) if rules.has_numbers else "",
        _ties(rules) if rules.has_numbers else "",
        _next(rules),
        _chooser(rules),
        _laps(rules),
        _budget(rules),
        _prices(rules),
        _aside(rules),
        _end(rules),
        _start(rules),
    )


def _first(rules: RuleSet) -> str:
    declares = " Before the first turn everybody declares, from the last one up." if rules.declares_up else ""
    return f"The {rules.first.rule} number is first.{declares}"


def _next(rules: RuleSet) -> str:
    if rules.goes_by_list:
        return "Turns go down the list."
    until = "" if rules.end.is_endless else " until all have acted"
    return rules.order.rule.format(first=rules.first.rule, until=until)


def _chooser(rules: RuleSet) -> str:
    words = _draw(rules) if rules.sequence.is_drawn else rules.chooser.rule
    if rules.keep_price:
        words += f" A side may keep the turn for {rules.keep_price}, once until another side has acted."
    return words


def _draw(rules: RuleSet) -> str:
    once = " Only each combatant’s first token is a turn." if rules.bag.once else ""
    if not rules.draws_sides:
        return f"The draw decides who acts next.{once}"
    again = ", the same again if it likes" if rules.bag.again else ""
    chooses = f"the side chooses who of it acts{again}."
    if rules.bag.sides is WhichSide.ANY:
        return f"The draw decides which side is next, and {chooses}{once}"
    return f"The draw decides who acts next; for {rules.bag.sides.rule} {chooses}{once}"


def part_word(rules: RuleSet) -> str:
    """Return the word for a part of a round; empty if a round has none."""
    match rules.laps.kind:
        case LapKind.ONE:
            return ""
        case LapKind.NUMBER | LapKind.BUDGET:
            return "lap"
        case LapKind.PHASES:
            return "phase"
        case LapKind.CHART:
            return "segment"
        case _:
            assert_never(rules.laps.kind)


def wait_words(rules: RuleSet) -> WaitWords:
    """Return what the game calls to act later than the own turn."""
    preset = preset_called(rules.name)
    return (preset and preset.waits) or (DELAYS if rules.delay.stays else WAITS)


def count_words(many: int, name: str) -> str:
    """Return an amount of a counter, whose name is a plural.

    >>> count_words(1, "actions"), count_words(0, "actions"), count_words(-1, "Luck")
    ('1 action', '0 actions', '−1 Luck')
    """
    return f"{signed(many)} {name.removesuffix('s') if many == 1 else name}"


def _label_of(rules: RuleDraft, key: str) -> str:
    """Return the label of a field of the sheet."""
    return next((field.label for field in rules.fields if field.key == key), key)


def _place(rules: RuleSet) -> str:
    if rules.repeats_freely:
        return "Everybody acts for themselves."
    many = "a place" if rules.place.many == 1 else f"{rules.place.many} places"
    if rules.place.field:
        many = f"as many places as {_label_of(rules, rules.place.field)} says"
    return f"{rules.place.holder.rule.format(many=many)}.{_group(rules)}"


def _group(rules: RuleSet) -> str:
    """Return the sentence on what the members of a group or a side share, where they do."""
    if rules.place.holder.is_shared and rules.place.values is not Shared.FIRST:
        return f" Each of its values is {rules.place.values.rule}."
    if rules.place.holder is Holder.GROUP and rules.place.alike:
        return " Creatures of one kind are a group, unless the game master has them act apart."
    rolls = rules.number.source is Source.EXPRESSION and rules.formula is not None and rules.formula.dice
    if rules.number.source is not Source.CARDS and not rolls:
        return ""
    what, how = ("card", "draw") if rules.number.source is Source.CARDS else ("roll", "roll")
    dice = rules.formula.dice if rules.formula and what == "roll" else ()
    differ = any(not isinstance(part, Constant) for die in dice for part in (die.count, die.sides))
    match rules.place.holder:
        case Holder.EACH | Holder.SLOT:
            dice_of = ", by the dice of its first member" if differ else ""
            kin = (
                f" So do creatures of one kind, unless the game master has them {how} apart."
                if rules.place.alike
                else ""
            )
            return f" A group shares its {what}{dice_of}.{kin}"
        case Holder.GROUP | Holder.SIDE | Holder.FOES:
            return f" The {what} is that of the first member."
        case _:
            assert_never(rules.place.holder)


def _number(rules: RuleSet) -> str:
    number = rules.number
    match number.source:
        case Source.NONE | Source.LISTED | Source.TYPED:
            return number.source.rule
        case Source.EXPRESSION:
            formula = write(rules.formula.body) if rules.formula else ""
            if rules.formula and rules.formula.is_gap:
                most = f", at most {rules.formula.most}" if rules.formula.most else ""
                return f"The number is the highest of all of {formula}, minus one’s own{most}.{_declared(rules)}"
            return f"The number is {formula}.{_declared(rules)}"
        case Source.CARDS:
            order = "" if number.cards == RANKS_ALONE else " Jokers are highest; of equal ranks ♠, then ♥, ♦, ♣."
            return f"The number is a card from a deck of {number.cards}, no card twice.{order}{_hand(rules)}"
        case _:
            assert_never(number.source)


def _declared(rules: RuleSet) -> str:
    labels = [field.label for field in rules.fields if field.is_declared]
    return f" Declared before each round: {', '.join(labels)}." if labels else ""


def _hand(rules: RuleSet) -> str:
    words = ""
    if rules.number.draws:
        words = f" “{_label_of(rules, rules.number.draws)}” says how many; the best is kept; −2 keeps the worse of two."
    if rules.number.redraws:
        label = _label_of(rules, rules.number.redraws)
        words += f" The kept card is drawn again, at most ten times, while its rank is at most “{label}”."
    return words


def _ties(rules: RuleSet) -> str:
    ways = [tie_words(rules, tie) for tie in rules.ties]
    if not (rules.ties and rules.ties[-1].by.effect.is_final):
        ways.append(TieBy.LISTED.label)
    return f"Of equal numbers: {', then '.join(ways)}."


def tie_words(rules: RuleDraft, tie: TieRule) -> str:
    """Return how a tie is broken: ``the higher Dexterity``."""
    return tie.by.label.format(field=_label_of(rules, tie.field), side=tie.side.rule)


def _laps(rules: RuleSet) -> str:
    laps = rules.laps
    match laps.kind:
        case LapKind.ONE:
            if rules.sequence.by_count:
                return "There are no laps."
            if rules.end.is_endless:
                return "The same combatant may act again and again. Their turns are counted."
            early = ", unless the end token comes first" if rules.end.has_token else ""
            return f"Everybody’s turns come once a round{early}."
        case LapKind.NUMBER:
            return f"Each lap takes {laps.step} off; who is above 0 then goes round again."
        case LapKind.BUDGET:
            return f"Whoever has {laps.counter} left goes round again; a turn takes at least 1 of it."
        case LapKind.PHASES:
            sides = {phase.side for phase in laps.phases if not phase.named}
            some_have_none = WhichSide.ANY not in sides and len(sides) < 2
            last = " Whoever has no phase acts in the last." if some_have_none else ""
            phases = ", ".join(phase_words(rules, phase) for phase in laps.phases)
            return f"The phases of a round: {phases}.{last}{_check(rules)}"
        case LapKind.CHART:
            return _chart(rules)
        case _:
            assert_never(laps.kind)


def _check(rules: RuleSet) -> str:
    """Return the sentence on the roll that says who acts in which phase; empty for none."""
    if not rules.check_formulas:
        return ""
    rolled, needed = (write(formula.body) for formula in rules.check_formulas)
    whose = "the other side’s " if rules.check.is_opposed else ""
    return (
        f" Whoever could act in several rolls {rolled} as the round begins, and acts in the first of them with "
        f"{rules.check.beats.rule} {whose}{needed}, otherwise in the last."
    )


def _chart(rules: RuleSet) -> str:
    laps = rules.laps
    words = [f"A round has {laps.segments} segments; {_label_of(rules, laps.field)} says in how many one acts."]
    if laps.single:
        words.append(f"Whoever acts in one acts in segment {laps.single}.")
    if laps.start > 1:
        words.append(f"The first round begins in segment {laps.start}.")
    return " ".join(words)


def phase_words(rules: RuleDraft, phase: Phase) -> str:
    """Return a phase with the side and the pace that act in it, and how much a turn in it holds."""
    side = "" if phase.side is WhichSide.ANY else phase.side.rule
    side = f"the side {phase.named}" if phase.named else side
    counter = rules.paced_counter
    holds = count_words(phase.amount, counter.name) if counter and phase.amount else ""
    who = ", ".join(filter(None, (side, phase.pace, holds)))
    return f"{phase.name} ({who})" if who else phase.name


def _budget(rules: RuleSet) -> str:
    counters = ", ".join(f"{_amount_words(rules, counter)} ({counter.refill.rule})" for counter in rules.budget)
    return f"A turn holds {counters}." if counters else "What a turn holds is not counted."


def _amount_words(rules: RuleSet, counter: TurnCounter) -> str:
    if counter.field:
        return f"{_label_of(rules, counter.field)}: {counter.name}"
    return count_words(counter.amount, counter.name)


def _prices(rules: RuleSet) -> str:
    if not rules.prices:
        return "Anything goes on a turn."
    actions = (
        f"{price.name} ({words})" if (words := price_words(rules, price)) else price.name for price in rules.prices
    )
    is_paid = rules.is_spent_to_zero and any(price.off_turn and price.of == NUMBER for price in rules.prices)
    paid = " What is done out of turn takes no more than is left of the number." if is_paid else ""
    until = "the round ends" if rules.out_of_turn.each_round else "the combatant’s next turn"
    counted = f" Actions out of turn count until {until}." if rules.counts_out_of_turn else ""
    again = " What is paid once may be done again in the same turn." if _has_paid_once(rules) else ""
    return f"Actions: {'; '.join(actions)}.{again}{paid}{counted}"


def _has_paid_once(rules: RuleSet) -> bool:
    return any(price.paid_once for price in rules.prices)


def price_words(rules: RuleSet, price: ActionPrice) -> str:
    """Return the cost and the restrictions of an action."""
    words = [_cost_words(rules, price)]
    if price.paid_once:
        words.append("paid once")
    if price.repeat:
        words.append(f"again {', '.join(f'−{step}' for step in price.repeat)}")
    words += [word for word, is_so in (("once a turn", price.once), ("ends the turn", price.ends)) if is_so]
    if price.off_turn:
        words.append("out of turn for a turn to come" if rules.takes_turn(price) else "out of turn")
    return ", ".join(filter(None, words))


def _cost_words(rules: RuleSet, price: ActionPrice) -> str:
    if price.halves:
        return "half the number"
    if not price.takes_something:
        return ""
    parts = [str(price.cost)] if price.cost else []
    parts += [_label_of(rules, price.field)] if price.field else []
    parts += [f"1d{price.die}"] if price.die else []
    if price.of == NUMBER:
        sign = "−" if rules.first.is_high else "+"
        return f"{sign}{f' {sign} '.join(parts)}"
    return f"{' + '.join(parts)} {price.of}" if price.field else count_words(price.cost, price.of)


def _aside(rules: RuleSet) -> str:
    aside = rules.out_of_turn
    part_of_round = "" if rules.is_delay_for_round else part_word(rules)
    part = "" if rules.end.is_endless else f" in the {part_of_round or 'round'}"
    place = "after" if aside.after else "together with" if rules.returns_together else "before"
    words = [aside.waiting.rule.format(waits=wait_words(rules).is_so, place=place, part=part, end=_delay_end(rules))]
    if rules.is_idle_while_waiting:
        words.append(f"Whoever {wait_words(rules).is_so} does nothing out of turn.")
    if aside.reaction:
        words.append(f"What is done out of turn takes 1 of {aside.reaction}.")
    return " ".join(words)


def _delay_end(rules: RuleSet) -> str:
    """Return what becomes of a delay that nobody ends, as the end of a sentence; empty where it goes on and on."""
    if rules.end.is_endless:
        return ""
    waits, end = wait_words(rules).stays_so, rules.out_of_turn.end
    if not end.crosses_rounds and rules.end.has_token:
        return f"; whoever {waits} to the end loses the turn"
    next_part = f"{part_word(rules)} or round" if part_word(rules) else "round"
    place = "card" if rules.number.source is Source.CARDS else "turn"
    words = end.rule.format(part=next_part, place=place)
    if not end.crosses_rounds and rules.laps.kind is LapKind.CHART:
        words = words.replace("acts last", "acts last before that")
        return f"; whoever {waits} until the round ends or their next segment comes {words}"
    return f"; whoever {waits} to the end {words}"


def _end(rules: RuleSet) -> str:
    ends = rules.ends
    words = [ends.when.rule.format(what="the count" if rules.sequence.by_count else "the scene")]
    if ends.carries:
        words.append("What was overdrawn is taken off the next number.")
    if ends.shuffles:
        words.append("The deck is shuffled after a round with a joker, or when it runs out.")
    elif rules.number.source is Source.CARDS and not rules.fresh.is_lasting:
        words.append("The deck is shuffled each round.")
    if ends.rises:
        words.append(f"{ends.rises} goes up by 1 with each round after the first, to {ends.most} at most.")
    return " ".join(words)


def _start(rules: RuleSet) -> str:
    amount = f"{'−' if rules.start.amount < 0 else '+'}{abs(rules.start.amount)}"
    many = "s" if rules.place.many > 1 or rules.place.field else ""
    words = [
        rules.start.surprise.rule.format(
            amount=amount,
            part=part_word(rules) or "round",
            s=many,
            place="card" if rules.number.source is Source.CARDS else "number" if rules.has_numbers else "turn",
        ),
        rules.start.late.rule,
    ]
    if rules.has_first_side:
        die = f"d{rules.start.faces}" + (
            " (or one with a face for each side)" if rules.start.faces < _FEW_FACES else ""
        )
        words.insert(0, rules.start.side.rule.format(die=die))
        if rules.surprise.yields_the_beginning:
            words.insert(-1, "A side all of whose members are surprised does not begin.")
    return " ".join(words)


def changed(was: RuleSet, now: RuleSet) -> tuple[RuleText, ...]:
    """Return the sentences of the new rules that differ from the old ones."""
    had = {old.id: old.text for old in rule_texts(was)}
    return tuple(new for new in rule_texts(now) if new.text != had.get(new.id))
