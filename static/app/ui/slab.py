"""The slab, which shows the current turn, with the turns to come; the heading above it and the bar below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.intents.fight import FightDialog, HistoryMove, ShowLog, StaysUp
from app.ui.markup import Html, button, join, render_name, tag
from app.ui.track import FoldView, RowView
from app.ui.words import ChancesView, side_places
from app.values.fight_names import between_words, name_of, round_words
from app.values.games import known_as
from turntrack.core.commands import Fall, OpenRound, Rise
from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.core.score import signed
from turntrack.core.settings import SINGLE_KEYS, setting
from turntrack.log.narrate import Sentence, preview
from turntrack.rules.health import Tally
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.choices import Section
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class UpcomingView:
    """A turn to come."""

    word: str
    label: str
    side: int | None
    """None for no side, or for several."""
    ids: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class SlabView:
    """The contents of the slab."""

    heading: str
    """The actors, for screen readers; if nobody acts, the visible heading."""
    acting: bool
    words: str
    """Text below the heading if nobody acts."""
    coming: tuple[UpcomingView, ...]
    open_label: str
    """Label of the button that opens the next round; empty while a round is running."""
    can_open: bool
    is_over: bool
    """Whether the fight has been ended."""
    rolls: bool
    """Whether opening the round rolls dice."""
    side: int | None
    """The acting side; None for none."""
    turn: str
    """The number of the turn and the ids of the actors: when it changes, the deck scrolls to its top."""


def slab_view(
    encounter: Encounter,
    system: TurnSystem,
    sections: tuple[Section, ...],
    chances: ChancesView | None,
    turn: int,
    turns: tuple[UpcomingTurnView, ...],
    is_over: bool = False,
) -> SlabView:
    """Build the slab. ``turns`` are the turns to come, ``turn`` is the number of the running one.

    ``is_over`` tells that the fight has been ended.
    """
    acting = encounter.acting()
    places = side_places(encounter)
    if acting:
        heading = f"Now: {join_names([_with_side(encounter, combatant_id) for combatant_id in acting])}"
    elif is_over:
        heading = "The fight is over"
    elif not encounter.is_open:
        heading = _missing_words(encounter, system) or between_words(encounter, system)
    else:
        heading = next((section.title for section in sections if section.main), "Nobody is up")
    side = places[encounter.combatants[acting[0]].side] if acting else None
    is_said = bool(turns) and not acting and any(name in heading for name in _names_of(encounter, turns[0]))
    return SlabView(
        heading=heading,
        acting=bool(acting),
        words=_likeliest_words(chances) if chances and not is_over else "",
        coming=tuple(
            UpcomingView("then" if place else "next", turn.label, _side_of(encounter, turn.ids), turn.ids)
            for place, turn in enumerate(turns)
            if place or not is_said
        ),
        rolls=not encounter.is_open and preview(encounter, OpenRound(), system) is None,
        open_label="" if encounter.is_open else f"Begin {system.round_name(encounter.round + 1)}",
        can_open=bool(with_arrivals(encounter).able()),
        is_over=is_over,
        side=side,
        turn=" ".join((str(turn), *acting)),
    )


def _names_of(encounter: Encounter, turn: UpcomingTurnView) -> set[str]:
    """Return what a heading may call a turn to come: its label, or the side of its combatants."""
    return {turn.label, *(encounter.combatants[combatant_id].side for combatant_id in turn.ids)} - {""}


def _with_side(encounter: Encounter, combatant_id: Id) -> str:
    side = encounter.combatants[combatant_id].side
    return f"{encounter.name_of(combatant_id)} ({side})" if side else encounter.name_of(combatant_id)


def _missing_words(encounter: Encounter, system: TurnSystem) -> str:
    """Return what a fight needs before it can begin; empty if nothing is missing."""
    if encounter.round:
        return ""
    if system.has_rules_of_fights and not system.own_rules(encounter):
        return "Which rules?"
    return "" if encounter.combatants else "Who fights?"


def _side_of(encounter: Encounter, ids: tuple[Id, ...]) -> int | None:
    """Return the index of the side that all these combatants share; None if they differ."""
    places = side_places(encounter)
    sides = {places[encounter.combatants[combatant_id].side] for combatant_id in ids}
    return sides.pop() if len(sides) == 1 else None


def _likeliest_words(chances: ChancesView) -> str:
    """Name the combatant most likely to go first; empty if several are equally likely."""
    ranked = sorted(chances.first, key=lambda line: -line.part)
    if not ranked or (len(ranked) > 1 and ranked[0].part == ranked[1].part):
        return ""
    return f"{ranked[0].words}: {ranked[0].percent}"


MOST_UPCOMING = 2


@dataclass(frozen=True, slots=True)
class UpcomingTurnView:
    """A turn that is still to come, with the combatants who share it."""

    ids: tuple[Id, ...]
    label: str


def upcoming_turn_views(encounter: Encounter, system: TurnSystem) -> tuple[UpcomingTurnView, ...]:
    """Return the turns after the running one, the next first, as far as they are known.

    Consecutive turns of the same combatants are listed once.
    """
    acting = {*encounter.acting()}
    turns: list[UpcomingTurnView] = []
    for turn in system.upcoming_turns(encounter):
        is_again = not turns and acting.issuperset(turn.ids)
        if not turns or turns[-1].ids != turn.ids:
            turns.append(UpcomingTurnView(turn.ids, again_words(turn.label) if is_again else turn.label))
        if len(turns) == MOST_UPCOMING:
            break
    return tuple(turns)


def again_words(label: str) -> str:
    """Return the label of a turn whose combatant has just acted: ``Mara again``."""
    return f"{label} again"


def render_upcoming_turns(coming: tuple[UpcomingView, ...]) -> Html | None:
    """Render the turns to come; nothing if none are known."""
    return tag("ol", *map(_render_upcoming, coming), class_="coming", aria_label="Coming") if coming else None


def _render_upcoming(turn: UpcomingView) -> Html:
    name = render_name(turn.label, turn.side is not None and "dot", len(turn.label) > 12 and "long")
    return tag(
        "li",
        tag("span", turn.word),
        " ",
        name,
        class_=f"side-{turn.side}" if turn.side is not None else None,
        data_ids=" ".join(turn.ids) or None,
    )


_LONG_TITLE = 16
"""A name of a fight with more characters is set smaller on a phone."""


def render_title(encounter: Encounter, system: TurnSystem, since: int = 0) -> Html:
    """Render the name of the fight. ``since`` is when the turn began, for the page's clock."""
    where = known_as(system)
    if encounter.round and not (system.is_endless and encounter.round == 1):
        where += f" · {round_words(encounter.round, encounter.part, system)}"
    clock = tag("span", class_="clock", data_since=since, aria_hidden="true") if since else None
    keys, name = "off" if setting(encounter, SINGLE_KEYS) == "off" else None, name_of(encounter)
    shown = tag("span", name, class_=("fight-name", len(name) > _LONG_TITLE and "long"))
    words = tag("span", shown, " ", tag("small", clock, where))
    return tag("h1", button(words, FightDialog.MENU, class_="title"), data_keys=keys)


