"""The summary of a fight: rounds, defeated sides, falls, turns and minutes per combatant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.intents.fight import FightDialog, PanelButton
from app.intents.library import ExportListed, OpenNextFight, SaveSide, TemplateButton
from app.intents.page import Navigation, Printout
from app.ui.markup import Html, button, tag
from app.ui.sheet import Sheet, problem, render_setting
from app.ui.words import number_sides
from app.values.fight_names import name_numbered_round
from turntrack.core.commands import WriteNote
from turntrack.core.events import AbleSet, RoundClosed, RoundOpened, StatusSet, Waited
from turntrack.core.evolve import stage_after
from turntrack.core.model import Combatant, Encounter, Id, Schedule, Stage, Standing
from turntrack.core.names import join_names, names_in_words
from turntrack.core.own_sides import likely_sides_of_players
from turntrack.core.score import write_count
from turntrack.core.settings import TURN_CLOCK
from turntrack.history.session import Step
from turntrack.systems.protocol import TurnSystem

_OLD_BACKUP_DAYS = 7
BEFORE = "before the fight"
_MS_PER_DAY = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One combatant's part of the summary."""

    clock: ClockLine
    fell: str
    """When the combatant last fell, or left; empty if it is able to act."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """The summary of a fight."""

    rounds: str
    down: str
    """Says of which sides nobody can act; empty if there are none."""
    lines: tuple[AccountLine, ...]
    is_timed: bool
    is_over: bool
    """Whether the last step wrote the note that ends the fight in the log."""
    open_round: str
    """The name of the round that is running; empty if none is."""
    to_keep: tuple[tuple[str, str], ...]
    """The sides of the players with somebody who is not in the party yet, each with their names."""


def account_view(past: Sequence[Step], system: TurnSystem) -> AccountView:
    """Build the summary from the steps of the history."""
    encounter, fell = past[-1].after, dict[Id, str]()
    for step in past:
        when = f"in {system.round_name(step.after.round)}" if step.after.round else BEFORE
        fell |= {event.id: when for event in step.events if isinstance(event, AbleSet) and not event.able}
        fell |= {event.waiting.combatant.id: f"left {when}" for event in step.events if isinstance(event, Waited)}
    clock, able = clock_view(past), {*encounter.able()}
    lines = tuple(
        AccountLine(line, "" if combatant.id in able else fell.get(combatant.id, BEFORE))
        for combatant, line in zip(_who_took_part(encounter), clock.lines, strict=True)
    )
    rounds, over = _rounds(encounter, system), is_over(past, system)
    open_round = system.round_name(encounter.round) if encounter.is_open else ""
    return AccountView(
        rounds, _down_words(encounter), lines, clock.is_timed, over, open_round, tuple(_new_ones(encounter))
    )


def _new_ones(encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the sides of the players with the names of those who are not in the party, where a side tells the foes."""
    own, combatants = likely_sides_of_players(encounter), encounter.combatants.values()
    if all(combatant.side in own for combatant in combatants):
        return
    for side in sorted(own):
        if new := [each.name for each in combatants if each.side == side and not each.member]:
            yield side, names_in_words(new)


def backup_words(past: Sequence[Step], backup: int) -> str:
    """Say how old the last backup is at the last step; empty if it is younger than ``_OLD_BACKUP_DAYS``."""
    now = max((step.at for step in past), default=0)
    if not backup:
        return "Nothing has been backed up yet."
    days = (now - backup) // _MS_PER_DAY
    return f"The last backup is {days} days old." if days >= _OLD_BACKUP_DAYS else ""


