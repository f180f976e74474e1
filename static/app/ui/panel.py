"""View of the deck: the likely choices in blocks, all others in drawers, and where a choice would lead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from app.intents.fight import Do
from app.intents.html_codec import Sent, write
from app.ui.slab import again_words
from app.ui.strike import BLOWS
from app.ui.words import (
    ambiguous_labels,
    cost_words,
    exact,
    initials,
    kind_of,
    letters_of,
    number_words,
    percent,
    side_places,
)
from app.values.tried import refusal_words
from turntrack.core.commands import Act
from turntrack.core.fields import NOTHING, Field, Kind
from turntrack.core.model import Encounter, Id, Status
from turntrack.log.narrate import preview
from turntrack.systems.choices import FIRST, LIKELY
from turntrack.systems.protocol import Choice, PanelInput, Section, TurnSystem

MOST_ASIDE = 1
"""At most this many sections out of turn have a drawer each; others share one."""

MORE = "and-more"
"""The key of the shared drawer."""

_PART_ENDS = re.compile(r"[,;] | · ")
"""Separators between the parts of an outcome."""

_FEW_ASIDE = 4
"""A section out of turn with more choices than this has a drawer."""

_WHY = "Why?"
"""Shown in place of the cost on a refused choice that is visible for its reason."""

_NOTHING_TYPED = "nothing_typed"
"""The code of the refusal of values that are as they were."""
IN_WORDS = "Describe"
"""Title of a drawer with nothing but a text input."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice on a button, with its consequences."""

    section: str
    place: int
    sent: Sent
    label: str
    cost: str
    outcome: str
    """The part of the consequence that the button shows: the chance, and what score and successor do not tell."""
    says: str
    """The whole consequence in sentences, shown while pressed and read by screen readers."""
    refusal: str = ""
    rule: str = ""
    kind: str = ""
    leads: bool = False
    """Whether this is the most likely choice."""
    again: bool = False
    """Whether the same combatant goes on acting."""
    next: Id = ""
    after: str = ""
    lands: Id | None = None
    """The combatant directly after the actor's new place; empty for last, None if unknown."""
    row: Id = ""
    letters: str = ""
    side: int = 0
    """The side of the combatant that the choice is for."""
    is_amount: bool = False
    """Whether the choice is part of a scale."""
    changed: tuple[str, ...] = ()
    """The numbers of the scale after this choice; empty if it is refused."""
    step: int = 0
    """The choice's position in a sequence of steps."""


class PersonPick(NamedTuple):
    """A combatant as an option of an input."""

    key: str
    label: str
    letters: str
    side: int | None
    """None if the option is no combatant."""
    is_down: bool = False


@dataclass(frozen=True, slots=True)
class InputView:
    """An input with its current value."""

    name: str
    field: Field
    value: str | int | bool
    people: tuple[PersonPick, ...] = ()
    """The options, if they are combatants."""


@dataclass(frozen=True, slots=True)
class BlockView:
    """Choices that belong together, with an optional title."""

    key: str
    title: str
    inputs: tuple[InputView, ...]
    choices: tuple[ChoiceView, ...]
    note: str = ""
    scale: tuple[str, ...] = ()
    """Labels of the numbers that change, if the choices are one action in several amounts."""
    is_form: bool = False
    """Whether the round takes the inputs as it begins, so that they have no button of their own."""
    error: str = ""
    """Why an input cannot be taken."""


@dataclass(frozen=True, slots=True)
class DrawerView:
    """A closed section: its title and the number of its choices."""

    key: str
    title: str
    locked: bool
    """Whether all its choices are refused."""
    aside: bool
    """Whether the section is out of turn."""
    is_open: bool
    choice: ChoiceView | None = None
    """The only choice of the drawer, shown in its place."""


@dataclass(frozen=True, slots=True)
class PanelView:
    """The contents of the deck."""

    blocks: tuple[BlockView, ...]
    """The visible blocks: the likely choices, or the contents of the open drawer."""
    drawers: tuple[DrawerView, ...]
    opened: str
    """The key of the open drawer; empty for none."""
    aside: tuple[BlockView | DrawerView, ...] = ()
    """Choices out of turn, which are always visible."""


