"""Search in the open fight, and its sheet: choices, refused choices, combatants, rules and log lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from app.fight.fight import Fight
from app.intents.fight import Line, Person, TypeIn
from app.ui.markup import Child, Html, button, entry_for, join, tag
from app.ui.panel import BlockView, ChoiceView
from app.ui.panel_html import render_choice
from app.ui.sheet import Sheet
from app.ui.words import letters_of, side_places
from app.values.fight_names import name_numbered_round
from turntrack.core.model import Id
from turntrack.core.names import join_names
from turntrack.core.score import write_count
from turntrack.log.narrate import Sentence
from turntrack.systems.protocol import RuleText

_MOST_MATCHES = 8
"""At most this many matches of a kind are shown; the others are counted."""

MOST_STEPS = 400
"""At most this many of the latest steps are searched."""


@dataclass(frozen=True, slots=True)
class ChoiceMatches:
    """Choices that match, the possible ones before the refused ones."""

    title: str
    choices: tuple[ChoiceView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class PersonMatch:
    id: Id
    name: str
    letters: str
    side: int


@dataclass(frozen=True, slots=True)
class LineMatch:
    step: int
    words: str
    when: str


@dataclass(frozen=True, slots=True)
class FindView:
    """The matches of a search."""

    words: tuple[str, ...]
    """The words of the search."""
    choices: tuple[ChoiceMatches, ...] = ()
    people: tuple[PersonMatch, ...] = ()
    more_people: int = 0
    rules: tuple[RuleText, ...] = ()
    more_rules: int = 0
    lines: tuple[LineMatch, ...] = ()
    more_lines: int = 0
    left_out: int = 0
    """Number of the oldest steps that were not searched."""

    @property
    def is_empty(self) -> bool:
        return not (self.choices or self.people or self.rules or self.lines)


def find(sought: str, fight: Fight, blocks: Iterable[tuple[BlockView, bool]]) -> FindView:
    """Find everything that contains all the words. ``blocks`` are all choices, with whether their section is a main
    one.
    """
    words = tuple(dict.fromkeys(sought.casefold().split()))
    if not words:
        return FindView(())
    acting = join_names([fight.encounter.name_of(combatant_id) for combatant_id in fight.encounter.acting()])
    titles = {True: f"{acting} can" if acting else "Can be done", False: "Others can"}
    of_turn: dict[bool, list[ChoiceView]] = {True: [], False: []}
    for block, is_main in blocks:
        of_turn[is_main] += [
            _relabel(block, choice) for choice in block.choices if _has(words, _words_of(block, choice))
        ]
    encounter = fight.encounter
    people, places, letters = encounter.combatants.values(), side_places(encounter), letters_of(encounter)
    rules = [rule for rule in fight.system.rules if _has(words, f"{rule.id} {rule.text}")]
    lines = _find_lines(fight, words)
    persons = [
        PersonMatch(combatant.id, combatant.name, letters[combatant.name], places[combatant.side])
        for combatant in people
        if _has(words, f"{combatant.name} {combatant.side} {combatant.group} {combatant.note}")
    ]
    return FindView(
        words,
        tuple(_build_matches(titles[is_main], choices) for is_main, choices in of_turn.items() if choices),
        tuple(persons[:_MOST_MATCHES]),
        max(0, len(persons) - _MOST_MATCHES),
        tuple(rules[:_MOST_MATCHES]),
        max(0, len(rules) - _MOST_MATCHES),
        lines[:_MOST_MATCHES],
        max(0, len(lines) - _MOST_MATCHES),
        max(0, len(fight.session.past) - MOST_STEPS),
    )


def _has(words: tuple[str, ...], text: str) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def _words_of(block: BlockView, choice: ChoiceView) -> str:
    return f"{block.title} {choice.label} {choice.outcome} {choice.rule}"


def _relabel(block: BlockView, choice: ChoiceView) -> ChoiceView:
    """Label a choice for use outside its section; its refusal goes below the label."""
    label = choice.label if block.title in ("", choice.label) else f"{block.title}: {choice.label}"
    return replace(choice, label=label, outcome=choice.refusal or choice.outcome, leads=False)


def _build_matches(title: str, choices: list[ChoiceView]) -> ChoiceMatches:
    choices.sort(key=lambda choice: bool(choice.refusal))
    return ChoiceMatches(title, tuple(choices[:_MOST_MATCHES]), max(0, len(choices) - _MOST_MATCHES))


def _find_lines(fight: Fight, words: tuple[str, ...]) -> tuple[LineMatch, ...]:
    """Find all steps of the log, newest first, each by its first sentence with these words."""
    lines = []
    for entry in fight.log.entries(MOST_STEPS):
        said = next((sentence for sentence in entry.sentences if _has(words, _sentence_text(sentence))), None)
        if said:
            lines.append(LineMatch(entry.step, said.text, name_numbered_round(entry.round, fight.system)))
    return tuple(lines)


def _sentence_text(sentence: Sentence) -> str:
    return f"{sentence.text} {' '.join(sentence.rules)}"


SOUGHT = "sought"
"""The name of the search field."""


def render_find(view: FindView, sought: str) -> Sheet:
    """Render the search box and its matches."""
    box = tag(
        "input",
        type="search",
        name=SOUGHT,
        id=SOUGHT,
        value=sought,
        autocomplete="off",
        spellcheck="false",
        data_type=entry_for(TypeIn(SOUGHT)),
        data_first=True,
        aria_label="Find an action, a rule, a combatant, or a line of the log",
    )
    return Sheet("Find", _render_content(view), beside=tag("label", box, class_="seek i-find"), kind="find")


def _render_content(view: FindView) -> tuple[Child, ...]:
    if not view.words:
        return (tag("p", "An action, a rule by word or id, a combatant, or a line of the log.", class_="hint"),)
    if view.is_empty:
        return (tag("p", "Nothing here matches.", class_="empty"), _render_left_out(view))
    people = [_render_person(person, view.words) for person in view.people]
    rules = [
        tag("p", tag("b", _mark_words(rule.id, view.words)), " ", _mark_words(rule.text, view.words), class_="rule")
        for rule in view.rules
    ]
    lines = [_render_line(line, view.words) for line in view.lines]
    return (
        *(_render_choices(matches, view.words) for matches in view.choices),
        _render_group("Combatants", tag("div", *people, class_="chips"), _render_more(view.more_people))
        if people
        else None,
        _render_group("Rules", *rules, _render_more(view.more_rules)) if rules else None,
        _render_group("In the log", *lines, _render_more(view.more_lines)) if lines else None,
        _render_left_out(view),
    )


def _render_group(title: str, *content: Child) -> Html:
    return tag("section", tag("h3", title), *content, class_="found")


def _render_choices(matches: ChoiceMatches, words: tuple[str, ...]) -> Html:
    shown = (render_choice(choice, match_label=_mark_words(choice.label, words)) for choice in matches.choices)
    return _render_group(matches.title, *shown, _render_more(matches.more))


def _render_more(count: int) -> Html | None:
    return tag("p", f"and {count} more", class_="hint") if count else None


def _render_left_out(view: FindView) -> Html | None:
    words = f"Not searched: the oldest {write_count(view.left_out, 'step')} of the log."
    return tag("p", words, class_="hint") if view.left_out else None


def _render_person(person: PersonMatch, words: tuple[str, ...]) -> Html:
    return button(_mark_words(person.name, words), Person(person.id), class_=f"chip who dot side-{person.side}")


def _render_line(line: LineMatch, words: tuple[str, ...]) -> Html:
    when = tag("small", f" {line.when}") if line.when else None
    return button(join(_mark_words(line.words, words), when), Line(line.step), class_="entry")


@lru_cache(maxsize=1)
def pattern_of_words(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of any of the words."""
    return re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)


def _mark_words(text: str, words: tuple[str, ...]) -> Html:
    """Mark the words of the search in a text."""
    parts = pattern_of_words(words).split(text)
    return join(*(tag("mark", part) if place % 2 else part for place, part in enumerate(parts)))
