"""What the screen shows, as frozen values: the encounter, read by its system, with no markup in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from app.intents.fight import Choose, Correct
from engine.commands import Act
from engine.fields import Field
from engine.model import Encounter, Id, Status
from engine.narrate import Sentence
from engine.sums import signed
from engine.systems.protocol import Badge, Chance, Choice, Entered, Section, TurnSystem


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the turn track."""

    id: Id
    name: str
    number: str
    """The score or counter; empty where there is none yet."""
    side: int
    """Which of the sides, from 0 in their order of appearance: its colour."""
    side_name: str
    badges: tuple[Badge, ...]
    health: str
    hurt: bool
    note: str
    chance: str
    """Before the round: the chance to open it."""
    acting: bool = False
    next: bool = False
    done: bool = False
    fallen: bool = False
    first: bool = False
    last: bool = False
    nominate: Choose | None = None
    """The choice that gives this one the turn, where it can be given: its button stands on the row."""


@dataclass(frozen=True, slots=True)
class TrackView:
    active: tuple[RowView, ...]
    done: tuple[RowView, ...]
    done_title: str
    fallen: tuple[RowView, ...] = ()


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


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """One chance: in words, in per cent, as a fraction (empty where it would be too long to read), from 0 to 1."""

    words: str
    percent: str
    exact: str
    part: float


@dataclass(frozen=True, slots=True)
class ChancesView:
    """The chances before the dice: who goes first, and what else is worth knowing."""

    first: tuple[ChanceLine, ...]
    more: tuple[ChanceLine, ...]
    is_empty: bool
    """Nobody is in the fight yet."""
    by_row: Mapping[Id, str]
    """In per cent, for the rows of the track: to go first."""
    left_out: str
    """What is not counted for the work it would be."""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the ruler of counters. ``x`` runs from 0 (the highest mark) to 100."""

    id: Id
    letters: str
    name: str
    number: int
    x: float
    lane: int
    side: int
    acting: bool
    out: bool
    more: int = 0
    """How many others, for whom there is no room, it stands for as well."""


@dataclass(frozen=True, slots=True)
class RulerView:
    tokens: tuple[Token, ...]
    marks: tuple[tuple[int, float], ...]
    lanes: int
    """For so many there is room, needed or not: the rows below must not move under a finger between two taps."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The sentences of one step. ``step`` is how many steps the history has after it."""

    step: int
    sentences: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True, slots=True)
class BranchView:
    """Steps that were cut off. ``place`` names the branch, ``fork`` is the step that it leaves from."""

    place: int
    fork: int
    steps: int
    beyond: int
    """How many more are in branches that hang on it."""
    words: str
    """What the last of them is called."""
    when: str
    """When it was cut off, as a clock shows it; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class ThrowView:
    """A throw in words. Where it stands in a number: how to correct it, with the faces as typed."""

    words: str
    correct: Correct | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the log, looked at."""

    step: int
    round: int
    sentences: tuple[Sentence, ...]
    rolls: tuple[ThrowView, ...]
    people: tuple[tuple[Id, str], ...]
    """Those whom it is about and who are in the fight now: id and name."""
    later: int
    """How many steps came after it."""
    branches: tuple[BranchView, ...]
    """Those that leave from it."""


LONGEST_QUOTE = 100
"""The characters of a log line that are repeated elsewhere: a note may be twenty times as long."""

NOT_COUNTED: Mapping[Id, str] = MappingProxyType({})

LONGEST_FRACTION = 15
"""So many signs of a fraction are read; of a longer one only the percentage is shown."""

TOKEN_WIDTH = 6.5
"""How much of the ruler, in hundredths, a token takes."""

MOST_MARKS = 60
"""Of the ruler, however far apart the numbers are."""

MOST_LANES = 4
"""How many tokens stand below each other before one stands for several."""


def sides(encounter: Encounter) -> tuple[str, ...]:
    """The sides in the order in which they came in."""
    return tuple(dict.fromkeys(combatant.side for combatant in encounter.combatants.values()))


def track_view(
    encounter: Encounter,
    system: TurnSystem,
    sections: tuple[Section, ...],
    taps: Mapping[Id, Choose],
    first: Mapping[Id, str] = NOT_COUNTED,
) -> TrackView:
    """``taps`` says which choice the button on a row makes, ``first`` what the chance to go first is, both by id."""
    order = system.track(encounter)
    known = sides(encounter)
    following = _following(encounter, sections)
    rows = []
    for place, one in enumerate(order):
        combatant, standing = encounter.combatants[one], encounter.standings[one]
        number = system.number(encounter, one)
        counted = combatant.full_health or combatant.health
        rows.append(
            RowView(
                id=one,
                name=combatant.name,
                number=signed(number.total) if number else "",
                side=known.index(combatant.side),
                side_name=combatant.side,
                badges=system.badges(encounter, one),
                health=f"{signed(combatant.health)}/{combatant.full_health}" if counted else "",
                hurt=bool(counted) and combatant.health * 3 <= combatant.full_health,
                note=combatant.note,
                chance=first.get(one, ""),
                acting=standing.status is Status.ACTING,
                next=one == following,
                done=encounter.is_open and standing.able and standing.status is Status.DONE,
                fallen=not standing.able,
                first=place == 0,
                last=place == len(order) - 1,
                nominate=taps.get(one),
            )
        )
    able = [row for row in rows if not row.fallen]
    return TrackView(
        tuple(row for row in able if not row.done),
        tuple(row for row in able if row.done),
        f"done this {system.round_word}",
        tuple(row for row in rows if row.fallen),
    )


