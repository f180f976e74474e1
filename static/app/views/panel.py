"""The panel: who acts, and what can be done now."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.chances import exact, percent
from engine.commands import Act
from engine.fields import Field
from engine.model import Encounter, Id
from engine.sums import signed
from engine.systems.protocol import Badge, Choice, Entered, Section, TurnSystem


@dataclass(frozen=True, slots=True)
class ChoiceView:
    section: str
    place: int
    label: str
    cost: str
    consequence: str
    refusal: str
    rule: str


@dataclass(frozen=True, slots=True)
class InputView:
    """One thing to fill in, with what has been entered so far."""

    name: str
    field: Field
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class SectionView:
    key: str
    title: str
    inputs: tuple[InputView, ...]
    choices: tuple[ChoiceView, ...]
    main: bool


@dataclass(frozen=True, slots=True)
class ActorView:
    id: Id
    name: str
    number: str
    badges: tuple[Badge, ...]
    note: str


@dataclass(frozen=True, slots=True)
class PanelView:
    """What can be done now."""

    actors: tuple[ActorView, ...]
    heading: str
    sections: tuple[SectionView, ...]
    open_label: str
    """The button that opens the next round; empty while one is running."""
    close_label: str
    can_open: bool
    is_new: bool
    """Nothing has been fought yet."""
    turn: int
    """Another number for every turn that begins: what is shown begins at its top again."""


def panel_view(
    encounter: Encounter, system: TurnSystem, sections: tuple[Section, ...], entered: Entered, turn: int
) -> PanelView:
    actors = tuple(_actor(encounter, system, one) for one in encounter.acting())
    word = system.round_word
    if not encounter.is_open:
        heading = "Ready to begin" if not encounter.round else f"{word.capitalize()} {encounter.round} is over"
    elif actors:
        heading = ""
    else:
        heading = next((section.title for section in sections if section.main), "Nobody acts just now")
    return PanelView(
        actors=actors,
        heading=heading,
        sections=tuple(section_view(encounter, section, entered) for section in sections),
        open_label="" if encounter.is_open else f"Begin {word} {encounter.round + 1}",
        close_label=f"End {word} {encounter.round}" if encounter.is_open else "",
        can_open=any(standing.able for standing in encounter.standings.values()),
        is_new=not encounter.round,
        turn=turn,
    )


def _actor(encounter: Encounter, system: TurnSystem, one: Id) -> ActorView:
    number = system.number(encounter, one)
    combatant = encounter.combatants[one]
    shown = signed(number.total) if number else ""
    return ActorView(one, combatant.name, shown, system.badges(encounter, one), combatant.note)


def section_view(encounter: Encounter, section: Section, entered: Entered) -> SectionView:
    inputs = tuple(
        InputView(
            f"{section.key}.{field.key}", field, _as_input(entered.get(f"{section.key}.{field.key}", field.default))
        )
        for field in section.inputs
    )
    choices = tuple(choice_view(encounter, choice, section.key, place) for place, choice in enumerate(section.choices))
    return SectionView(section.key, section.title, inputs, choices, section.main)


def _as_input(value: object) -> str | int | bool:
    return value if isinstance(value, bool | int) else str(value)


def choice_view(encounter: Encounter, choice: Choice, section: str, place: int) -> ChoiceView:
    if choice.refusal:
        return ChoiceView(section, place, choice.label, "", "", choice.refusal.message, choice.refusal.rule)
    said = []
    if choice.after is not None:
        said.append(f"→ {signed(choice.after)}")
    if choice.chance is not None:
        said.append(f"{exact(choice.chance)} ({percent(choice.chance)})".strip())
    if choice.outcome:
        said.append(choice.outcome)
    if choice.next:
        own = isinstance(choice.command, Act) and choice.next == choice.command.id
        again = own and choice.after is not None
        name = encounter.name_of(choice.next)
        said.append(f"{name} again" if again else f"then {name}")
    return ChoiceView(section, place, choice.label, choice.cost, " · ".join(said), "", choice.rule)