def panel_view(
    encounter: Encounter, system: TurnSystem, sections: tuple[Section, ...], entered: PanelInput, opened: str = ""
) -> PanelView:
    """Build the view of the deck. ``opened`` is the key of the section whose drawer is open."""
    acting, ambiguous = encounter.acting(), ambiguous_labels(sections)
    likely = {**shown_choices(encounter, sections)}
    refused = _refused_by_picks(encounter, sections, system.sections(encounter, NOTHING)) if entered else {}
    if not refused and (attack := no_attack(sections, acting)):
        refused = {attack: LIKELY}
    likely |= refused
    actors = _actors_of(encounter, system)
    first_of_each = dict(reversed([*refused]))
    context = _DeckContext(actors, entered, likely, frozenset(first_of_each.items()))
    out_of_turn = [section.key for section in sections if is_aside(section, acting)]
    aside = tuple([_build_aside(context, section, opened) for section in sections if section.key in out_of_turn])
    turn = [section for section in sections if section.key not in out_of_turn]
    blocks = [block for section in turn if (block := _build_likely_block(context, section, ambiguous))]
    blocks.sort(key=_rank)
    drawers = [drawer for section in turn if (drawer := _build_drawer(context, section, blocks, opened))]
    beside = [drawer for drawer in drawers if drawer.aside]
    shared = {drawer.key for drawer in beside[MOST_ASIDE:]} if len(beside) > MOST_ASIDE + 1 else set()
    within = shared if opened == MORE else {opened}
    inside = tuple(_build_block(context, section) for section in sections if section.key in within)
    if shared:
        drawers = [drawer for drawer in drawers if drawer.key not in shared]
        drawers.append(DrawerView(MORE, "More", False, True, opened == MORE))
    # The slab shows the same heading.
    heading = next((section.title for section in sections if section.main), "")
    if not acting and encounter.is_open:
        blocks = [replace(block, title="") if block.title == heading else block for block in blocks]
    rare = {section.key for section in sections if not section.main}
    shown = tuple([_share_outcome(block, block.key in rare) for block in inside or blocks])
    return PanelView(shown, tuple(drawers), opened if inside else "", aside)


def _build_aside(context: _DeckContext, section: Section, opened: str) -> BlockView | DrawerView:
    """Return a section out of turn: as a block if it has few choices, else as a drawer."""
    if len(section.choices) <= _FEW_ASIDE and not section.inputs:
        return _build_block(context, section)
    locked = all(choice.preview.refusal for choice in section.choices)
    return DrawerView(section.key, section.title, locked, True, section.key == opened)


def all_blocks(
    encounter: Encounter, system: TurnSystem, sections: tuple[Section, ...], entered: PanelInput
) -> tuple[tuple[BlockView, bool], ...]:
    """Return every section with all its choices, and whether it is a main section."""
    actors = _actors_of(encounter, system)
    context = _DeckContext(actors, entered, shown_choices(encounter, sections), frozenset())
    return tuple((_build_block(context, section), section.main) for section in sections)


def _share_outcome(block: BlockView, is_rare: bool) -> BlockView:
    """Move the words that all outcomes begin with, and a common one-word cost, from the buttons to the title.

    Blocks with inputs have no room beside the title unless they are rare; a scale shows its changes below its buttons.
    """
    words = [choice.outcome for choice in block.choices if not choice.refusal]
    is_alone = len(words) == 1 and not any(choice.row and choice.outcome for choice in block.choices)
    if not block.title or (block.inputs and not is_rare) or block.scale or is_alone:
        return block
    said = _find_common_beginning(words)
    if not said:
        return block
    costs = {choice.cost for choice in block.choices if not choice.refusal}
    price = next((cost for cost in costs if len(costs) == 1 and cost.isalpha()), "")
    choices = tuple(
        replace(choice, outcome=choice.outcome[len(said) :].lstrip(",;· "), cost="" if price else choice.cost)
        for choice in block.choices
    )
    return replace(block, note=" · ".join(filter(None, (block.note, price, said))), choices=choices)


def _find_common_beginning(sentences: Sequence[str]) -> str:
    """Return the longest common beginning that ends at the end of a part.

    >>> _find_common_beginning(["First Action (T8)", "First Action (T8); up to 6 m", "First Action (T8); up to 60 m"])
    'First Action (T8)'
    >>> _find_common_beginning(["to 6 m", "to 60 m"])
    ''
    """
    first = min(sentences, key=len, default="")
    ends = [len(first), *(part.start() for part in reversed([*_PART_ENDS.finditer(first)]))]
    return next((first[:end] for end in ends if all(_has_part(sentence, first[:end]) for sentence in sentences)), "")


def _has_part(sentence: str, part: str) -> bool:
    return sentence == part or (sentence.startswith(part) and _PART_ENDS.match(sentence, len(part)) is not None)