def render_actors_spoken(view: SlabView, *, is_spent: bool) -> Html:
    """Render whose turn it is, for screen readers; by ``is_spent`` the rows’ buttons look like damage, not attacks."""
    return tag("h2", view.heading, class_=("hidden", is_spent and "no-attack")) if view.acting else Html("")


def render_turn_heading(view: SlabView) -> Html:
    """Render the element that tells the page the turn; if nobody acts, the heading and the words below it are in it."""
    heading = None if view.acting else tag("h2", view.heading, class_="heading")
    words = tag("p", view.words) if view.words else None
    return tag("div", heading, words, class_="who", data_turn=view.turn)


def render_fall_button(ids: Sequence[Id], at: str) -> Html:
    """Render the button that lets combatants without health fall; ``at`` makes its id unique."""
    first, *others = ids
    words = f"All {len(ids)} down" if others else "Down"
    return button(words, Fall(first, tuple(others)), class_="falls", id=f"{at}-{first}")


def render_rise_button(combatant_id: Id) -> Html:
    """Render the button that lets a fallen combatant act again."""
    return button("Up again", Rise(combatant_id), class_="rises", id=f"rises-{combatant_id}")


def render_fall_question(row: RowView, at: str) -> Html:
    """Render the answers to whether somebody without health falls; ``at`` makes their ids unique."""
    stays = button("Stays up", StaysUp(row.id), class_="stays", id=f"stays-{at}-{row.id}")
    return join(render_fall_button((row.id,), f"falls-{at}"), stays)


