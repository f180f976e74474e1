"""HTML of the sheet of the search in the open fight: first choices, then combatants, rules and log lines."""

from __future__ import annotations

import re
from functools import lru_cache

from app.fight.search_in_fight import ChoiceMatches, FindView, LineMatch, PersonMatch
from app.intents.fight import Line, Person, TypeIn
from app.ui.markup import Child, Html, button, entry_for, join, tag
from app.ui.panel_html import render_choice
from app.ui.sheet import Sheet
from app.values.fight_names import write_count

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