def _rank(block: BlockView) -> int:
    """Return the sort key that puts inputs and scales first, and combatants to choose last.

    It is the same before and after a choice, so that no block takes the place of another.
    """
    if not block.choices or block.scale:
        return 0
    return 2 if any(choice.row for choice in block.choices) else 1


@dataclass(frozen=True, slots=True)
class _Actors:
    encounter: Encounter
    system: TurnSystem
    below: Callable[[], Standings | None]
    sides: Mapping[str, int]
    known: Mapping[str, str]
    """The letters of the combatants by their names."""

    def letters(self, name: str) -> str:
        return self.known.get(name) or initials(name)

    def side(self, combatant_id: Id) -> int:
        return self.sides[self.encounter.combatants[combatant_id].side]


def _actors_of(encounter: Encounter, system: TurnSystem) -> _Actors:
    below = cache(partial(_standings_below, encounter, system))  # few choices need the numbers below
    return _Actors(encounter, system, below, side_places(encounter), letters_of(encounter))


@dataclass(frozen=True, slots=True)
class _DeckContext:
    """The values that every block of the deck is built from."""

    actors: _Actors
    entered: PanelInput
    likely: Mapping[ChoicePlace, int]
    excused: frozenset[ChoicePlace]
    """The refused choices that show their reason."""


def _build_likely_block(context: _DeckContext, section: Section, ambiguous: frozenset[str]) -> BlockView | None:
    """Return the part of a section that is visible without its drawer; None if there is none."""
    if section.opens:
        return _build_form(context, section)
    if not section.choices:
        return _build_block(context, section, _first_inputs(section))
    places = [place for place in range(len(section.choices)) if (section.key, place) in context.likely]
    if not places:
        return None
    is_all = len(places) == len(section.choices) > 1
    chosen = [section.choices[place] for place in places]
    is_led = FIRST in [context.likely[section.key, place] for place in places]
    stand_alone = [choice for choice in chosen if choice.row or choice.step]
    if is_all or is_led or stand_alone or _scale_of(section):
        return _build_block(context, section, _first_inputs(section), places)
    alone = _build_block(context, section, (), places)
    named = tuple(
        [
            _label_alone(alone, choice) if told.label in ambiguous or choice.refusal else choice
            for choice, told in zip(alone.choices, chosen, strict=True)
        ]
    )
    return BlockView(section.key, "", (), named)


def _build_form(context: _DeckContext, section: Section) -> BlockView:
    """Build the block of values that the round takes as it begins, with the reason if one of them is refused."""
    refusals = (choice.preview.refusal for choice in section.choices if choice.preview.refusal)
    reasons = (refusal.message for refusal in refusals if refusal.code != _NOTHING_TYPED)
    return replace(_build_block(context, section, places=()), is_form=True, error=next(reasons, ""))


def _first_inputs(section: Section) -> tuple[Field, ...]:
    """List the inputs beside the likely choices; texts and rare inputs wait in the drawer."""
    return tuple([field for field in section.inputs if field.kind is not Kind.TEXT and not field.rare])


def _label_alone(view: BlockView, choice: ChoiceView) -> ChoiceView:
    """Label a choice with its section's title, for a block without a title."""
    own = "" if choice.label == view.title else choice.label
    return replace(choice, label=view.title, outcome=" · ".join(filter(None, (own, choice.outcome))))


def _build_drawer(context: _DeckContext, section: Section, blocks: list[BlockView], opened: str) -> DrawerView | None:
    """Return the drawer of a section; None if the whole section is visible."""
    if section.opens:
        return None
    block = next((block for block in blocks if block.key == section.key), None)
    if block and len(block.choices) == len(section.choices) and len(block.inputs) == len(section.inputs):
        return None
    in_sight = {choice.place for choice in block.choices} if block else set()
    rest = [place for place in range(len(section.choices)) if place not in in_sight]
    (alone,) = _build_block(context, section, (), rest).choices if len(rest) == 1 and not section.inputs else (None,)
    # Those in sight first: they are attempted already, and one that is possible says enough.
    locked = bool(section.choices) and all(section.choices[place].preview.refusal for place in (*in_sight, *rest))
    asked = {field.name for field in block.inputs} if block else set()
    kinds = {field.kind for field in section.inputs if f"{section.key}.{field.key}" not in asked}
    has_words_alone = section.choices and not rest and kinds == {Kind.TEXT}
    title = IN_WORDS if has_words_alone else section.title
    return DrawerView(section.key, title, locked, not section.main, section.key == opened, alone)


