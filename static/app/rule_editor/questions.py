"""The four questions: of each what is asked now, given what was answered before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from app.rule_editor import answers
from app.rule_editor.consistency import choosers
from app.rule_editor.question_view import Amount, Block, Box, Fold, Pick, Picks, Question, Row, Rows
from app.rule_editor.state import TITLE_OF, Making
from app.rule_editor.wording import (
    ACTIONS,
    CHOOSERS,
    EMBLEMS,
    ENDS,
    FIRSTS,
    FORMULAS,
    FRESH,
    HOLDERS,
    LAPS,
    LATES,
    ORDERS,
    REFILL_WORDS,
    SENTENCES,
    SOURCES,
    SURPRISES,
    WAITS,
    WAITS_BY_COUNT,
    WHICH,
    Words,
)
from turntrack.core.errors import BadValue, Refused
from turntrack.systems.table_rules.rule_set import (
    NUMBER,
    SETTINGS,
    Counter,
    End,
    First,
    Fresh,
    LapKind,
    Order,
    Phase,
    Price,
    Refill,
    RuleSet,
    SheetField,
    Source,
    Surprise,
    Tie,
    TieBy,
    Waiting,
    Which,
)
from turntrack.systems.table_rules.rules import REFILLS, count_words, phase_words, price_words

NOW: Mapping[str, Callable[[RuleSet], str]] = MappingProxyType(
    {
        "holder": lambda rules: rules.place.holder,
        "source": lambda rules: rules.number.source,
        "fresh": lambda rules: rules.fresh,
        "first": lambda rules: rules.first,
        "order": lambda rules: rules.order,
        "chooser": lambda rules: rules.chooser,
        "laps": lambda rules: rules.laps.kind,
        "waiting": lambda rules: rules.aside.waiting,
        "end": lambda rules: rules.ends.when,
        "surprise": lambda rules: rules.start.surprise,
        "late": lambda rules: rules.start.late,
    }
)
LEADING = ("holder", "source", "order")
"""Whatever stands in their way gives way to them; all else is offered where it goes with them as they are."""


def question(making: Making) -> Question:
    """Return the question that is asked now."""
    rules = making.rules
    match making.step:
        case 1:
            blocks = _places(making)
        case 2:
            blocks = _next(making)
        case 3:
            blocks = _turn(making)
        case _:
            blocks = _then(making)
    return Question(TITLE_OF[making.step], rules.name, tuple(block for block in blocks if block is not None))


def offers(rules: RuleSet, what: str, value: str) -> bool:
    """Say whether a choice goes with what was answered before."""
    if what in LEADING:
        return True
    try:
        after = answers.choose(rules, what, value)
    except (BadValue, Refused):
        return False
    same = all(NOW[each](after) == NOW[each](rules) for each in LEADING)
    return same and NOW[what](after) == value and (what != "laps" or after.first is rules.first)


def _picks(making: Making, what: str, title: str, words: Iterable[Words], small: bool = False) -> Picks | None:
    """Ask a setting; None where there is nothing to choose."""
    rules, now = making.rules, NOW[what](making.rules)
    picks = tuple(
        Pick(what, value, name, sentence, value == now)
        for value, name, sentence in words
        if value == now or offers(rules, what, value)
    )
    return Picks(title, picks, small, making.wrong.get(what, "")) if len(picks) > 1 else None


def _words(what: str, words: Iterable[Words], now: str) -> tuple[Pick, ...]:
    return tuple(Pick(what, value, title, sentence, value == now) for value, title, sentence in words)


def _switch(what: str, label: str, is_on: bool) -> Pick:
    return Pick(what, "no" if is_on else "yes", label, "", is_on)


def _amount(making: Making, what: str, title: str, amount: int, low: int, high: int) -> Amount:
    return Amount(what, title, amount, low, high, making.written.get(what, str(amount)), making.wrong.get(what, ""))


def _box(making: Making, what: str, label: str, text: str, hint: str = "", numeric: bool = False) -> Box:
    shown = making.written.get(what, text)
    return Box(what, label, shown, hint, making.wrong.get(what, ""), numeric=numeric)


# What makes the order?


def _places(making: Making) -> tuple[Block | None, ...]:
    rules = making.rules
    number = {Source.EXPRESSION: _formula, Source.CARDS: _cards}.get(rules.number.source)
    numbered = rules.has_numbers
    return (
        _picks(making, "source", "What decides when they act?", SOURCES),
        _picks(making, "first", "Who goes first?", FIRSTS, small=True) if numbered else None,
        _picks(making, "fresh", "When is the number made?", FRESH, small=True) if numbered else None,
        *(number(making) if number else ()),
        _ties(making) if numbered else None,
        _picks(making, "holder", "Whose turns are they?", HOLDERS),
        _many(making),
    )


def _formula(making: Making) -> tuple[Block, ...]:
    rules = making.rules
    text = making.written.get("formula", rules.number.text)
    wrong = making.wrong.get("formula", "")
    missing = answers.missing_fields(rules, text) if wrong else ()
    box = Box(
        "formula",
        "The number",
        text,
        "Dice as 2d6 or 4d6kh3, values of the sheet by their names, + − × ÷, max(…, …).",
        wrong,
        missing,
        live=True,
    )
    value = next((field.key for field in rules.fields), "bonus")
    usual = (each.format(value=value) for each in FORMULAS)
    known = Picks("", tuple(Pick("formula", each, each, "", each == text) for each in usual), small=True)
    return (box, known, _fields(making))


def _fields(making: Making) -> Rows:
    rows = []
    for at, field in enumerate(making.rules.fields):
        key = f"field {at}"
        rows.append(
            _row(
                making,
                key,
                field.label,
                f"{field.low} to {field.high}, usually {field.default}",
                _field(making, key, field),
            )
        )
    hint = "What is asked of each combatant, and can stand in the number."
    return Rows("On the sheet", "field", "A value", tuple(rows), hint, making.wrong.get("+field", ""))


def _field(making: Making, key: str, field: SheetField) -> tuple[Block, ...]:
    return (
        _box(making, f"{key} label", "Called", field.label),
        _box(making, f"{key} default", "Usually", str(field.default), numeric=True),
        _box(making, f"{key} low", "From", str(field.low), numeric=True),
        _box(making, f"{key} high", "To", str(field.high), numeric=True),
    )


def _row(making: Making, key: str, title: str, words: str, blocks: tuple[Block, ...]) -> Row:
    """Fold a row but the one that is open, and those in which something is written wrong."""
    is_open = making.row == key or any(what.startswith(f"{key} ") for what in making.written)
    return Row(key, title, words, blocks if is_open else (), is_open, making.wrong.get(key, ""))


def _cards(making: Making) -> tuple[Block, ...]:
    now = str(making.rules.number.cards)
    words = (("54", "Of 54", "A deck of cards with two jokers."), ("10", "Of 10", "Cards from 1 to 10."))
    return (Picks("Which deck?", _words("cards", words, now)),)


def _ties(making: Making) -> Fold:
    rules = making.rules
    ways = [(Tie(TieBy.FIELD, field.key), f"the higher {field.label}") for field in rules.fields]
    ways += [
        (Tie(TieBy.SIDE, side=Which.FIRST), "the side listed first"),
        (Tie(TieBy.SIDE, side=Which.OTHERS), "the other sides"),
        (Tie(TieBy.AGAIN), "throw again"),
        (Tie(TieBy.COIN), "a coin"),
        (Tie(TieBy.TOGETHER), "at the same time"),
    ]
    order = {tie: place for place, tie in enumerate(rules.ties, 1)}
    picks = tuple(
        Pick("tie", answers.tie_value(tie), f"{order[tie]}. {words}" if tie in order else words, "", tie in order)
        for tie, words in ways
    )
    said = "as listed, if nothing else decides" if not rules.ties else "in this order"
    return Fold("ties", f"Of equal numbers: {said}", (Picks("", picks, small=True, wrong=making.wrong.get("tie", "")),))


def _many(making: Making) -> Fold | None:
    rules = making.rules
    if rules.order is Order.COUNT or rules.laps.kind is LapKind.NUMBER:
        return None
    fields = (("", "this many", ""), *((field.key, f"as {field.label} says", "") for field in rules.fields))
    picks = Picks("", _words("places", fields, rules.place.field), small=True)
    amount = _amount(making, "many", "Places", rules.place.many, 1, 9)
    if rules.place.field:
        return Fold("many", "Places each: by the sheet", (picks,))
    return Fold("many", f"Places each: {rules.place.many}", (amount, picks) if rules.fields else (amount,))


# Who is next?


def _next(making: Making) -> tuple[Block | None, ...]:
    rules = making.rules
    chosen = [words for words in CHOOSERS if words[0] in choosers(rules)]
    return (
        _picks(making, "order", "", ORDERS),
        _picks(making, "first", "Who acts?", FIRSTS, small=True) if rules.order is Order.COUNT else None,
        _picks(making, "chooser", "Who chooses among them?", chosen),
        _picks(making, "laps", "How often in a round?", LAPS),
        *_laps(making),
    )


def _laps(making: Making) -> tuple[Block, ...]:
    rules, laps = making.rules, making.rules.laps
    match laps.kind:
        case LapKind.NUMBER:
            return (_amount(making, "step", "Taken off each lap", laps.step, 1, 99),)
        case LapKind.BUDGET:
            lasting = [
                (counter.name, counter.name, "") for counter in rules.budget if counter.refill is not Refill.TURN
            ]
            return (Picks("Of what?", _words("lasting", lasting, laps.counter), small=True),)
        case LapKind.CHART:
            fields = [(field.key, field.label, "") for field in rules.fields]
            return (
                Picks("Which value says how often?", _words("chart", fields, laps.field), small=True),
                _amount(making, "segments", "Segments of a round", laps.segments, 2, 24),
                _fields(making),
            )
        case LapKind.PHASES:
            rows = tuple(
                _row(making, f"phase {at}", phase.name, phase_words(phase), _phase(making, f"phase {at}", phase))
                for at, phase in enumerate(laps.phases)
            )
            hint = "A pace is what one declares, to act in that phase and no other."
            return (Rows("Phases of a round", "phase", "A phase", rows, hint, making.wrong.get("+phase", "")),)
        case _:
            return ()


def _phase(making: Making, key: str, phase: Phase) -> tuple[Block, ...]:
    return (
        _box(making, f"{key} name", "Called", phase.name),
        Picks("Who acts in it?", _words(f"{key} side", WHICH, phase.side), small=True),
        _box(making, f"{key} pace", "Pace", phase.pace, "Empty where nobody declares one."),
    )


# What does a turn hold?


def _turn(making: Making) -> tuple[Block | None, ...]:
    rules = making.rules
    by_count = rules.order is Order.COUNT
    number = next(
        (counter.amount for counter in rules.budget if counter.name == answers.ACTIONS and not counter.field), 0
    )
    counted = Picks("How much is done in it?", _words("actions", ACTIONS, str(number)))
    waiting = rules.aside.waiting
    sides = (("no", "Before whoever acts then", ""), ("yes", "After", ""))
    after = Picks("Then they act", _words("after", sides, "yes" if rules.aside.after else "no"), small=True)
    lasts = (("no", "Last this once", ""), ("yes", "Last from then on", ""))
    last = Picks("Who delays to the end is", _words("last", lasts, "yes" if rules.aside.last else "no"), small=True)
    return (
        None if by_count else counted,
        # Before the actions: below a list of them it was not found.
        _picks(making, "waiting", "Can one wait, or delay?", WAITS_BY_COUNT if by_count else WAITS),
        after if waiting in (Waiting.ROUND, Waiting.GOOD, Waiting.ACROSS) else None,
        last if waiting is Waiting.GOOD else None,
        _prices(making),
        _counters(making),
        _reaction(rules),
    )


def _prices(making: Making) -> Rows:
    rows = []
    for at, price in enumerate(making.rules.prices):
        key = f"price {at}"
        words = _takes(making.rules, price)
        rows.append(_row(making, key, price.name, words, _price(making, key, price)))
    return Rows("Actions and what they take", "price", "An action", tuple(rows), "", making.wrong.get("+price", ""))


def _takes(rules: RuleSet, price: Price) -> str:
    """Say what an action takes, and of what."""
    words = price_words(rules, price)
    if not price.of or not (price.cost or price.halves):
        return ", ".join(filter(None, ("takes nothing", words)))
    cost, _, rest = words.partition(", ")
    cost = f"{cost} on the counter" if rules.order is Order.COUNT and price.of == NUMBER else f"takes {cost}"
    return ", ".join(filter(None, (cost, rest)))


def _price(making: Making, key: str, price: Price) -> tuple[Block, ...]:
    rules = making.rules
    takes = [("", "nothing", ""), *((each.name, each.name, "") for each in rules.budget)]
    if rules.has_numbers:
        takes.append((NUMBER, "the number", ""))
    switches = [
        _switch(f"{key} ends", "Ends the turn", price.ends),
        _switch(f"{key} once", "Once a turn", price.once),
        _switch(f"{key} off", "Also out of turn", price.off_turn),
    ]
    if rules.has_numbers and not (rules.order is Order.COUNT and rules.first is First.LOW):
        switches.append(_switch(f"{key} halves", "Half the number", price.halves))
    return (
        _box(making, f"{key} name", "Called", price.name),
        *((_amount(making, f"{key} cost", "Takes", price.cost, 0, 99),) if price.of and not price.halves else ()),
        Picks("Of what?", _words(f"{key} of", takes, price.of), small=True, wrong=making.wrong.get(f"{key} of", "")),
        Picks("", tuple(switches), small=True),
        _amount(making, f"{key} again", "Harder again, by", price.repeat[0] if price.repeat else 0, 0, 49),
        _box(making, f"{key} says", "The log says", price.says, "After the name: attacks, moves."),
    )


def _counters(making: Making) -> Rows:
    rows = []
    for at, counter in enumerate(making.rules.budget):
        key = f"counter {at}"
        amount = "by the sheet" if counter.field else count_words(counter.amount, counter.name)
        words = f"{amount}, {REFILLS[counter.refill]}"
        rows.append(_row(making, key, counter.name, words, _counter(making, key, counter)))
    hint = "Such as reactions, luck or movement: it is counted down, and filled again."
    return Rows("What is counted", "counter", "A counter", tuple(rows), hint, making.wrong.get("+counter", ""))


def _counter(making: Making, key: str, counter: Counter) -> tuple[Block, ...]:
    fields = [("", "this many", ""), *((each.key, f"as {each.label} says", "") for each in making.rules.fields)]
    is_endless = making.rules.ends.when is End.NEVER
    refills = [words for words in REFILL_WORDS if words[0] is not Refill.ROUND or not is_endless]
    many = (Picks("", _words(f"{key} of", fields, counter.field), small=True),) if len(fields) > 1 else ()
    return (
        _box(making, f"{key} name", "Called", counter.name),
        *((_amount(making, f"{key} amount", "How many", counter.amount, 0, 99),) if not counter.field else ()),
        *many,
        Picks("Filled again", _words(f"{key} refill", refills, counter.refill), small=True),
    )


def _reaction(rules: RuleSet) -> Picks | None:
    if not rules.budget or not any(price.off_turn for price in rules.prices):
        return None
    kinds = [("", "its own price", ""), *((counter.name, f"1 of {counter.name}", "") for counter in rules.budget)]
    return Picks("What is done out of turn takes", _words("reaction", kinds, rules.aside.reaction), small=True)


# And then?


def _then(making: Making) -> tuple[Block | None, ...]:
    rules = making.rules
    name = _box(making, "name", "What are these rules called?", rules.name)
    has_laps = rules.laps.kind is not LapKind.ONE
    surprises = [
        words for words in SURPRISES if words[0] != Surprise.LAP or has_laps or rules.start.surprise is Surprise.LAP
    ]
    amount = _box(making, "amount", "By how much", str(rules.start.amount), numeric=True)
    return (
        name,
        Picks("", _emblems(rules), small=True),
        _picks(making, "end", "When is a round over?", ENDS),
        _picks(making, "surprise", "What happens to the surprised?", surprises),
        amount if rules.start.surprise is Surprise.MODIFIER else None,
        _picks(making, "late", "What about those who come late?", LATES),
        _rounds(making),
        _book(making),
    )


def _emblems(rules: RuleSet) -> tuple[Pick, ...]:
    return tuple(replace(pick, emblem=pick.value) for pick in _words("emblem", EMBLEMS, rules.emblem))


def _rounds(making: Making) -> Fold:
    """Ask what else happens between rounds."""
    rules, switches = making.rules, []
    if rules.has_numbers and rules.fresh is not Fresh.ONCE and rules.first is First.HIGH:
        switches.append(_switch("carries", "What was overdrawn is taken off the next number", rules.ends.carries))
    if rules.number.source is Source.CARDS:
        switches.append(_switch("shuffles", "Shuffle only after a joker", rules.ends.shuffles))
    hint = "Such as an escalation die: it counts the rounds."
    blocks: list[Block] = [Picks("", tuple(switches), small=True)] if switches else []
    if rules.ends.when is not End.NEVER:
        blocks.append(_box(making, "rises", "Goes up by 1 each round", rules.ends.rises, hint))
    if rules.ends.rises:
        blocks.append(_amount(making, "most", "To at most", rules.ends.most, 1, 99))
    return Fold("rounds", "With each new round", tuple(blocks))


def _book(making: Making) -> Fold:
    pages = (*making.rules.pages, *("",) * (SETTINGS - len(making.rules.pages)))
    boxes = tuple(
        _box(making, f"page {at}", title, page) for at, (title, page) in enumerate(zip(SENTENCES, pages, strict=True))
    )
    note = _box(making, "note", "Note", making.rules.note, "For yourself: which book, which edition.")
    return Fold("book", "A note, and the pages of your book", (note, *boxes))