def _following(encounter: Encounter, sections: tuple[Section, ...]) -> Id:
    """Who acts after most of what can be done now, but for whoever acts already; nobody where no choice says."""
    acting = encounter.acting()
    said = Counter(
        choice.next
        for section in sections
        if section.main
        for choice in section.choices
        if choice.next and choice.next not in acting and not choice.refusal
    )
    return said.most_common(1)[0][0] if said else ""


def about(encounter: Encounter, chance: Chance) -> str:
    """What a chance is the chance of, as a sentence without its end."""
    return f"{encounter.name_of(chance.about)} {chance.label}" if chance.about else chance.label


def chances_view(encounter: Encounter, system: TurnSystem) -> ChancesView:
    chances = system.chances(encounter)
    lines = [
        ChanceLine(about(encounter, chance), percent(chance.chance), exact(chance.chance), float(chance.chance))
        for chance in chances
    ]
    main = tuple(line for line, chance in zip(lines, chances, strict=True) if chance.goes_first)
    more = tuple(line for line, chance in zip(lines, chances, strict=True) if not chance.goes_first)
    by_row = {chance.about: percent(chance.chance) for chance in chances if chance.goes_first and chance.about}
    return ChancesView(main, more, not encounter.combatants, by_row, system.uncounted(encounter))


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


def ruler_view(encounter: Encounter, system: TurnSystem) -> RulerView | None:
    """None where the system counts no points, or nobody has any yet. The fallen are not on it."""
    able = [one for one in encounter.order if encounter.standings[one].able]
    numbers = {one: number.total for one in able if (number := system.number(encounter, one))}
    if not system.counts_points or not numbers:
        return None
    step = _step_between_marks(max(10, *numbers.values()) - min(0, *numbers.values()))
    high = -(-max(10, *numbers.values()) // step) * step
    low = min(0, min(numbers.values()) // step * step)
    width = high - low
    known = sides(encounter)
    lanes: list[Token] = []  # the last token of each lane
    tokens: dict[Id, Token] = {}
    acting_first = set(encounter.acting())
    for one, counter in sorted(numbers.items(), key=lambda item: (-item[1], item[0] not in acting_first)):
        x = round((high - counter) / width * 100, 2)
        lane = next((lane for lane, last in enumerate(lanes) if x >= last.x + TOKEN_WIDTH), len(lanes))
        if lane == MOST_LANES:
            last = lanes[-1]
            tokens[last.id] = lanes[-1] = replace(last, more=last.more + 1)
            continue
        name = encounter.name_of(one)
        standing = encounter.standings[one]
        out = standing.status is Status.DONE
        side = known.index(encounter.combatants[one].side)
        acting = standing.status is Status.ACTING
        tokens[one] = Token(one, initials(name), name, counter, x, lane, side, acting, out)
        lanes[lane : lane + 1] = [tokens[one]]
    marks = tuple((mark, round((high - mark) / width * 100, 2)) for mark in range(high, low - 1, -step))
    return RulerView(tuple(sorted(tokens.values(), key=lambda token: token.id)), marks, min(len(able), MOST_LANES))


def counted(steps: int) -> str:
    return f"{steps} step{'s' * (steps != 1)}"


def quoted(text: str) -> str:
    """Words as a part of a sentence, not too long for it.

    >>> quoted("Mara attacks"), len(quoted("a" * 2000))
    ('Mara attacks', 100)
    """
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1].rstrip()}…"


def _step_between_marks(width: int) -> int:
    """The smallest of 5, 10, 20, 50, 100 … with which so wide a ruler has few enough marks.

    >>> [_step_between_marks(width) for width in (45, 290, 291, 10**6)]
    [5, 5, 10, 20000]
    """
    step, *more = 5, 10, 20
    while width > (MOST_MARKS - 2) * step:  # both ends are rounded outwards
        step, *more = *more, 10 * step
    return step


def initials(name: str) -> str:
    """Two letters that tell names apart: ``Guard B`` is GB, ``Mara`` is Ma."""
    words = name.split()
    return (words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]).strip()


def percent(chance: Fraction) -> str:
    """A chance as a person reads it; never a false 0 % or 100 %.

    >>> percent(Fraction(19, 40)), percent(Fraction(1, 900)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('48 %', '<1 %', '>99 %', '100 %')
    """
    hundredths = round(chance * 100)
    if 0 < chance < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < chance < 1:
        return ">99 %"
    return f"{hundredths} %"


def exact(chance: Fraction) -> str:
    """``7/12``; nothing where the fraction is too long to read."""
    if chance.denominator >= 10**LONGEST_FRACTION:  # Python refuses to write down the longest
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= LONGEST_FRACTION else ""