def _build_block(
    context: _DeckContext, section: Section, fields: Sequence[Field] | None = None, places: Sequence[int] | None = None
) -> BlockView:
    """Build a block from a section, by default with all its inputs and choices."""
    labels = _scale_of(section)
    amounts = {_action_of(choice) for choice in section.choices if choice.changes} if labels else set[str]()
    inputs = section.inputs if fields is None else fields
    return BlockView(
        section.key,
        section.title,
        tuple([_build_input(context.actors, section.key, field, context.entered) for field in inputs]),
        tuple(
            [
                _build_choice(context, section, place, _action_of(section.choices[place]) in amounts)
                for place in (range(len(section.choices)) if places is None else places)
            ]
        ),
        section.note,
        labels,
    )


def _action_of(choice: Choice) -> str:
    return choice.command.action if isinstance(choice.command, Act) else ""


def _build_input(actors: _Actors, section: str, field: Field, entered: PanelInput) -> InputView:
    name = f"{section}.{field.key}"
    value = entered.get(name, field.default)
    shown = value if isinstance(value, bool | int) else str(value)
    if not field.people:
        return InputView(name, field, shown)
    standings, combatants = actors.encounter.standings, actors.encounter.combatants
    fallen = {key for key, standing in standings.items() if not standing.able}
    people = [
        PersonPick(
            pick.key,
            f"{pick.label} (fallen)" if pick.key in fallen else pick.label,
            actors.known.get(pick.label) or initials(pick.label),
            actors.sides[combatants[pick.key].side] if pick.key else None,
            pick.key in fallen,
        )
        for pick in field.picks
    ]
    return InputView(name, field, shown, tuple(people))


def _build_choice(context: _DeckContext, section: Section, place: int, is_amount: bool) -> ChoiceView:
    choice, actors = section.choices[place], context.actors
    told = choice.preview
    encounter, refusal = actors.encounter, told.refusal
    outcome = " · ".join(filter(None, (_chance_words(told.chance), told.outcome)))
    after = "" if told.after is None else number_words(actors.system, told.after)
    acts_next = isinstance(choice.command, Act) and bool(told.next) and told.next == choice.command.id
    is_again = acts_next and told.next in encounter.acting()
    following = again_words(encounter.name_of(told.next)) if is_again else ""
    if told.next and not acts_next:  # whoever acts out of turn is told to act already
        following = f"then {encounter.name_of(told.next)}"
    is_excused = (section.key, place) in context.excused
    return ChoiceView(
        section.key,
        place,
        write(Do(choice.command)),
        choice.label,
        (_WHY if is_excused else "") if refusal else cost_words(choice),
        outcome=(refusal.message if is_excused else "") if refusal else outcome,
        says=f"{_full_label(choice, section)}: {_describe_consequence(actors, choice, after, outcome, following)}",
        refusal=refusal.message if refusal else "",
        rule=refusal.rule if refusal else told.rule,
        kind=kind_of(choice),
        leads=not refusal and context.likely.get((section.key, place)) == FIRST,
        again=not refusal and is_again,
        next="" if refusal else told.next,
        after="" if refusal else after,
        lands=None if refusal else lands_before(choice, actors.below),
        row=choice.row,
        letters=actors.letters(encounter.name_of(choice.row)) if choice.row else "",
        side=actors.side(choice.row) if choice.row else 0,
        is_amount=is_amount,
        changed=tuple([change.after for change in choice.changes]),
        step=choice.step,
    )


def _full_label(choice: Choice, section: Section) -> str:
    """Name a choice so that it is understood without its section."""
    ends = "" if section.title.endswith("?") else ","
    label = choice.label if choice.label == section.title or choice.row else f"{section.title}{ends} {choice.label}"
    return f"{label} ({choice.preview.cost})" if choice.preview.cost else label


def _chance_words(chance: Fraction | None) -> str:
    if chance is None:
        return ""
    fraction, share = exact(chance), percent(chance)
    return f"{fraction} ({share})" if fraction else share


def _describe_consequence(actors: _Actors, choice: Choice, after: str, outcome: str, following: str) -> str:
    """Describe all known consequences of a choice; if there are none, preview its log line."""
    if choice.preview.refusal:
        return refusal_words(choice.preview.refusal, actors.system)
    said = ", ".join(filter(None, (after and f"→ {after}", outcome, following)))
    if said:
        return f"{said}."
    if choice.row:
        return f"{actors.encounter.name_of(choice.row)} is up."
    told = preview(actors.encounter, choice.command, actors.system)
    return told.text if told else "dice decide."


MOST_SHOWN = 8
"""Most choices of a section that are visible when none is likely."""

FEW = 4
"""A section with at most this many choices is visible as a whole if it holds a first choice."""


