"""Read lists of combatants from elsewhere: tables, lists of lines, stat blocks, and the JSON and XML of other
programs.

Everything that is not imported is reported, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from types import MappingProxyType

from app.importers.blocks import read_value_blocks
from app.importers.chat import is_chat_of_nicks
from app.importers.improved_initiative import read_improved_initiative
from app.importers.json_xml import has_creature_tags, names_in_json, read_foreign_json, read_foreign_xml
from app.importers.lists import WordedList, divide_list, read_list, take_list, word_list
from app.importers.notes import read_note, with_commas
from app.importers.pack_creatures import split_known, with_creatures
from app.importers.portions import Portions, finish, part_of
from app.importers.rows import bounded, shorten
from app.importers.tables import (
    Table,
    begins_with_head,
    find_table,
    has_unnamed_columns,
    is_of_creatures,
    names_names,
    read_table,
    read_unnamed_columns,
    split_numbers_behind_names,
    split_tables,
    table_of_html,
)
from app.values.creatures import NO_CREATURES, Creatures
from app.values.games import Game, ready_games
from app.values.lists import LONGEST, LineRead, Roster, Span, Subjects, in_fight
from app.values.stored import SavedRuleSet
from turntrack.codec.json_values import read_json
from turntrack.core.commands import Command, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadSave
from turntrack.core.fields import Field
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.lines.bare_numbers import ask_in_list
from turntrack.lines.headings import Heading
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.rule_change import take
from turntrack.systems.table_rules.rule_set import RuleSet


def read_roster(text: str, system: TurnSystem, subjects: Subjects = MappingProxyType({})) -> Portions[Roster]:
    """Read a list of combatants. ``subjects`` are those of columns that were chosen by hand.

    Raises BadSave for other text.
    """
    if len(text) > LONGEST:
        raise BadSave(f"This is too long: at most {LONGEST} characters can be read. Paste the creatures that you need.")
    text = _end_at_last_line(text.removeprefix("\ufeff").translate(FULL_WIDTH))
    if advice := _advise(text):
        raise BadSave(advice)
    text = _unfence(text)
    if _JSON.match(text):
        raw = read_json(text, LONGEST)
        if names := names_in_json(raw):
            return (yield from _read_text("\n".join(names), system))
        sorted_lists = yield from read_improved_initiative(raw, system)
        return sorted_lists or (yield from read_foreign_json(raw, system))
    if text.lstrip()[:1] == "<" and (table := table_of_html(text)):
        text = table
    if text.lstrip()[:1] == "<" and not is_chat_of_nicks(text):
        return (yield from _read_tags(text, system))
    if "\0" in text:
        raise BadSave("This is neither a file from Turntrack nor a list: it is not text.")
    text, notes = read_note(text)
    roster = with_commas((yield from _read_plain(text, system, subjects)))
    return replace(roster, notes=bounded([*notes, *roster.notes])) if notes else roster


def _end_at_last_line(text: str) -> str:
    """Leave out the empty lines at the end, of which spreadsheets may leave a million.

    >>> _end_at_last_line("name,side,\\nMara,,\\n,,\\n ,,\\n")
    'name,side,\\nMara,,\\n'
    """
    return text[: text.find("\n", len(text.rstrip(" \t\r\n,;|"))) + 1] or text


def _read_plain(text: str, system: TurnSystem, subjects: Subjects) -> Portions[Roster]:
    """Read text that is no JSON and no XML. Raises BadSave."""
    if several := (yield from _read_with_tables(text, system, subjects)):
        return several
    table = find_table(text, system)
    worded = WordedList(text) if table and names_names(table, system) else word_list(text, system)
    # From the form that is hardest to mistake down to plain lines, as which nearly any text can be read.
    if blocks := (yield from read_value_blocks(worded.text, system)):
        return blocks
    divided = yield from part_of(divide_list(worded.text, system), 0, 0.5)
    if divided.blocks or worded.heads:
        return (yield from part_of(take_list(worded, divided, system), 0.5, 1))
    if table:
        return (yield from read_table(table, system, subjects))
    if has_unnamed_columns(worded.text):
        return (yield from read_unnamed_columns(worded.text, system, subjects))
    if (table := split_numbers_behind_names(worded.text)) and not _are_totals(worded.text, system.fields):
        return (yield from read_unnamed_columns(table, system, subjects))
    return (yield from part_of(take_list(worded, divided, system), 0.5, 1))


def _read_with_tables(text: str, system: TurnSystem, subjects: Subjects) -> Portions[Roster | None]:
    """Read several tables, or one with lines beside it or a side above it; None for other text. Raises BadSave."""
    tables, others = split_tables(text, system)
    parts = [table for table in tables if is_of_creatures(table.text, system)]
    rosters = list[Roster]()
    if tables:
        with suppress(BadSave):  # nobody: titles, and remarks
            rosters.append((yield from _read_text(others, system)))
    if len(rosters) + len(tables) < 2 or not (rosters or parts):
        alone = next((table for table in parts if table.side), None)
        return _on_side((yield from read_table(alone.text, system, subjects)), alone.side) if alone else None
    for table in parts:
        rosters.append(_on_side((yield from read_table(table.text, system)), table.side))
    notes = [f"This table is left out: “{shorten(table.text.strip())}”." for table in tables if table not in parts]
    members = tuple(member for roster in rosters for member in roster.members)
    if len(members) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(members)} combatants; at most {MOST_COMBATANTS} can be read.")
    told = [*(note for roster in rosters for note in roster.notes), *notes]
    return Roster("Lists and tables", members, bounded(told), rosters[0].name)


def _are_totals(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether numbers behind names are those of the order: they are told so, or by the list."""
    if not any(field.is_score for field in fields):
        return False
    asked = ask_in_list(text.splitlines(), fields)
    return not asked or any(slip.taken for slip in asked.values())