def render_fall_beside(row: RowView) -> Html:
    """Render the question below the choices of a phone, whose line has no room for the answers."""
    return _render_beside((row.id,), row.name, row.side, render_fall_question(row, "beside"), is_narrow=True)


def render_all_fall(rows: Sequence[RowView]) -> Html:
    """Render the button that lets several fall at once, whose rows have a button each."""
    names = join_names([row.name for row in rows])
    ids = [row.id for row in rows]
    return _render_beside(ids, names, rows[0].side, render_fall_button(ids, "falls-beside"), is_narrow=False)


def render_falls_beside(fold: FoldView) -> Html:
    """Render the button of folded rows below the choices, where the rows are out of sight."""
    falls = render_fall_button(fold.ids, "falls-beside")
    return _render_beside(fold.ids, fold.names, fold.first.side, falls, is_narrow=True)


def _render_beside(ids: Sequence[Id], names: str, side: int, answers: Html, *, is_narrow: bool) -> Html:
    return tag(
        "section",
        tag("b", names, class_="dot"),
        tag("div", answers, class_="hurts"),
        class_=("block", "aside", f"side-{side}", is_narrow and "narrow"),
        id=f"beside-{ids[0]}",
    )


MOST_SAID = 3
"""At most this many sentences of a step are on the line; the log has all of them."""


_MOST_ASKED = 2
"""At most so many are asked of on the line at once; the next one when they are answered."""


def _words_of_fall(health: Tally | None) -> str:
    if health and health.is_wounds:
        return f" with {health}"
    return f" at {signed(health.points) if health else 0}"


def _render_fall_questions(asked: Sequence[RowView]) -> Html | None:
    """Render the questions whether those without health fall, beside the line that says so."""
    questions = [
        tag(
            "span",
            tag("b", row.name, class_=f"dot side-{row.side}"),
            _words_of_fall(row.health),
            render_fall_question(row, "line"),
            role="group",
        )
        for row in asked[:_MOST_ASKED]
    ]
    return tag("div", *questions, class_="fall-questions") if questions else None


def render_undo_redo_log(
    undo: str, redo: str, last: tuple[Sentence, ...], step: int, log_open: bool, asked: Sequence[RowView] = ()
) -> Html:
    """Render undo and redo with the titles of their steps, and the sentences of the last step between them.

    ``asked`` are the rows of those who have no health left: whether they fall is asked beside the sentences.
    """
    return join(
        button(
            "Undo",
            HistoryMove.UNDO,
            class_="undo i-undo",
            id="undo",
            aria_label=f"Undo: {undo}" if undo else None,
            disabled=not undo,
        ),
        # A tap on what is cut short shows all of it; with the keyboard the log’s own button does.
        tag("p", *_render_sentences(last), class_="last", id="last", data_step=step, data_do=ShowLog.do),
        _render_fall_questions(asked),
        button(
            tag("span", f"Redo: {redo}" if redo else "Redo", class_="hidden"),
            HistoryMove.REDO,
            class_="icon i-redo",
            id="redo",
            disabled=not redo,
        ),
        button(
            tag("span", "Log", class_="hidden"),
            ShowLog(),
            class_="icon i-log",
            id="show-log",
            data_key="l",
            aria_expanded="true" if log_open else "false",
            aria_controls="dialog",
        ),
    )


def _render_sentences(sentences: tuple[Sentence, ...]) -> tuple[Html | str, ...]:
    """Render the sentences of a step that say most, and the rules that they cite.

    Damage, falls and notes of the rules say most, then the first sentence and the last, which says whose turn it is.
    """
    ends = (0, len(sentences) - 1)
    places = sorted(range(len(sentences)), key=lambda at: (not sentences[at].matters, at not in ends))
    shown = sorted(places[:MOST_SAID])
    words = sentences[shown[0]].text if shown else ""
    for before, at in pairwise(shown):
        words += f"{' ' if at == before + 1 else ' … '}{sentences[at].text}"
    rules = dict.fromkeys(rule for at in shown for rule in sentences[at].rules)
    return (words, " ", tag("cite", ", ".join(rules)) if rules else "")