type ChoicePlace = tuple[str, int]
"""The key of a choice's section, and the index of the choice there."""


def shown_choices(encounter: Encounter, sections: tuple[Section, ...]) -> Mapping[ChoicePlace, int]:
    """Return the choices that are visible without opening a drawer, with the likeliness of each."""
    likely = {
        (section.key, place): choice.likely
        for section in sections
        for place, choice in enumerate(section.choices)
        if choice.likely
    }
    acting = encounter.acting()
    whole = [section for section in sections if section.main and _is_whole(section) and not is_aside(section, acting)]
    if not likely and not whole:
        whole = [section for section in sections if section.main and section.choices][:1]
    for section in whole:
        is_scale = bool(_scale_of(section))
        for place, choice in enumerate(section.choices):
            if choice.row or choice.step or is_scale or place < MOST_SHOWN:
                likely.setdefault((section.key, place), LIKELY)
    return likely


def _is_whole(section: Section) -> bool:
    """Return whether a whole section is visible: combatants, amounts, steps, or a few choices with a first one."""
    choices = section.choices
    if [choice for choice in choices if choice.row or choice.step] or _scale_of(section):
        return True
    return len(choices) <= FEW and FIRST in [choice.likely for choice in choices]


def is_aside(section: Section, acting: tuple[Id, ...]) -> bool:
    """Return whether a section belongs to a combatant who may act out of turn."""
    doers = {choice.command.id for choice in section.choices if isinstance(choice.command, Act)}
    return bool(acting) and not section.past and bool(doers) and doers.isdisjoint({*acting, ""})


def _refused_by_picks(
    encounter: Encounter, sections: tuple[Section, ...], at_rest: tuple[Section, ...]
) -> Mapping[ChoicePlace, int]:
    """Return the visible choices that are refused only because of the current picks, with their likeliness.

    ``at_rest`` are the sections with nothing picked.
    """
    now, before = _choices_by_place(sections), _choices_by_place(at_rest)
    return {
        place: likely
        for place, likely in shown_choices(encounter, at_rest).items()
        if place in now and now[place].preview.refusal and not before[place].preview.refusal
    }


def _choices_by_place(sections: tuple[Section, ...]) -> dict[ChoicePlace, Choice]:
    return {(section.key, place): choice for section in sections for place, choice in enumerate(section.choices)}


def no_attack(sections: tuple[Section, ...], acting: tuple[Id, ...]) -> ChoicePlace | None:
    """Return the first attack of the turn if all attacks are refused for the same reason; else None."""
    first: ChoicePlace | None = None
    reason: tuple[str, str] | None = None
    for section in sections:
        for place, choice in enumerate(section.choices if section.main else ()):
            is_attack = choice.kind in BLOWS
            if not (is_attack and isinstance(choice.command, Act) and choice.command.id in acting):
                continue
            # Nothing is asked of the other attacks once two differ, or one is possible.
            refusal = choice.preview.refusal
            own = (refusal.code, refusal.rule) if refusal else None
            if own is None or (first and own != reason):
                return None
            first, reason = first or (section.key, place), own
    return first


def _scale_of(section: Section) -> tuple[str, ...]:
    """Return the labels of the numbers that all amounts of one action change; empty for other choices."""
    labels = [tuple([change.label for change in choice.changes]) for choice in section.choices if choice.changes]
    return labels[0] if len(labels) > 1 and labels.count(labels[0]) == len(labels) else ()


type Standings = tuple[int, ...]
"""Scores of the combatants who have not acted yet, below the actor."""


def _standings_below(encounter: Encounter, system: TurnSystem) -> Standings | None:
    """Return the scores of the combatants below the actor; None if scores do not decide the order."""
    if not system.counts_down or not encounter.is_open:
        return None
    numbers = [
        system.number(encounter, combatant_id)
        for combatant_id, standing in encounter.standings.items()
        if standing.able and standing.status not in (Status.ACTING, Status.DONE)
    ]
    return tuple([number.total for number in numbers if number is not None])


def lands_before(choice: Choice, below: Callable[[], Standings | None]) -> Id | None:
    """Return the combatant directly after the actor's new place; empty for last, None if unknown.

    If ``choice.lands`` is empty, the actor goes last when all others have more points; otherwise the place is unknown.
    """
    if choice.preview.after is None:
        return None
    if choice.preview.lands:
        return choice.preview.lands
    numbers = below() if choice.preview.after > 0 else None
    return "" if numbers is not None and min(numbers, default=choice.preview.after + 1) > choice.preview.after else None