def _read_text(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read stat blocks, and lines outside them. Raises BadSave."""
    worded = word_list(text, system)
    divided = yield from part_of(divide_list(worded.text, system), 0, 0.5)
    return (yield from part_of(take_list(worded, divided, system), 0.5, 1))


def read_typed(
    text: str, encounter: Encounter, system: TurnSystem, creatures: Creatures = NO_CREATURES
) -> tuple[LineRead, ...]:
    """Read what is typed or pasted into *Add*: each stat block, and each line outside of them, as a combatant.

    Lines that name one of the ``creatures`` get its values.
    """
    if _JSON.match(text) or (text.lstrip()[:1] == "<" and not is_chat_of_nicks(text)):
        return _read_typed_data(text, encounter, system)
    if begins_with_head(text, system):
        return _read_typed_table(text, encounter, system)
    return _read_typed_list(text, encounter, system, creatures)


def _read_typed_list(
    text: str, encounter: Encounter, system: TurnSystem, creatures: Creatures = NO_CREATURES
) -> tuple[LineRead, ...]:
    tables, text = split_tables(text, system)
    rows = [row for table in tables for row in _read_typed_rows(table, encounter, system)]
    worded = word_list(text, system)
    if not rows and "\n" in text and (blocks := finish(read_value_blocks(worded.text, system))):
        return _lines_of(blocks, encounter)
    divided = finish(divide_list(worded.text, system))
    read = finish(read_list(worded, divided, encounter, system, partial(split_known, known=creatures), rows=rows))
    return tuple(with_creatures([*map(_with_card_told, read)], creatures, system))


def _read_typed_rows(table: Table, encounter: Encounter, system: TurnSystem) -> list[LineRead]:
    """Read the rows of a table between other lines; of one without creatures, the head says that it is left out."""
    span = Span(table.first, 0)
    if not is_of_creatures(table.text, system):
        return [LineRead(span, table.text.split("\n")[table.first - 1], heading=Heading(is_sentence=True))]
    try:
        roster = _on_side(finish(read_table(table.text, system)), table.side)
    except BadSave as error:
        return [LineRead(span, table.text.split("\n")[table.first - 1], wrong=str(error))]
    return [replace(row, span=span) for row in _lines_of(roster, encounter)]


def _on_side(roster: Roster, side: str) -> Roster:
    """Return a roster whose members are on this side, if they have none of their own."""
    return replace(roster, members=tuple(replace(each, side=each.side or side) for each in roster.members))


def _with_card_told(line: LineRead) -> LineRead:
    """Return a stat block with what is told of it beside its name."""
    if line.command is None or not line.command.card:
        return line
    told = (note.removeprefix(f"{line.command.name}: ") for note in line.notes)
    return replace(line, notes=(f"card of {len(line.command.card)} lines", *told))


def _read_typed_data(text: str, encounter: Encounter, system: TurnSystem) -> tuple[LineRead, ...]:
    """Read JSON or XML; if it is neither, its lines."""
    try:
        return _lines_of(finish(read_roster(text, system)), encounter)
    except BadSave as error:
        read = _read_typed_list(text, encounter, system)
        if text.lstrip()[:1] == "<":  # a name may begin so
            return read
        return (replace(read[0], command=None, wrong=str(error)), *read[1:])


def _read_typed_table(text: str, encounter: Encounter, system: TurnSystem) -> tuple[LineRead, ...]:
    """Read the rows of a table."""
    try:
        roster = finish(read_table(find_table(text, system), system))
    except BadSave as error:
        return (LineRead(Span(1), text.partition("\n")[0], wrong=str(error)),)
    return _lines_of(roster, encounter)


def _lines_of(roster: Roster, encounter: Encounter) -> tuple[LineRead, ...]:
    """Return a line for each member of a roster; the notes stand beside the first."""
    left = (f"left out: {', '.join(roster.left_out)}",) if roster.left_out else ()
    notes = (*roster.notes, *left)
    return tuple(
        LineRead(Span(at, 0), member.name, in_fight(member, encounter), notes=notes if at == 1 else ())
        for at, member in enumerate(roster.members, 1)
    )


FULL_WIDTH = MappingProxyType({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})
"""Letters, digits and signs as wide as ideographs, each with the usual character."""
_JSON = re.compile(r"""\s*+(?:\[\s*+(?:[{"]|\]|-?\d++\s*+,)|\{\s*+(?:"|\}))""")
_FENCE = re.compile(r"```\w*[^\S\n]*+\n(?=\s*+[\[{])")
_TAG = re.compile(r"<[^<>]*>")
_HTML = re.compile(r"</?(?:li|p|div|br|tr|ul|ol|h[1-6]|b|i|u|em|strong|span|a)\b", re.IGNORECASE)
_ENDS_OF_LINES = re.compile(r"</?(?:li|p|div|br|tr|ul|ol|h[1-6])\b[^<>]*>", re.IGNORECASE)


def _unfence(text: str) -> str:
    """Return JSON without the lines of a Markdown code block around it; other texts unchanged."""
    block = text.strip()
    begun = _FENCE.match(block)
    inner = block.removesuffix("```").rstrip(" \t")
    return inner[begun.end() :] if begun and inner.endswith("\n") and inner != block else text


def _read_tags(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read the creatures of XML, or the lines of a web page. Raises BadSave."""
    try:
        return (yield from read_foreign_xml(text, system))
    except BadSave:
        # No creatures in XML: perhaps a list that was copied from a web page.
        lines = unescape(_TAG.sub("", _ENDS_OF_LINES.sub("\n", text)))
        if has_creature_tags(text) or not lines.strip() or not _HTML.search(text):
            raise
        return (yield from _read_text(lines, system))


OTHER_KINDS = (
    (re.compile(r"%PDF-"), "This is a PDF: open it, copy the text of the creatures, and paste it here."),
    (re.compile(r"\{\\rtf"), "This is formatted text (RTF): save it as plain text, or copy and paste its lines."),
    (
        re.compile(r"PK\x03\x04"),
        "This is a spreadsheet, document or zip file: save the table as CSV, or paste its cells here.",
    ),
    (
        re.compile(r".PNG\r?\n|.{0,8}JFIF|GIF8|RIFF.{4}WEBP", re.DOTALL),
        "This is a picture: only text can be read.",
    ),
    (
        re.compile(r"\s*(?:https?://|www\.)\S+\s*\Z", re.IGNORECASE),
        "This is a link, and this page reads nothing from other sites: open it, copy the text and paste it here.",
    ),
)
"""The beginnings of files that hold no list, each with the advice for such a file."""


def _advise(text: str) -> str:
    """Return the advice for a file that holds no list; empty for all others."""
    return next((words for pattern, words in OTHER_KINDS if pattern.match(text)), "")


LAST = "last"
"""The key of the open fight's rules, or of those of the fight that was played last, if they are none of the others."""


@dataclass(frozen=True, slots=True)
class RosterGame:
    """A game for whose rules a list can be read, and what gives them to a new fight."""

    key: str
    title: str
    system: TurnSystem
    """With the fields of these rules."""
    commands: tuple[Command, ...] = ()
    likeness: str = ""
    """The best known games with such rules: ``as in Shadowrun 1, Shadowrun 2``."""

    @property
    def label(self) -> str:
        return f"{self.title} ({self.likeness})" if self.likeness else self.title


NO_GAME = RosterGame("", "Choose the rules", replace(TABLE_RULES, fields=(), title="a list without rules"))
"""Stands for a game that is still to be chosen: names, counts and health can be read without."""


def games_to_choose(systems: tuple[TurnSystem, ...], own: Iterable[SavedRuleSet]) -> tuple[RosterGame, ...]:
    """Return the games to choose from: the table's own, then all others in the order of the first screen."""
    made = (_of_rule_set(f"own {saved.key}", saved.rules, systems) for saved in own if not saved.gone)
    return (*made, *(_of_game(game, systems) for game in ready_games(systems)))


def game_of_fight(encounter: Encounter, system: TurnSystem, known: Iterable[RosterGame]) -> RosterGame:
    """Return the game of a fight: one of the known ones, or the fight's own rules."""
    commands = system.own_rules(encounter)
    here = system.at(encounter)
    same = (game for game in known if game.system.key == system.key and game.commands == commands)
    return next(same, RosterGame(LAST, here.title, here, commands))


def _of_game(game: Game, systems: tuple[TurnSystem, ...]) -> RosterGame:
    if game.rules is None:
        choice = RosterGame(game.key, game.title, system_of(game.system, systems))
    else:
        choice = _of_rule_set(f"preset {game.key}", game.rules, systems)
    return replace(choice, likeness=game.likeness)


def _of_rule_set(key: str, rules: RuleSet, systems: tuple[TurnSystem, ...]) -> RosterGame:
    session = Session(systems)
    for command in (MakeEncounter(rules.name, TABLE_RULES.key), take(rules)):
        session.dispatch(command, NoDice())
    return RosterGame(key, rules.name, TABLE_RULES.at(session.encounter), (take(rules),))
