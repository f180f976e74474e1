"""Dice and cards of the table: what the game waits for, and the sheet in which the results are entered."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.fight import EnterDice, PanelButton, PickFace, PickRoll, TypeIn
from app.intents.html_codec import write
from app.intents.page import Navigation
from app.ui.markup import Html, button, classes, entry_for, tag, toggle
from app.ui.sheet import Sheet, problem
from app.ui.words import AS_TEXT
from turntrack.core.cards import JOKER, RANKS_ALONE, RED_SIGNS, SIGNS, SUITS, name_card, show_card
from turntrack.core.dice import DiceCode, DiceRequest, Explodes


@dataclass(frozen=True, slots=True)
class OwedRoll:
    """A roll that the game waits for."""

    asked: DiceRequest
    """The roll; its key is the name of the form field."""
    place: str
    """The key, usable in an element's id."""
    box: str
    """The id of the form field. It differs when dice are offered, so that the browser keeps no typed text."""
    letters: str
    side: int | None
    """None for no side, or for several."""
    now: str
    """The typed or offered result."""
    wrong: str
    is_asked: bool
    """Whether a tap on a face enters this roll."""

    @property
    def is_of_suits(self) -> bool:
        """Return whether it is a card of a deck with suits."""
        return self.asked.is_card and self.asked.code.sides > RANKS_ALONE


def render_dice_entry(under: str, owed: tuple[OwedRoll, ...], is_offered: bool, error: str = "") -> Sheet:
    """Render an input for each roll. ``is_offered`` tells that dice from before an undo are offered."""
    current = next((roll for roll in owed if roll.is_asked), None)
    faces = faces_to_tap(current.asked.code) if current else ()
    if current and faces and current.asked.is_total and (totals := current.asked.totals):
        faces = tuple(range(totals[0], totals[1] + 1))
    rest = sum(not roll.now for roll in owed)
    words = (
        "These were the rolls before the undo. Change any that were wrong."
        if is_offered
        else ("Tap the result; the next one follows." if faces else _to_enter(current))
    )
    with_total = next((roll for roll in owed if roll.asked.totals), None)
    are_cards = all(roll.asked.is_card for roll in owed)
    does, did = ("Deal", "What was dealt?") if are_cards else ("Roll", "What did the table roll?")
    how_many = f"the rest ({rest})" if rest < len(owed) else f"all ({rest})" if rest > 1 else "it"
    does_all = f"{does} {how_many}"
    rows = tag("ol", *map(_render_row, owed), class_="owed")
    return Sheet(
        did,
        (
            tag("div", problem(error), rows) if error else rows,
            _render_cards(current) if current and current.is_of_suits else None,
            render_faces(current.asked.key, faces, current.now) if current and faces else None,
        ),
        under=under,
        foot=(
            tag("p", words) if is_offered or not with_total else None,
            _render_said(with_total.asked.is_total) if with_total else None,
            button("Reroll", PanelButton.REROLL) if is_offered else None,
            button("Cancel", Navigation.DISMISS, class_="quiet"),
            tag("button", does_all if rest else "Take these", type="submit", class_="primary"),
        ),
        sends=EnterDice(),
        kind="roll",
    )


def _render_said(is_total: bool) -> Html:
    """Render the switch between dice and totals."""
    return tag(
        "div",
        toggle("Die", PanelButton.DICE_AS_DIE, not is_total),
        toggle("Total", PanelButton.DICE_AS_TOTAL, is_total),
        class_="said",
        role="group",
        aria_label="What you enter",
    )


def _to_enter(current: OwedRoll | None) -> str:
    return "Tap the card; the next one follows." if current and current.asked.is_card else "Type the total."


def _render_cards(roll: OwedRoll) -> Html:
    """Render a button for each card of the deck: suit by suit, the aces first, and a joker beside the first suit."""
    jokers = [card for card in range(JOKER, roll.asked.code.sides + 1) if card not in roll.asked.out][:1]
    suits = [range(JOKER - len(SUITS) + suit, 0, -len(SUITS)) for suit in reversed(range(len(SUITS)))]
    rows = [[*suit, *(jokers if at == 0 else ())] for at, suit in enumerate(suits)]
    cards = (tag("div", *(_render_card(roll, card) for card in row), class_="suit") for row in rows)
    return tag("div", *cards, class_="faces cards", role="group", aria_label="The cards")


def _render_card(roll: OwedRoll, card: int) -> Html:
    shown = show_card(card, roll.asked.code.sides)
    return toggle(
        f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown,
        PickFace(card, roll.asked.key),
        shown == roll.now,
        classes(shown[-1] in RED_SIGNS and "red", card in roll.asked.out and "out", card in roll.asked.held and "held")
        or "",
        aria_label=name_card(card, roll.asked.code.sides),
    )


def _render_row(roll: OwedRoll) -> Html:
    """Render a roll and its input; if the result can be tapped, the box opens no keyboard."""
    do, name = write(PickRoll(roll.asked.key))
    can_tap = roll.is_of_suits or bool(faces_to_tap(roll.asked.code))
    what = "total" if roll.asked.is_total else roll.asked.words
    # That a card is asked for is said above.
    about = roll.asked.hint or ("" if roll.asked.is_card else f"{roll.asked.purpose} {what}")
    if roll.asked.is_card and roll.now in [show_card(card, roll.asked.code.sides) for card in roll.asked.held]:
        about = "dealt by Turntrack: whoever has it gets another"
    error = tag("span", roll.wrong, class_="error", role="alert", id=f"wrong-{roll.place}") if roll.wrong else None
    box = tag(
        "input",
        type="text",
        inputmode="none" if can_tap else "numeric",
        name=roll.asked.key,
        id=roll.box,
        value=roll.now,
        placeholder="card" if roll.asked.is_card else what,
        autocomplete="off",
        class_="die",
        data_first=roll.is_asked,
        data_type=entry_for(TypeIn(roll.asked.key)),
        aria_label=", ".join(filter(None, (roll.asked.who, f"{roll.asked.purpose} {what}", roll.asked.hint))),
        aria_invalid="true" if error else None,
        aria_describedby=f"wrong-{roll.place}" if error else None,
    )
    return tag(
        "li",
        tag("span", roll.letters, class_="bead", aria_hidden="true"),
        tag("span", tag("b", roll.asked.who), tag("small", about) if about else None),
        box,
        error,
        class_=classes(roll.side is not None and f"side-{roll.side}", roll.is_asked and can_tap and "on"),
        data_do=do if can_tap else None,
        data_arg=name if can_tap else None,
    )


_MOST_FACES = 20
"""Most results with a button each; with more, the result is typed."""


def faces_to_tap(code: DiceCode | None) -> tuple[int, ...]:
    """Return the possible totals of a roll; empty if they are too many for buttons, or not plain totals.

    >>> faces_to_tap(DiceCode.parse("2d6")), faces_to_tap(DiceCode.parse("3D+1")), faces_to_tap(DiceCode.parse("1d100"))
    ((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), (), ())
    """
    if code is None or code.explodes is not Explodes.NONE or code.plus:
        return ()
    faces = range(code.count, code.count * code.sides + 1)
    return tuple(faces) if len(faces) <= _MOST_FACES else ()


def render_faces(name: str, faces: tuple[int, ...], now: str, was: str = "") -> Html:
    """Render the possible results of a roll as buttons that set the field ``name``."""
    return tag(
        "div",
        *(
            toggle(face, PickFace(face, name), str(face) == now, "was" if str(face) == was != now else "")
            for face in faces
        ),
        class_=classes("faces", len(faces) > _MOST_FACES and "many"),
        role="group",
        aria_label="What fell",
    )
