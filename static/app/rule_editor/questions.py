"""The blocks of the four questions, given the answers so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.rule_editor import answers
from app.rule_editor.contradiction_repair import possible_ties
from app.rule_editor.question_form_controls import (
    AmountBox,
    Block,
    Fold,
    Question,
    RowTable,
    SettingOption,
    SettingOptions,
    TableRow,
    TextBox,
)
from app.rule_editor.setting_paths import value_of
from app.rule_editor.state import TITLE_OF, RuleEditor
from turntrack.core.cards import RANKS_ALONE
from turntrack.core.errors import BadValue, Refused
from turntrack.core.score import signed
from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules import settings as s
from turntrack.systems.table_rules.presets.preset import ACTIONS
from turntrack.systems.table_rules.rule_set import SETTING_COUNT, RuleSet
from turntrack.systems.table_rules.rule_texts import count_words, phase_words, price_words, tie_words

_LEADING = ("holder", "source", "order")
"""The settings that all others give way to: their values are always offered."""

type Words = tuple[str, str, str]
"""An option: its value, its title, and one plain sentence."""

SOURCES = (s.Source.EXPRESSION, s.Source.CARDS, s.Source.TYPED, s.Source.LISTED, s.Source.NONE)
ORDERS = (
    s.Order.NUMBER, s.Order.SEATS, s.Order.COUNT, s.Order.ALTERNATING, s.Order.SIDES, s.Order.POPCORN, s.Order.BAG,
    s.Order.ANYONE,
)  # fmt: skip
CHOOSERS = (s.Chooser.APP, s.Chooser.SIDE, s.Chooser.MASTER, s.Chooser.ACTOR)
"""The values that are offered in another order than that of their types, which belongs to the stored format."""
_CHOOSERS_OF_BAG: tuple[Words, ...] = (
    (s.Chooser.APP, s.Chooser.APP.label, "Whoever is drawn acts."),
    (s.Chooser.SIDE, s.Chooser.SIDE.label, "A token is a side’s, and it chooses who acts."),
)
_WAITS_BY_COUNT: tuple[Words, ...] = (
    (s.DelayRule.NONE, s.DelayRule.NONE.label, s.DelayRule.NONE.hint),
    (s.DelayRule.ROUND, "Yes", "They act later, at the count of that moment."),
)
_FORMULAS = ("1d20 + {value}", "1d10 + {value}", "1d6", "2d6 + {value}", "1d100", "{value}")
_ACTION_COUNTS: tuple[Words, ...] = (
    ("0", "Not counted", "Anything goes."),
    ("1", "One action", "And then the turn is over."),
    ("2", "Two actions", "Each thing done takes one or more of them."),
    ("3", "Three actions", "Each thing done takes one or more of them."),
)
_EMBLEMS: tuple[Words, ...] = (
    (Emblem.ROW, "One after the other", ""),
    (Emblem.STACKS, "Several actions", ""),
    (Emblem.STAIRS, "A staircase", ""),
    (Emblem.WEAVE, "Sides", ""),
    (Emblem.PASSES, "Laps", ""),
    (Emblem.RULER, "A count", ""),
)
_SENTENCES = (
    "Places", "The number", "When it is made", "Who goes first", "Ties", "Who is next", "Who chooses", "Laps",
    "What a turn holds", "Actions", "Waiting", "The end of a round", "The beginning",
)  # fmt: skip
"""The titles of the thirteen settings."""


def question(editor: RuleEditor) -> Question:
    """Return the question on screen."""
    rules = editor.rules
    match editor.step:
        case 1:
            blocks = _places(editor)
        case 2:
            blocks = _next(editor)
        case 3:
            blocks = _turn(editor)
        case _:
            blocks = _then(editor)
    return Question(TITLE_OF[editor.step], rules.name, tuple(block for block in blocks if block is not None))


def offers(rules: RuleSet, what: str, value: str) -> bool:
    """Return whether a choice is consistent with the leading settings."""
    if what in _LEADING:
        return True
    try:
        after = answers.choose(rules, what, value)
    except (BadValue, Refused):
        return False
    same = all(value_of(after, each) == value_of(rules, each) for each in _LEADING)
    return same and (what != "laps" or after.first is rules.first)


def _words_of(values: Iterable[s.SettingValue]) -> tuple[Words, ...]:
    return tuple((value, value.label, value.hint) for value in values)


def _picks(
    editor: RuleEditor, what: str, title: str, words: Iterable[Words] = (), small: bool = False
) -> SettingOptions | None:
    """Return the options of a setting, all its values unless told otherwise; None if fewer than two are possible."""
    rules, now = editor.rules, value_of(editor.rules, what)
    assert isinstance(now, s.SettingValue)
    picks = tuple(
        SettingOption(what, value, name, sentence, value == now)
        for value, name, sentence in words or _words_of(type(now))
        if value == now or offers(rules, what, value)
    )
    return SettingOptions(title, picks, small, editor.wrong.get(what, "")) if len(picks) > 1 else None


def _words(what: str, words: Iterable[Words], now: str) -> tuple[SettingOption, ...]:
    return tuple(SettingOption(what, value, title, sentence, value == now) for value, title, sentence in words)


def _switch(what: str, label: str, is_on: bool) -> SettingOption:
    return SettingOption(what, "no" if is_on else "yes", label, "", is_on)


def _amount(editor: RuleEditor, what: str, title: str, amount: int, low: int, high: int) -> AmountBox:
    return AmountBox(what, title, amount, low, high, editor.written.get(what, str(amount)), editor.wrong.get(what, ""))


def _box(editor: RuleEditor, what: str, label: str, text: str, hint: str = "", numeric: bool = False) -> TextBox:
    shown = editor.written.get(what, text)
    return TextBox(what, label, shown, hint, editor.wrong.get(what, ""), numeric=numeric)


# What makes the order?


def _places(editor: RuleEditor) -> tuple[Block | None, ...]:
    rules = editor.rules
    number = {s.Source.EXPRESSION: _formula, s.Source.CARDS: _cards}.get(rules.number.source)
    numbered = rules.has_numbers
    return (
        _picks(editor, "source", "What decides when they act?", _words_of(SOURCES)),
        _picks(editor, "first", "Who goes first?", small=True) if numbered else None,
        _picks(editor, "fresh", "When is it made?", small=True) if numbered else None,
        *(number(editor) if number else ()),
        _declaring(editor) if numbered else None,
        _ties(editor) if numbered else None,
        _picks(editor, "holder", "Whose turns are they?"),
        _picks(editor, "values", "Which of its members’ values counts?", small=True)
        if rules.place.holder.is_shared
        else None,
        _alike(editor),
        _many(editor),
    )


def _formula(editor: RuleEditor) -> tuple[Block, ...]:
    rules = editor.rules
    text = editor.written.get("formula", rules.number.text)
    wrong = editor.wrong.get("formula", "")
    missing = answers.missing_fields(rules, text) if wrong else ()
    box = TextBox(
        "formula",
        "The number",
        text,
        "Dice such as 2d6, 4d6kh3 or 5d10>=7 twice 10, values of the sheet by their names, + − × ÷, max(…, …).",
        wrong,
        missing,
        live=True,
    )
    value = next((field.key for field in rules.fields), "bonus")
    label = next((field.label for field in rules.fields), "bonus").lower()
    usual = ((each.format(value=value), each.format(value=label)) for each in _FORMULAS)
    known = SettingOptions(
        "", tuple(SettingOption("formula", each, words, "", each == text) for each, words in usual), small=True
    )
    return tuple(block for block in (box, known, _fields(editor), _declared(editor)) if block)


def _fields(editor: RuleEditor) -> RowTable:
    rows = []
    for at, field in enumerate(editor.rules.fields):
        key = f"field {at}"
        usual = "declared each round" if field.is_declared else f"usually {field.default}"
        rows.append(
            _row(
                editor,
                key,
                field.label,
                f"{signed(field.low)} to {signed(field.high)}, {usual}",
                _field(editor, key, field),
            )
        )
    hint = "Asked of each combatant; it can be part of the number."
    return RowTable("On the sheet", "field", "A value", tuple(rows), hint, editor.wrong.get("+field", ""))


def _declared(editor: RuleEditor) -> SettingOptions | None:
    """Ask which values are declared anew before each round; None where numbers do not come of them each round."""
    rules = editor.rules
    if rules.fresh is not s.Fresh.ROUND or not rules.fields:
        return None
    picks = (_switch(f"field {at} declared", field.label, field.is_declared) for at, field in enumerate(rules.fields))
    return SettingOptions("Declared by everybody before each round, such as a speed factor", tuple(picks), small=True)


def _field(editor: RuleEditor, key: str, field: s.SheetField) -> tuple[Block, ...]:
    return (
        _box(editor, f"{key} label", "Called", field.label),
        _box(editor, f"{key} default", "Usually", str(field.default), numeric=True),
        _box(editor, f"{key} low", "From", str(field.low), numeric=True),
        _box(editor, f"{key} high", "To", str(field.high), numeric=True),
        SettingOptions(
            "", (_switch(f"{key} whole", "All or nothing: a tap before a round", field.is_whole),), small=True
        ),
    )


def _row(editor: RuleEditor, key: str, title: str, words: str, blocks: tuple[Block, ...]) -> TableRow:
    """Return a row: expanded if it is open or has refused input."""
    is_open = editor.row == key or any(what.startswith(f"{key} ") for what in editor.written)
    return TableRow(key, title, words, blocks if is_open else (), is_open, editor.wrong.get(key, ""))


def _cards(editor: RuleEditor) -> tuple[Block, ...]:
    now = str(editor.rules.number.cards)
    words = (("54", "Of 54", "A deck of cards with two jokers."), ("10", "Of 10", "Cards from 1 to 10."))
    return (SettingOptions("Which deck?", _words("cards", words, now)), _drawing(editor))


def _drawing(editor: RuleEditor) -> Fold:
    """Return the settings of those who draw several cards, or draw again."""
    rules = editor.rules
    draws = (("", "one each", ""), *((field.key, f"as {field.label} says", "") for field in rules.fields))
    redraws = (("", "no card", ""), *((field.key, f"up to {field.label}", "") for field in rules.fields))
    said = "as the sheet says" if rules.number.draws or rules.number.redraws else "one each"
    picks = SettingOptions("Drawn, the best is kept", _words("draws", draws, rules.number.draws), small=True)
    again = SettingOptions("Drawn again", _words("redraws", redraws, rules.number.redraws), small=True)
    shown = (picks, *((again,) if rules.first.is_high else ())) if rules.fields else ()
    return Fold("draws", f"Cards drawn: {said}", (*shown, _fields(editor)))


def _ties(editor: RuleEditor) -> Fold:
    rules = editor.rules
    places = {tie: f"{place}. " for place, tie in enumerate(rules.ties, 1)}
    picks = tuple(
        SettingOption("tie", answers.tie_value(tie), f"{places.get(tie, '')}{tie_words(rules, tie)}", "", tie in places)
        for tie in possible_ties(rules)
    )
    said = "as listed, if nothing else decides" if not rules.ties else "in this order"
    return Fold(
        "ties", f"Of equal numbers: {said}", (SettingOptions("", picks, small=True, wrong=editor.wrong.get("tie", "")),)
    )


def _declaring(editor: RuleEditor) -> SettingOptions | None:
    """Ask whether actions are declared from the last one up; None where numbers are not made anew each round."""
    rules = editor.rules
    if rules.fresh is not s.Fresh.ROUND or not offers(rules, "declares", "yes"):
        return None
    switch = _switch("declares", "Everyone declares first, from last to first", rules.declares_up)
    return SettingOptions("", (switch,), small=True)


def _many(editor: RuleEditor) -> Fold | None:
    rules = editor.rules
    has_one = rules.sequence.by_count or rules.sequence.by_seat or rules.repeats_freely
    if has_one or rules.laps.kind is s.LapKind.NUMBER:
        return None
    fields = (("", "this many", ""), *((field.key, f"as {field.label} says", "") for field in rules.fields))
    picks = SettingOptions("", _words("places", fields, rules.place.field), small=True)
    amount = _amount(editor, "many", "Places", rules.place.many, *s.PLACES)
    blocks = (picks,) if rules.place.field else (amount, picks) if rules.fields else (amount,)
    said = "by the sheet" if rules.place.field else str(rules.place.many)
    return Fold("many", f"Places each: {said}", blocks)


def _alike(editor: RuleEditor) -> SettingOptions | None:
    """Ask what creatures of one kind share; None where nothing is rolled or drawn, or others share a place."""
    rules = editor.rules
    if rules.place.holder is s.Holder.GROUP:
        return SettingOptions(
            "", (_switch("alike", "Creatures of one kind are a group", rules.place.alike),), small=True
        )
    is_rolled = rules.number.source is s.Source.CARDS or (rules.formula is not None and bool(rules.formula.dice))
    if rules.place.holder.is_shared or not is_rolled:
        return None
    return SettingOptions("", (_switch("alike", "Creatures of one kind share a roll", rules.place.alike),), small=True)


# Who is next?


def _next(editor: RuleEditor) -> tuple[Block | None, ...]:
    rules = editor.rules
    choosers = _CHOOSERS_OF_BAG if rules.sequence.is_drawn else _words_of(CHOOSERS)
    return (
        _picks(editor, "order", "", _words_of(ORDERS)),
        *((_often(editor),) if rules.sequence.is_free else ()),
        _picks(editor, "chooser", "Who chooses among them?", choosers),
        _picks(editor, "first", "Who acts?", small=True) if rules.sequence.by_count else None,
        *_bag(rules),
        _keep(editor),
        _picks(editor, "begins", "Which side begins?", small=True),
        _amount(editor, "faces", "Faces of the die", rules.start.faces, *s.FACES)
        if rules.start.side.effect.is_rolled
        else None,
        *(() if rules.sequence.is_free else (_often(editor),)),
        *_laps(editor),
    )


def _often(editor: RuleEditor) -> SettingOptions | None:
    """Return the options of how often a turn comes; where anyone may be next also without rounds."""
    asked, rules = _picks(editor, "laps", "How often in a round?"), editor.rules
    if not rules.sequence.is_free or not offers(rules, "end", s.EndRule.NEVER):
        return asked
    once = s.LapKind.ONE
    picks = asked.picks if asked else (SettingOption("laps", once, once.label, once.hint, not rules.end.is_endless),)
    if rules.end.is_endless:
        picks = tuple(replace(pick, is_on=False) for pick in picks)
    never = SettingOption("end", s.EndRule.NEVER, "As often as they like", s.EndRule.NEVER.hint, rules.end.is_endless)
    return SettingOptions("How often?", (*picks, never))


def _bag(rules: RuleSet) -> tuple[Block, ...]:
    has_several = rules.place.many > 1 or bool(rules.place.field)
    switch = _switch("only_first", "Only each combatant’s first token is a turn", rules.bag.once)
    once = (SettingOptions("", (switch,), small=True),) if rules.sequence.is_drawn and has_several else ()
    if not rules.draws_sides:
        return once
    again = SettingOptions("", (_switch("again", "The same combatant may act again", rules.bag.again),), small=True)
    return (
        SettingOptions(
            "Whose tokens belong to their side?", _words("bag", _words_of(s.WhichSide), rules.bag.sides), small=True
        ),
        *(() if rules.bag.once else (again,)),
        *(() if rules.bag.again else once),
    )


def _keep(editor: RuleEditor) -> Fold | None:
    rules = editor.rules
    if not (rules.sequence.alternates and rules.is_chosen):
        return None
    box = _box(editor, "keeps", "At what cost?", rules.keep_price, "Such as 2 Momentum. Leave empty if a side cannot.")
    return Fold("keeps", f"Keep the turn: {f'for {rules.keep_price}' if rules.keep_price else 'no'}", (box,))


def _laps(editor: RuleEditor) -> tuple[Block, ...]:
    rules, laps = editor.rules, editor.rules.laps
    match laps.kind:
        case s.LapKind.NUMBER:
            return (_amount(editor, "step", "Taken off each lap", laps.step, *s.LAP_STEP),)
        case s.LapKind.BUDGET:
            lasting = [(counter.name, counter.name, "") for counter in rules.budget if not counter.refill.is_by_turn]
            return (SettingOptions("Of what?", _words("lasting", lasting, laps.counter), small=True),)
        case s.LapKind.CHART:
            fields = [(field.key, field.label, "") for field in rules.fields]
            once = "Those who act once act in segment (0: the last)"
            return (
                SettingOptions("Which value says how often?", _words("chart", fields, laps.field), small=True),
                _amount(editor, "segments", "Segments of a round", laps.segments, *s.SEGMENTS),
                Fold(
                    "segments",
                    "The first round, and who acts once",
                    (
                        _amount(editor, "start", "The first round begins in segment", laps.start, 1, laps.segments),
                        _amount(editor, "single", once, laps.single, 0, laps.segments),
                    ),
                ),
                _fields(editor),
            )
        case s.LapKind.PHASES:
            rows = tuple(
                _row(editor, f"phase {at}", phase.name, phase_words(rules, phase), _phase(editor, f"phase {at}", phase))
                for at, phase in enumerate(laps.phases)
            )
            hint = "A pace is what you declare, to act in that phase and no other."
            table = RowTable("Phases of a round", "phase", "A phase", rows, hint, editor.wrong.get("+phase", ""))
            return (table, _check(editor))
        case _:
            return ()


def _check(editor: RuleEditor) -> Fold:
    """Return the settings of the roll that says who acts in which phase."""
    check = editor.rules.check
    box = _box(editor, "check", "They roll", check.text, "Such as 1d100. Leave empty if everyone declares a pace.")
    beats = _picks(editor, "beats", "Succeeds if it is", small=True)
    against = _box(editor, "against", "Compared with", check.against, "A number, a value of the sheet, or dice.")
    whose = SettingOptions("", (_switch("opposed", "The other side’s", check.is_opposed),), small=True)
    more = (*((beats,) if beats else ()), against, whose, _fields(editor)) if check.text else ()
    return Fold("check", f"A roll says who acts in which: {check.text or 'no'}", (box, *more))


def _phase(editor: RuleEditor, key: str, phase: s.Phase) -> tuple[Block, ...]:
    counter = editor.rules.paced_counter
    label = f"{counter.name} in a turn, 0 as usual" if counter else ""
    holds = (_amount(editor, f"{key} amount", label, phase.amount, *s.COST),) if counter else ()
    side = SettingOptions("Who acts in it?", _words(f"{key} side", _words_of(s.WhichSide), phase.side), small=True)
    return (
        _box(editor, f"{key} name", "Called", phase.name),
        *(() if phase.named else (side,)),
        _box(editor, f"{key} named", "Only the side called", phase.named, "Leave empty if no side has it to itself."),
        _box(editor, f"{key} pace", "Pace", phase.pace, "Leave empty if nobody declares one."),
        *holds,
    )


# What does a turn hold?


def _turn(editor: RuleEditor) -> tuple[Block | None, ...]:
    rules = editor.rules
    by_count = rules.sequence.by_count
    number = next((counter.amount for counter in rules.budget if counter.name == ACTIONS and not counter.field), 0)
    counted = SettingOptions("How much fits in a turn?", _words("actions", _ACTION_COUNTS, str(number)))
    joins = replace(rules, out_of_turn=replace(rules.out_of_turn, after=False)).returns_together
    sides = (("no", f"{'Together with' if joins else 'Before'} somebody", ""), ("yes", "After somebody’s turn", ""))
    ways = _words("after", sides, "yes" if rules.out_of_turn.after else "no")
    after = SettingOptions("When do those who wait come back?", ways, small=True)
    idle = _switch("idle", "No actions out of turn while waiting", rules.out_of_turn.idle)
    is_barred = rules.delay.waits and any(price.off_turn for price in rules.prices)
    return (
        None if by_count else counted,
        # above the actions: below a long list it is easily missed
        _picks(editor, "waiting", "Can you wait or delay?", _WAITS_BY_COUNT if by_count else ()),
        after if rules.delay.waits else None,
        _picks(editor, "delay_end", "If they still wait as the round ends", small=True),
        _prices(editor),
        _counters(editor),
        SettingOptions("", (idle,), small=True) if is_barred else None,
        _reaction(rules),
        _counting(rules),
    )


def _prices(editor: RuleEditor) -> RowTable:
    rows = []
    for at, price in enumerate(editor.rules.prices):
        key = f"price {at}"
        words = _takes(editor.rules, price)
        rows.append(_row(editor, key, price.name, words, _price(editor, key, price)))
    return RowTable("Actions and what they take", "price", "An action", tuple(rows), "", editor.wrong.get("+price", ""))


def _takes(rules: RuleSet, price: s.ActionPrice) -> str:
    """Return the cost and the restrictions of an action."""
    words = price_words(rules, price)
    if not price.takes_something:
        return ", ".join(filter(None, ("takes nothing", words)))
    cost, _, rest = words.partition(", ")
    cost = f"{cost} on the counter" if rules.sequence.by_count and price.of == s.NUMBER else f"takes {cost}"
    return ", ".join(filter(None, (cost, rest)))


def _price(editor: RuleEditor, key: str, price: s.ActionPrice) -> tuple[Block, ...]:
    rules = editor.rules
    takes = [("", "nothing", ""), *((each.name, each.name, "") for each in rules.budget)]
    if rules.ranks_by_number:
        takes.append((s.NUMBER, "the number", ""))
    may_be_paid_once = price.of not in ("", s.NUMBER) and not (price.off_turn or price.once)
    switches = [
        _switch(f"{key} ends", "Ends the turn", price.ends),
        *((_switch(f"{key} paid", "Paid once, for all in a turn", price.paid_once),) if may_be_paid_once else ()),
        _switch(f"{key} once", "Once a turn", price.once),
        _switch(f"{key} off", "Also out of turn", price.off_turn),
    ]
    if rules.ranks_by_number and not (rules.sequence.by_count and not rules.first.is_high):
        switches.append(_switch(f"{key} halves", "Half the number", price.halves))
    blocks = (
        _box(editor, f"{key} name", "Called", price.name),
        *((_amount(editor, f"{key} cost", "Takes", price.cost, *s.COST),) if price.of and not price.halves else ()),
        SettingOptions(
            "Of what?", _words(f"{key} of", takes, price.of), small=True, wrong=editor.wrong.get(f"{key} of", "")
        ),
        _price_more(editor, key, price),
        SettingOptions("", tuple(switches), small=True),
        _amount(editor, f"{key} again", "Harder each time, by", price.repeat[0] if price.repeat else 0, 0, 49),
        _box(editor, f"{key} says", "The log says", price.says, "After the name: attacks, moves."),
    )
    return tuple(block for block in blocks if block is not None)


def _price_more(editor: RuleEditor, key: str, price: s.ActionPrice) -> Fold | None:
    """Return what is added to the cost: a value of the sheet, or a die."""
    if not price.of or price.halves:
        return None
    fields = [("", "nothing", ""), *((field.key, field.label, "") for field in editor.rules.fields)]
    more: list[Block] = []
    if len(fields) > 1:
        more.append(SettingOptions("Plus from the sheet", _words(f"{key} field", fields, price.field), small=True))
    if price.of == s.NUMBER and not price.off_turn:
        more.append(_amount(editor, f"{key} die", "Plus a die with this many faces", price.die, *s.DIE))
    return Fold(f"more {key}", "Plus a value from the sheet, or a die", tuple(more)) if more else None


def _counters(editor: RuleEditor) -> RowTable:
    rows = []
    for at, counter in enumerate(editor.rules.budget):
        key = f"counter {at}"
        amount = "by the sheet" if counter.field else count_words(counter.amount, counter.name)
        words = f"{amount}, {counter.refill.rule}"
        rows.append(_row(editor, key, counter.name, words, _counter(editor, key, counter)))
    hint = "Such as reactions, luck or movement: counted down, and refilled."
    return RowTable("What is counted", "counter", "A counter", tuple(rows), hint, editor.wrong.get("+counter", ""))


def _counter(editor: RuleEditor, key: str, counter: s.TurnCounter) -> tuple[Block, ...]:
    fields = [("", "this many", ""), *((each.key, f"as {each.label} says", "") for each in editor.rules.fields)]
    is_endless = editor.rules.end.is_endless
    refills = _words_of(refill for refill in s.Refill if refill is not s.Refill.ROUND or not is_endless)
    many = (SettingOptions("", _words(f"{key} of", fields, counter.field), small=True),) if len(fields) > 1 else ()
    return (
        _box(editor, f"{key} name", "Called", counter.name),
        *((_amount(editor, f"{key} amount", "How many", counter.amount, *s.COST),) if not counter.field else ()),
        *many,
        SettingOptions("Refilled", _words(f"{key} refill", refills, counter.refill), small=True),
    )


def _counting(rules: RuleSet) -> SettingOptions | None:
    """Ask how long actions out of turn count; None where it does not matter."""
    if not rules.counts_out_of_turn or rules.end.is_endless:
        return None
    ends = [("no", "their next turn", ""), ("yes", "the end of the round", "")]
    now = "yes" if rules.out_of_turn.each_round else "no"
    return SettingOptions("What is done out of turn counts until", _words("each_round", ends, now), small=True)


def _reaction(rules: RuleSet) -> SettingOptions | None:
    if not rules.budget or not any(price.off_turn for price in rules.prices):
        return None
    kinds = [("", "its own price", ""), *((counter.name, f"1 of {counter.name}", "") for counter in rules.budget)]
    return SettingOptions(
        "What is done out of turn takes", _words("reaction", kinds, rules.out_of_turn.reaction), small=True
    )


# Rounds and surprise?


def _then(editor: RuleEditor) -> tuple[Block | None, ...]:
    rules = editor.rules
    name = _box(editor, "name", "What are these rules called?", rules.name)
    has_laps = rules.laps.kind is not s.LapKind.ONE
    pointless = {
        *([] if has_laps else [s.Surprise.LAP]),
        *([] if any(price.off_turn for price in rules.prices) else [s.Surprise.REACTIONS]),
        *([s.Surprise.MODIFIER] if rules.number.source is s.Source.CARDS else []),  # a card has no amount to change
        *([] if rules.out_of_turn.end is s.DelayEnd.USED else [s.Surprise.HOLD]),
    } - {rules.start.surprise}
    surprises = _words_of(surprise for surprise in s.Surprise if surprise not in pointless)
    amount = _box(editor, "amount", "By how much", str(rules.start.amount), numeric=True)
    return (
        name,
        SettingOptions("Their picture", _emblems(rules), small=True),
        _picks(editor, "end", "When is a round over?"),
        _picks(editor, "surprise", "What happens to the surprised?", surprises),
        amount if rules.surprise.modifies_number else None,
        _picks(editor, "late", "Late arrivals"),
        _rounds(editor),
        _book(editor),
    )


def _emblems(rules: RuleSet) -> tuple[SettingOption, ...]:
    return tuple(replace(pick, emblem=pick.value) for pick in _words("emblem", _EMBLEMS, rules.emblem))


def _rounds(editor: RuleEditor) -> Fold | None:
    """Return the settings of everything else that happens between rounds; None if nothing can."""
    rules, switches = editor.rules, []
    if rules.ranks_by_number and not rules.fresh.is_lasting and rules.first.is_high:
        switches.append(_switch("carries", "What was overdrawn is taken off the next number", rules.ends.carries))
    if rules.number.source is s.Source.CARDS and rules.number.cards != RANKS_ALONE:
        switches.append(_switch("shuffles", "Shuffle only after a joker", rules.ends.shuffles))
    hint = "Such as an escalation die: it counts the rounds."
    blocks: list[Block] = [SettingOptions("", tuple(switches), small=True)] if switches else []
    if not rules.end.is_endless:
        blocks.append(_box(editor, "rises", "Goes up by 1 each round", rules.ends.rises, hint))
    if rules.ends.rises:
        blocks.append(_amount(editor, "most", "To at most", rules.ends.most, *s.RISES))
    return Fold("rounds", "With each new round", tuple(blocks)) if blocks else None


def _book(editor: RuleEditor) -> Fold:
    pages = (*editor.rules.pages, *("",) * (SETTING_COUNT - len(editor.rules.pages)))
    boxes = tuple(
        _box(editor, f"page {at}", title, page) for at, (title, page) in enumerate(zip(_SENTENCES, pages, strict=True))
    )
    note = _box(editor, "note", "Note", editor.rules.note, "For yourself: which book, which edition.")
    return Fold("book", "A note, and the pages of your book", (note, *boxes))
