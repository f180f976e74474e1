"""HTML of the deck, and of the buttons beside it: begin a round, enter damage, repeat a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from app.intents.combatants import OpenDamage, OpenStrike, StrikeAt, StrikeCritically, StrikeWithout
from app.intents.fight import Drawer, Enter, FightDialog, Less, More, PanelButton
from app.intents.library import OpenNextFight, PartyButton
from app.ui.markup import Html, button, classes, entry_for, join, tag, toggle
from app.ui.panel import IN_WORDS, BlockView, ChoiceView, DrawerView, InputView, PanelView, PersonPick
from app.ui.slab import SlabView, render_fall_button, render_fall_question
from app.ui.track import RowView
from app.ui.words import ChanceLine, ChancesView
from turntrack.core.commands import ChooseOption, Hit, RollAtTable, Wound
from turntrack.core.fields import LONGEST_TEXT, Kind
from turntrack.core.model import Encounter, Id, Share
from turntrack.core.settings import SPENT

_FEW_PEOPLE = 4
"""At most this many combatants have a chip with the name; more are shown as beads."""

_MANY_PEOPLE = 16
"""More combatants than this are picked from a list."""

_FEW_CHOICES = 3
"""More choices than this have narrower columns."""

_FEW_AMOUNTS = 6
"""More amounts than this are narrower."""

_SHORT_OUTCOME = 18
"""A longer outcome also takes the room below the cost."""

_NARROW_OUTCOME = 12
"""A longer outcome needs a button as wide as the leading choice."""

_LONG_COST = 7
_ONE_LINE_COST = 10
"""A longer cost wraps."""

CHANCES = "chances"
"""The key of the drawer with all chances, before a round."""


def render_panel(
    view: PanelView,
    chances: ChancesView | None,
    opened: str,
    beside: Iterable[Html],
    switches: Iterable[Html],
    rolls: Html | None,
) -> Html:
    """Render the deck; between rounds, with ``chances``, also the preparations for the next round, ``rolls`` last.

    ``opened`` is the open drawer. ``beside`` goes below the choices, as do choices out of turn: it is always visible
    there, and moves nothing that may be tapped. ``switches`` follow the drawers.
    """
    if view.opened:
        first, *others = view.blocks
        is_in_words = any(drawer.key == view.opened and drawer.title == IN_WORDS for drawer in view.drawers)
        content = [_render_block(first, view.opened, is_in_words=is_in_words), *map(_render_block, others)]
    else:
        content = [
            _render_untitled(run) if is_loose else join(*map(_render_block, run))
            for is_loose, run in _runs(view.blocks)
        ]
    ways = None
    if chances:
        are_shown = opened == CHANCES and bool(chances.first or chances.more)
        has_place = not view.opened or chances.is_empty
        between = [_render_between_rounds(chances, rolls)] if has_place else []
        # In an empty fight the sections come first: rules are chosen before combatants are added.
        in_order = [*content, *between] if chances.is_empty else [*between, *content]
        content = [_render_all_chances(chances)] if are_shown else in_order
        ways = join(
            _render_chip("All chances", CHANCES, are_shown) if chances.first or chances.more else None,
            button("How your table plays", FightDialog.OPTIONS, class_="chip"),
            button("Rules", FightDialog.RULES, class_="chip"),
        )
    out_of_turn = _render_out_of_turn(view.aside) if view.aside else None
    has_strip = any(isinstance(block, BlockView) for block in view.aside)
    meanwhile = [*beside, *([out_of_turn] if out_of_turn and has_strip else [])]
    drawers = [*([out_of_turn] if out_of_turn and not has_strip else []), *map(_render_drawer, view.drawers), *switches]
    return join(
        tag("div", *content, class_="deck", id="deck"),
        tag("div", *meanwhile, class_="meanwhile", id="meanwhile") if meanwhile else None,
        tag("div", *drawers, ways, class_="drawers", id="drawers") if drawers or ways else None,
    )


def _render_out_of_turn(aside: Iterable[BlockView | DrawerView]) -> Html:
    """Render the choices of those who do not act now: whose turn is next, and who may act out of turn."""
    return tag(
        "section",
        tag("h3", "Others"),
        *(_render_drawer(block) if isinstance(block, DrawerView) else _render_waiter(block) for block in aside),
        class_="out-of-turn",
        id="out-of-turn",
    )


def _render_waiter(block: BlockView) -> Html:
    return tag(
        "div",
        tag("b", block.title),
        *(render_choice(choice, is_chip=True) for choice in block.choices),
        role="group",
        aria_label=block.title,
        id=f"section-{block.key}",
    )


def _runs(blocks: Iterable[BlockView]) -> list[tuple[bool, list[BlockView]]]:
    return [(loose, list(run)) for loose, run in groupby(blocks, lambda block: not block.title and not block.inputs)]


def _render_untitled(blocks: list[BlockView]) -> Html:
    return _render_choices([choice for block in blocks for choice in block.choices])


def _render_block(block: BlockView, closes: str = "", *, is_in_words: bool = False) -> Html:
    """Render a block; ``closes`` is the drawer that its button closes.

    With ``is_in_words`` that drawer only asks for words, so that it moves nothing, and closes where it was opened.
    """
    has_button = bool(closes) and not is_in_words
    close = button("", Drawer(closes), class_="icon i-close", aria_label="Close") if has_button else None
    # The labels of its inputs say enough: a title would take the line that the last choice needs.
    has_inputs_alone = not block.choices and not closes and not block.is_form
    title = tag("h3", block.title, class_="hidden" if has_inputs_alone else None) if block.title else None
    note = tag("p", block.note) if block.note else None
    # Targets fill one row or several: below the choices, these keep their place from turn to turn.
    is_still = bool(block.choices) and not has_button
    below = [each for each in block.inputs if is_still and (_has_chips(each) or (is_in_words and _is_text(each)))]
    inputs = [_render_input(entry) for entry in block.inputs if entry not in below]
    beside = [choice for choice in block.choices if not choice.is_amount] if block.scale else []
    chips = tag("div", *(render_choice(choice, is_chip=True) for choice in beside), class_="chips") if beside else None
    is_headed = title or note or inputs or chips or close
    return tag(
        "section",
        tag("header", title, note, *inputs, chips, close) if is_headed else None,
        tag("p", block.error, class_="error", role="alert") if block.error else None,
        _render_scale(block) if block.scale else _render_choices(block.choices),
        tag("div", *map(_render_input, below), class_="targets") if below else None,
        class_=("block", _stands_beside(block.choices) and "beside"),
        id=f"section-{block.key}",
    )


def _is_text(entry: InputView) -> bool:
    return entry.field.kind is Kind.TEXT


def _has_chips(entry: InputView) -> bool:
    """Return whether the options of an input are combatants of whom each has a chip."""
    return bool(entry.people) and len(entry.people) <= _MANY_PEOPLE


def _render_choices(choices: Iterable[ChoiceView]) -> Html:
    """Render choices: tokens for combatants, cards for a sequence of steps, and buttons for the others."""
    choices = list(choices)
    tokens = [render_choice(choice) for choice in choices if choice.row]
    cards = [_render_card(choice) for choice in sorted(choices, key=lambda choice: choice.step) if choice.step]
    others = [choice for choice in choices if not choice.row and not choice.step]
    return join(
        tag("div", *tokens, class_="tokens") if tokens else None,
        tag("div", *cards, class_="cards") if cards else None,
        _render_buttons(others) if others else None,
    )


def _stands_beside(choices: Iterable[ChoiceView]) -> bool:
    """Return whether there is exactly one choice beside those for combatants."""
    rows = [bool(choice.row) for choice in choices]
    return rows.count(False) == 1 and any(rows)


def _render_buttons(choices: list[ChoiceView]) -> Html:
    """Render buttons in the order of the rules; the first one is the widest, whichever of them leads now."""
    is_led = len(choices) > 1 and any(choice.leads for choice in choices)
    has_words = is_led and any(len(choice.outcome) > _NARROW_OUTCOME for choice in choices[1:])
    look = classes(
        "choices",
        is_led and "led",
        is_led and len(choices) == 2 and "pair",
        len(choices) > _FEW_CHOICES and "many",
        has_words and "wordy",
    )
    return tag("div", *map(render_choice, choices), class_=look)


def _render_scale(block: BlockView) -> Html:
    """Render the amounts side by side, each with the numbers that it changes."""
    amounts = [choice for choice in block.choices if choice.is_amount]
    labels = tag("ul", *(tag("li", label) for label in block.scale), aria_hidden="true")
    return tag("div", labels, *map(_render_amount, amounts), class_=("scale", len(amounts) > _FEW_AMOUNTS and "many"))


def _render_amount(choice: ChoiceView) -> Html:
    numbers = [tag("span", number) for number in choice.changed]
    amount, space, words = choice.label.partition(" ")
    label = tag("span", tag("strong", amount), f"{space}{words}", class_="label")
    content = join(label, tag("b", choice.cost) if choice.cost else None, *numbers)
    return _render_button(
        choice, content, classes("amount", not choice.cost and "free", bool(choice.refusal) and "i-lock")
    )


def _render_card(choice: ChoiceView) -> Html:
    """Render a step of a sequence."""
    place, _, words = choice.label.partition(" · ")
    label = tag("span", tag("small", place, tag("span", " · ", class_="hidden")), words, class_="label")
    outcome = tag("small", choice.outcome, class_="outcome-text") if choice.outcome else None
    return _render_button(
        choice, join(label, outcome, _render_cost(choice)), classes("card", bool(choice.refusal) and "i-lock")
    )


def _render_drawer(drawer: DrawerView) -> Html:
    if drawer.choice:
        return render_choice(drawer.choice, is_chip=True)
    return _render_chip(drawer.title, drawer.key, drawer.is_open, drawer.locked)


@lru_cache(maxsize=128)
def _render_chip(title: str, key: str, is_open: bool, locked: bool = False) -> Html:
    return button(
        title,
        Drawer(key),
        class_=("chip", "drawer", is_open and "on", locked and "i-lock"),
        id=f"drawer-{key}",
        aria_expanded="true" if is_open else "false",
    )


def _render_between_rounds(chances: ChancesView, rolls: Html | None) -> Html:
    """Render the preparations for a round."""
    empty = tag("p", "Nobody is here yet. Type a line for each combatant, or fill in a form.", class_="empty")
    return join(
        empty if chances.is_empty else None,
        tag(
            "div",
            button(
                tag("span", "Add combatants", class_="label"), FightDialog.ADD, class_="choice i-add", id="add-first"
            ),
            button(tag("span", "Bring the party", class_="label"), PartyButton.OPEN_PARTY, class_="choice i-party"),
            rolls,
            class_="choices",
        ),
        tag("p", chances.left_out) if chances.left_out else None,
        tag("p", tag("b", "At your table: "), chances.by_hand, class_="hint") if chances.by_hand else None,
    )


def render_who_rolls(ids: tuple[Id, ...], *, at_table: bool, are_cards: bool) -> Html:
    """Render the switch whether the players’ side rolls, or the table deals; ``at_table`` tells how it is."""
    if are_cards:
        words, says = "We deal real cards", "On: your cards are asked for." if at_table else "Off: Turntrack deals."
    else:
        words = "The players roll"
        says = "On: their results are asked for." if at_table else "Off: Turntrack rolls for them."
    return toggle(
        join(tag("span", words, class_="label"), tag("small", says, class_="outcome-text")),
        RollAtTable(ids, not at_table),
        at_table,
        "choice i-dice",
        id="who-rolls",
    )


def _render_all_chances(chances: ChancesView) -> Html:
    return tag(
        "section",
        tag(
            "header",
            tag("h3", "Before the dice"),
            button("", Drawer(CHANCES), class_="icon i-close", aria_label="Close"),
        ),
        _render_chances(chances.first) if chances.first else None,
        tag("p", chances.note, class_="hint") if chances.note else None,
        tag("p", chances.left_out) if chances.left_out else None,
        _render_chances(chances.more) if chances.more else None,
        class_="block",
        id="chances",
    )


def _render_chances(lines: tuple[ChanceLine, ...]) -> Html:
    """Render exact chances, each with a bar."""
    rows = (
        tag(
            "tr",
            tag("th", line.words, scope="row"),
            tag("td", line.percent, class_="amount"),
            tag("td", tag("meter", min=0, max=1000, value=round(line.part * 1000), aria_label=line.percent)),
            tag("td", tag("small", line.exact)),
        )
        for line in lines
    )
    return tag("table", tag("tbody", *rows), class_="chances")


@lru_cache(maxsize=256)
def render_choice(choice: ChoiceView, is_chip: bool = False, match_label: Html | None = None) -> Html:
    """Render a choice with its consequence as data for ``choice_preview.js``.

    ``match_label`` is its label among search results.
    """
    is_token = bool(choice.row) and not is_chip and not match_label
    is_long = len(choice.outcome) > _SHORT_OUTCOME
    shows_outcome = bool(choice.outcome) and not is_chip
    outcome = tag("small", choice.outcome, class_=("outcome-text", is_long and "long")) if shows_outcome else None
    icon = None if is_token else "i-lock" if choice.refusal else f"i-{choice.kind}" if choice.kind else None
    letters = choice.letters if is_token else None
    label = tag("span", match_label or _breakable(choice.label), class_="label", data_letters=letters)
    return _render_button(
        choice,
        join(label, outcome, _render_cost(choice)),
        classes(
            is_chip and "chip",
            is_token and f"token side-{choice.side}",
            shows_outcome and not is_token and "outcome",
            shows_outcome and is_long and "outcome-long",
            icon,
        ),
        "found" if match_label else "choice",
    )


def _breakable(label: str) -> Html | str:
    """Return a label that may break after a slash: “Brawling/Melee” is wider than a button."""
    if "/" not in label:
        return label
    first, *others = label.split("/")
    return join(first, *(join("/", tag("wbr"), part) for part in others))


def _render_button(choice: ChoiceView, content: Html, kind: str | None, prefix: str = "choice") -> Html:
    refused = bool(choice.refusal)
    return button(
        content,
        choice.sent,
        class_=(
            "choice",
            kind,
            " i-" not in f" {kind}" and "without-icon",
            len(choice.cost) > _LONG_COST and "cost-long",
            choice.leads and "leading",
            choice.again and "keeps-turn",
            refused and "refused",
        ),
        id=f"{prefix}-{choice.section}:{choice.place}",
        title=choice.rule or None,
        aria_disabled="true" if refused else None,
        aria_description=choice.says,
        data_next=choice.next or None,
        data_after=choice.after if choice.lands is not None else None,
        data_lands=choice.lands or None,
    )


def _render_cost(choice: ChoiceView) -> Html | None:
    length = len(choice.cost)
    size = "long" if length > _LONG_COST else "middling" if length > 3 else "three" if length == 3 else None
    return tag("b", choice.cost, class_=(size, length > _ONE_LINE_COST and "wrapping")) if choice.cost else None


def _render_input(entry: InputView) -> Html:
    """Render an input; its value is sent as it changes."""
    field, name, value = entry.field, entry.name, entry.value
    sent = entry_for(Enter(name))
    if field.kind is Kind.FLAG:
        box = tag("input", type="checkbox", data_enter=sent, id=name, checked=bool(value))
        return tag("label", box, tag("span", field.label), class_="chip", title=field.help or None)
    if field.kind is Kind.PICK:
        if _has_chips(entry):
            return _render_people(entry)
        picks = [_render_option(pick.key, pick.label, pick.key == value) for pick in entry.people or field.picks]
        box = tag("select", *picks, data_enter=sent, id=name)
        return tag("label", tag("span", field.label), box, class_="pick", title=field.help or None)
    if field.kind is Kind.NUMBER:
        box = tag(
            "input",
            type="text",
            inputmode="numeric",
            data_enter=sent,
            id=name,
            value=value,
            size=4,
            aria_label=field.label,
        )
        less = button("−", Less(name), class_="step", aria_label=f"{field.label}: one less")
        more = button("+", More(name), class_="step", aria_label=f"{field.label}: one more")
        words = None if field.unit else tag("label", field.label, for_=name)
        unit = tag("span", field.unit) if field.unit else None
        return tag("span", words, less, box, more, unit, class_="number-input", title=field.help or None)
    box = tag("input", type="text", data_enter=sent, id=name, value=value, autocomplete="off", maxlength=LONGEST_TEXT)
    return tag("label", tag("span", field.label), box, class_="text", title=field.help or None)


@lru_cache(maxsize=1024)
def _render_option(key: str, label: str, is_picked: bool) -> Html:
    return tag("option", label, value=key, selected=is_picked)


def _render_people(entry: InputView) -> Html:
    """Render the options of an input as names, or as beads if there are many."""
    few = sum([bool(pick.key) for pick in entry.people]) <= _FEW_PEOPLE
    return tag(
        "span",
        tag("span", entry.field.label, class_="label", aria_hidden="true"),
        *(_render_person(entry.name, pick, pick.key == entry.value, few) for pick in entry.people),
        class_="people",
        role="radiogroup",
        aria_label=entry.field.label,
        title=entry.field.help or None,
    )


@lru_cache(maxsize=256)
def _render_person(name: str, pick: PersonPick, is_picked: bool, few: bool) -> Html:
    by_bead = not few and pick.side is not None
    box = tag(
        "input",
        type="radio",
        name=name,
        data_enter=entry_for(Enter(name)),
        id=f"{name}:{pick.key}",
        value=pick.key,
        checked=is_picked,
        aria_label=pick.label if by_bead else None,
    )
    return tag(
        "label",
        box,
        pick.letters if by_bead else tag("span", pick.label),
        class_=(
            "bare bead" if by_bead else "chip",
            pick.side is not None and f"who side-{pick.side}",
            pick.is_down and "down",
        ),
        title=pick.label if by_bead else None,
        id=f"{name}={pick.key}",
    )


def render_round_start_button(view: SlabView) -> Html | None:
    """Render the button that opens the next round, or the next fight after the end; nothing in a running round."""
    icon = "i-dice" if view.rolls else "i-next"
    if not view.open_label:
        return None
    if view.is_over:
        return button("Next fight…", OpenNextFight(), class_="begin i-next", id="next-fight")
    return button(view.open_label, PanelButton.OPEN, class_=f"begin {icon}", id="open", disabled=not view.can_open)


def render_after_the_end(view: SlabView) -> Html:
    """Render what else can be done with a fight that has been ended."""
    return tag(
        "section",
        button("How it went…", FightDialog.ACCOUNT, class_="chip", id="how-it-went"),
        button(view.open_label, PanelButton.OPEN, class_="chip", id="open", disabled=not view.can_open),
        class_="block aside reminder",
        id="after-the-end",
    )


@lru_cache(maxsize=1024)
def _render_amount_button(
    combatant_id: Id, amount: int, up: bool, attacks: bool, is_spare: bool, is_wounds: bool
) -> Html:
    intent = StrikeAt(combatant_id, amount) if attacks else Wound(amount, (Hit(combatant_id),))
    label = f"{'' if attacks else '+' if up else '−'}{amount}"
    if is_wounds:
        label = "wound" if attacks else f"{label} wound"
    return button(label, intent, class_="spare" if is_spare else None)


def _render_amounts(row: RowView, up: bool) -> Html:
    """Render the amounts of a row in ascending order, or a hit. Narrow rows leave out the spare one.

    The last amount takes the place of the miss if it is the least, so that the others stay where they are.
    """
    miss = button("miss", StrikeAt(row.id, 0), class_="miss") if row.attacked else None
    if row.tally:
        hit = StrikeAt(row.id, 1) if row.attacked else Wound(1, (Hit(row.id),))
        critical = StrikeCritically(row.id) if row.attacked else Wound(1, (Hit(row.id, Share.DOUBLE),))
        return join(
            miss,
            button("hit", hit, title=f"{row.tally} +1"),
            button("crit", critical, title=f"{row.tally} +2"),
        )
    if row.leaves:
        alone = StrikeWithout(row.id) if row.attacked else Wound(0, (Hit(row.id),), leaves=(row.leaves,))
        miss = join(miss, button(row.leaves, alone, class_="miss"))
    *offered, last = row.amounts if len(row.amounts) > 1 else (*row.amounts, row.amounts[0])
    amounts = sorted(offered) if row.attacked or last >= min(offered) else [last, *sorted(offered)]
    gap = None if miss or last in amounts else tag("span", class_="no-miss")
    return join(
        miss or gap,
        *[
            _render_amount_button(
                row.id,
                amount,
                up,
                row.attacked,
                is_spare=amount == offered[-1] != offered[0],
                is_wounds=len(row.amounts) == 1 and row.health is not None and row.health.is_wounds,
            )
            for amount in amounts
        ],
    )


def render_end_switch(is_on: bool) -> Html:
    """Render the switch of the option that the last attack of a turn ends the turn."""
    other = ChooseOption(SPENT.key, "goes_on" if is_on else "ends")
    return toggle("End turn after attack", other, is_on, id="end-with-attack")


def render_damage_buttons_beside(row: RowView, is_on_slab: bool, is_asked: bool) -> Html:
    """Render the same buttons below the choices, for a target that is out of sight or on the slab.

    What is asked of a target without health, the line asks too where it has room.
    """
    falls = render_fall_button((row.id,), "falls-beside") if row.may_fall else None
    falls = render_fall_question(row, "beside") if is_asked else falls
    return tag(
        "section",
        tag("b", row.name, class_="dot"),
        render_damage_buttons(row, falls),
        class_=("block", "aside", f"side-{row.side}", (is_asked or not is_on_slab) and "narrow"),
        id="struck" if row.struck else "aimed",
    )


def render_damage_buttons(row: RowView, falls: Html | None) -> Html:
    """Render the damage buttons of a row; the last one opens the damage sheet. ``falls`` is the button to fall."""
    is_attack = row.attacked and not falls
    words = f"Attack {row.name}: damage" if is_attack else f"Damage to {row.name}"
    up = row.health is not None and row.health.is_damage
    pad = button(
        "…",
        OpenStrike(row.id) if is_attack else OpenDamage(row.id),
        aria_label="Another amount",
    )
    return tag(
        "div",
        falls or _render_amounts(row, up=up),
        pad,
        class_=("hurts", is_attack and "attack", up and "up"),
        role="group",
        aria_label=words,
    )


def same_again_words(encounter: Encounter, members: Sequence[Id], limit: int) -> str:
    """Name the members of a group who can do the same; ``limit`` of them may be more."""
    if len(members) == 1:
        return f"{encounter.name_of(members[0])} does the same"
    group = encounter.combatants[members[0]].group
    if len(members) >= limit:
        return f"The next {group} do the same"
    others = (
        sum(
            combatant.group == group and encounter.standings[combatant_id].able
            for combatant_id, combatant in encounter.combatants.items()
        )
        - 1
    )
    return f"The {'other' if others == len(members) else 'next'} {len(members)} {group} do the same"


def render_repeat_button(words: str) -> Html:
    """Render the button that has the others of a group do the same."""
    return tag(
        "section",
        button(
            words,
            PanelButton.SAME_AGAIN,
            class_="chip i-act",
            id="same-again",
        ),
        class_="block aside",
        id="same",
    )