def sides_down(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides without able combatants or reinforcements, while another side still has able ones."""
    sides = {combatant.side: False for combatant in encounter.combatants.values()}
    for combatant_id, combatant in encounter.combatants.items():
        sides[combatant.side] |= encounter.standings[combatant_id].able
    left = _who_left(encounter)
    sides |= {combatant.side: False for combatant in left if combatant.side not in sides}
    coming = {arrival.combatant.side for arrival in encounter.wings if arrival.combatant not in left}
    down = tuple(side for side, stands in sides.items() if not stands and side not in coming)
    return down if encounter.round and any(sides.values()) else ()


def _who_left(encounter: Encounter) -> list[Combatant]:
    """List those who have left the fight: they have been seen in it, and come back at no time that is known."""
    waiting = [arrival.combatant for arrival in encounter.wings if arrival.comes == Schedule()]
    return [combatant for combatant in waiting if combatant.id in encounter.shown]


def _who_took_part(encounter: Encounter) -> list[Combatant]:
    return [*encounter.combatants.values(), *_who_left(encounter)]


def _down_words(encounter: Encounter) -> str:
    """Say which sides are down; empty if none is."""
    down = sides_down(encounter)
    have_left = any(combatant.side in down for combatant in _who_left(encounter))
    return down_words(down, have_left=have_left) if down else ""


def down_words(sides: Sequence[str], *, have_left: bool = False) -> str:
    """Write a sentence that these sides are down; ``have_left`` tells that some of them have left the fight.

    >>> down_words(["Foes"]), down_words([""]), down_words(["Orcs", "", "Wolves"])
    ('Foes: all down.', 'Everyone else is down.', 'Orcs, Wolves and everyone else: all down.')
    """
    named = [side for side in sides if side]
    others = ["everyone else"] if len(named) < len(sides) else []
    gone = " or gone" * have_left
    return f"{names_in_words([*named, *others])}: all down{gone}." if named else f"Everyone else is down{gone}."


def end_words(encounter: Encounter, system: TurnSystem) -> str:
    """Write the note that ends the fight, at most 500 characters."""
    standing = [combatant_id for combatant_id in encounter.standings if encounter.standings[combatant_id].able]
    said = [_over_words(encounter, system)]
    if down := _down_words(encounter):
        said.append(down)
    if standing:
        said.append(f"Still up: {join_names([encounter.name_of(combatant_id) for combatant_id in standing])}.")
    if left := _who_left(encounter):
        said.append(f"Left: {join_names([combatant.name for combatant in left])}.")
    return " ".join(said)[:500]


def is_over(past: Sequence[Step], system: TurnSystem) -> bool:
    """Return whether the last step wrote the note that ends the fight.

    Its first sentence is enough: the others were worded differently in version 1.0.0.
    """
    last = past[-1].command
    return isinstance(last, WriteNote) and last.text.startswith(_over_words(past[-1].after, system))


def _over_words(encounter: Encounter, system: TurnSystem) -> str:
    rounds = _rounds(encounter, system)
    return f"The fight is over after {rounds}." if rounds else "The fight is over."


def _rounds(encounter: Encounter, system: TurnSystem) -> str:
    """Count the rounds: ``3 rounds``; empty before the first, and for a round that has no end."""
    return write_count(encounter.round, system.round_word) if name_numbered_round(encounter.round, system) else ""


def render_side_down(encounter: Encounter) -> Html | None:
    """Render the notice that a side is down, with the button that ends the fight; nothing while none is."""
    down = _down_words(encounter)
    if not down:
        return None
    return tag(
        "section",
        tag("p", tag("b", down)),
        button("How it went…", FightDialog.ACCOUNT, class_="chip", id="how-it-went"),
        button("Next fight…", OpenNextFight(), class_="chip", id="next-fight"),
        class_="block aside reminder",
        id="down",
    )


def render_account(view: AccountView, error: str, backup: str) -> Sheet:
    """Render the summary of the fight. ``backup`` says that the last backup is old; empty if it is not."""
    heads = tag("tr", *(tag("th", heading, scope="col") for heading in ("Who", "Turns", "Minutes", "Out")))
    lines = (_render_clock(line.clock, view.is_timed, line.fell) for line in view.lines)
    if view.is_over:
        end = "The fight is over; the log says how it ended."
    elif view.open_round:
        end = f"Ends {view.open_round} and notes the outcome in the log."
    else:
        end = "Notes the outcome in the log."
    return Sheet(
        "How it went",
        (
            problem(error),
            tag("p", view.down) if view.down else None,
            tag("table", tag("tbody", heads, *lines), class_="clocks") if view.lines else None,
            tag(
                "div",
                button("Print…", Printout.PRINT, class_="menu-item i-file"),
                None if view.is_over else button("Next fight…", OpenNextFight(), class_="menu-item i-next"),
                *(
                    button(f"Keep {names} in the party", SaveSide(side), class_="menu-item i-party")
                    for side, names in view.to_keep
                ),
                button("Restart", TemplateButton.START_AGAIN, class_="menu-item i-undo"),
                button("Save as a template…", TemplateButton.ASK_TEMPLATE_NAME, class_="menu-item i-copy"),
                button("All fights", Navigation.HOME, class_="menu-item i-back"),
                class_="menu-items",
            ),
            tag("p", f"{backup} ", button("Back up everything…", ExportListed(""), class_="chip i-file"), id="backup")
            if backup
            else None,
        ),
        under=view.rounds,
        foot=(
            tag("p", end),
            button("Next fight…", OpenNextFight(), class_="primary", id="next-after")
            if view.is_over
            else button("End the fight", PanelButton.END_FIGHT, class_="primary", id="end-fight"),
        ),
    )


LONGEST_WAIT_MS = 15 * 60_000
"""A longer time between two steps is a pause, and is not counted."""


@dataclass(frozen=True, slots=True)
class ClockLine:
    name: str
    side: int
    turns: int
    seconds: int


@dataclass(frozen=True, slots=True)
class ClockView:
    lines: tuple[ClockLine, ...]
    is_timed: bool
    """Whether any step has a time stamp."""


def clock_view(past: Sequence[Step]) -> ClockView:
    """Count the turns and the seconds of each combatant, in the order of the fight."""
    encounter = past[-1].after
    turns, spent, there = Counter(_find_begun_turns(past)), Counter[Id](), _who_took_part(encounter)
    places = number_sides([combatant.side for combatant in there])
    for step, following in pairwise(past):
        waited = following.at - step.at if step.at and following.at else 0
        if 0 < waited <= LONGEST_WAIT_MS:
            spent.update(dict.fromkeys(step.after.acting(), waited))
    lines = (
        ClockLine(combatant.name, places[combatant.side], turns[combatant.id], spent[combatant.id] // 1000)
        for combatant in there
    )
    return ClockView(tuple(lines), any(step.at for step in past))


def _find_begun_turns(past: Sequence[Step]) -> Iterator[Id]:
    """Yield a combatant's id for each turn that has begun."""
    for before, step in pairwise(past):
        stages = {combatant_id: standing.stage for combatant_id, standing in before.after.standings.items()}
        for event in step.events:
            match event:
                case RoundOpened() | RoundClosed():
                    stages = {}
                case StatusSet():
                    stage = stages.get(event.id, Stage.NONE)
                    stages[event.id] = stage_after(Standing(stage=stage), event)
                    if stages[event.id] is Stage.CALLED and stage is Stage.NONE:
                        yield event.id
                case _:
                    pass


def _write_time(seconds: int) -> str:
    """Format seconds as minutes and seconds.

    >>> [_write_time(seconds) for seconds in (0, 61, 3725)]
    ['0:00', '1:01', '62:05']
    """
    return f"{seconds // 60}:{seconds % 60:02}"


def render_clocks(view: ClockView, chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the turns and minutes of each combatant, and the option for the clock."""
    heads = tag("tr", *(tag("th", heading, scope="col") for heading in ("Who", "Turns", "Minutes")))
    told = "Gaps of over 15 minutes count as breaks."
    return Sheet(
        "Turns and time",
        (
            problem(error),
            tag(
                "table",
                tag("tbody", heads, *(_render_clock(line, view.is_timed) for line in view.lines)),
                class_="clocks",
            ),
            tag("p", told, class_="hint") if view.is_timed else None,
            render_setting(TURN_CLOCK, chosen.get(TURN_CLOCK.key, TURN_CLOCK.default)),
        ),
        under="Who had how many turns, and how long",
    )


def _render_clock(line: ClockLine, is_timed: bool, *more: str) -> Html:
    return tag(
        "tr",
        tag("th", tag("span", line.name, class_=f"dot side-{line.side}"), scope="row"),
        tag("td", line.turns),
        tag("td", _write_time(line.seconds) if is_timed else "not known"),
        *(tag("td", cell) for cell in more),
    )
