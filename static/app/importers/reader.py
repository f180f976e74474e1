"""Read lists of combatants from elsewhere: tables, lists of lines, stat blocks, and the JSON and XML of other
programs.

Everything that is not imported is reported, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from types import MappingProxyType

from app.importers.block_creatures import BlockReader, read_stat_blocks
from app.importers.blocks import read_value_blocks
from app.importers.chat import put_senders_behind
from app.importers.codes import put_words_to_codes
from app.importers.columns import put_words_to_columns
from app.importers.improved_initiative import read_improved_initiative
from app.importers.json_xml import has_creature_tags, names_in_json, read_foreign_json, read_foreign_xml
from app.importers.lines import read_lines
from app.importers.notes import read_note, with_commas
from app.importers.pack_creatures import split_known, with_creatures
from app.importers.portions import Portions, finish
from app.importers.rows import bounded, shorten, with_said
from app.importers.stat_blocks import StatBlock, find_stat_blocks, headings_above, may_be_block
from app.importers.tables import (
    begins_with_head,
    find_table,
    has_unnamed_columns,
    names_names,
    read_table,
    read_unnamed_columns,
    split_numbers_behind_names,
    table_of_html,
)
from app.values.creatures import NO_CREATURES, Creatures
from app.values.fight_names import write_count
from app.values.games import Game, ready_games
from app.values.lists import LONGEST, LineRead, Roster, Span, Subjects, read_each, side_in_fight, side_of_newcomers
from app.values.sides import guess_sides
from app.values.stored import SavedRuleSet
from turntrack.codec.json_values import read_json
from turntrack.core.commands import Command, MakeEncounter
from turntrack.core.dice import NoDice
from turntrack.core.errors import BadSave
from turntrack.core.fields import LONGEST_NAME, TOLD, Field
from turntrack.core.model import Encounter
from turntrack.history.session import Session
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.headings import Heading, read_heading, said_by_heading
from turntrack.rules.quick_line import LONGEST_LINE, holds_values_alone
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
    if text.lstrip()[:1] == "<":
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
    text = put_senders_behind(text, system.fields)
    table = find_table(text, system)
    has_names = bool(table) and names_names(table, system)
    lines, heads = (text, {}) if has_names else put_words_to_columns(text, system)
    if lines != text:
        told = [f"Line {number} names the columns: “{shorten(line)}”." for number, line in heads.items()]
        roster = yield from read_lines(lines, system)
        return replace(roster, notes=bounded([*told, *roster.notes]))
    # From the form that is hardest to mistake down to plain lines, as which nearly any text can be read.
    if blocks := (yield from read_value_blocks(text, system)):
        return blocks
    if stat_blocks := (yield from read_stat_blocks(text, system)):
        return stat_blocks
    if table:
        return (yield from read_table(table, system, subjects))
    if has_unnamed_columns(text):
        return (yield from read_unnamed_columns(text, system, subjects))
    # Where there is one, such a number is read as the number of the order.
    takes_score = any(field.is_score and field != TOLD for field in system.fields)
    takes_score |= TOLD in system.fields and _has_signs(text)
    if not takes_score and (table := split_numbers_behind_names(text)):
        return (yield from read_unnamed_columns(table, system, subjects))
    text, notes = put_words_to_codes(text, system.fields)
    roster = yield from read_lines(text, system)
    return replace(roster, notes=bounded([*notes, *roster.notes])) if notes else roster


def read_typed(
    text: str, encounter: Encounter, system: TurnSystem, creatures: Creatures = NO_CREATURES
) -> tuple[LineRead, ...]:
    """Read what is typed or pasted into *Add*: each stat block, and each line outside of them, as a combatant.

    Lines that name one of the ``creatures`` get its values.
    """
    if _JSON.match(text) or text.lstrip()[:1] == "<":
        return _read_typed_data(text, encounter, system)
    if begins_with_head(text, system):
        return _read_typed_table(text, encounter, system)
    text = _COUNT_ABOVE.sub(r"\n\2 x\1", text)
    text, heads = put_words_to_columns(put_senders_behind(text, system.fields), system)
    text, _ = put_words_to_codes(text, system.fields)
    read = _read_typed(text, encounter, system, partial(split_known, known=creatures))
    read = tuple(_with_headings(_insert_heads(map(_without_prose, read), heads), system.fields))
    return tuple(with_creatures(guess_sides(read, encounter, system.fields), creatures, system))


def _without_prose(line: LineRead) -> LineRead:
    """Return a line that is running text and cannot be read with what to do, in place of guesses at its parts."""
    sentences, links = _END_OF_SENTENCE.findall(line.text), _LINKS_OF_PROSE.findall(line.text)
    is_prose = len(line.text) > LONGEST_NAME and (len(sentences) >= FEWEST_SENTENCES or len(links) >= FEWEST_LINKS)
    return LineRead(line.span, line.text, wrong=PROSE) if is_prose and not (line.command or line.heading) else line


def _insert_heads(read: Iterable[LineRead], heads: Mapping[int, str]) -> tuple[LineRead, ...]:
    """Return the lines with those that name columns, which say nothing of anybody."""
    named = (LineRead(Span(number), line, heading=Heading()) for number, line in heads.items())
    return tuple(sorted((*read, *named), key=lambda line: line.span)) if heads else tuple(read)


def _with_headings(read: tuple[LineRead, ...], fields: tuple[Field, ...]) -> Iterator[LineRead]:
    """Yield the lines with what the headings above them say of each: ``Boarders (surprised):``."""
    said = ""
    for above, line in zip((None, *read), read, strict=False):
        if line.heading:
            is_of_others = bool(line.heading.side or line.heading.group)
            said = said_by_heading(line.text) or ("" if is_of_others else said)
        elif above and not above.heading and above.span.first + above.span.many < line.span.first:
            said = ""  # an empty line parts them
        if said and not line.heading:
            command, rest = (each and with_said(each, said, fields) for each in (line.command, line.rest))
            line = replace(line, command=command, rest=rest)
        yield line


def _read_typed(
    text: str, encounter: Encounter, system: TurnSystem, split: Callable[[str], Sequence[str]]
) -> tuple[LineRead, ...]:
    if "\n" in text and (blocks := finish(read_value_blocks(text, system))):
        return _lines_of(blocks, encounter)
    if len(text) > LONGEST or ("\n" not in text and not may_be_block(text)):
        return read_each(text, encounter, system, split)
    reader = BlockReader(system)
    divided = finish(find_stat_blocks(text, reader.labels))
    if not divided.blocks or any(_is_list(block, system.fields) for block in divided.blocks):
        return read_each(text, encounter, system, split)
    read = [*read_each("\n".join(divided.others), encounter, system, split)]
    guessed = side_of_newcomers(encounter)
    above = headings_above(divided)
    written = text.splitlines()
    for block, heading in zip(divided.blocks[:MOST_COMBATANTS], above, strict=False):
        reader.notes.clear()
        member = reader.member(block)
        said = member.side or heading.side
        member = replace(member, side=side_in_fight(said, encounter) if said else guessed)
        told = tuple(note.removeprefix(f"{member.name}: ") for note in reader.notes)
        has_card = (f"card of {len(member.card)} lines",) if member.card else ()
        lines = "\n".join(written[block.number : block.number + block.many])
        is_guessed = bool(guessed) and not said
        span = Span(block.number + 1, block.many)
        read.append(LineRead(span, lines, member, notes=(*has_card, *told), is_side_guessed=is_guessed))
    if beyond := divided.blocks[MOST_COMBATANTS:]:
        wrong = f"{write_count(len(beyond), 'stat block')} too many: at most {MOST_COMBATANTS} can be read at once."
        read.append(LineRead(Span(beyond[0].number + 1), beyond[0].name, wrong=wrong))
    return tuple(read)


def _is_list(block: StatBlock, fields: tuple[Field, ...]) -> bool:
    """Return whether a block is lines of a list, in which values alone stand below names.

    A name or another line has a number behind words without a label, and all lines have numbers.
    """
    lines = [line[:LONGEST_LINE] for line in block.lines if line]
    alone = [holds_values_alone(line, fields) for line in lines]
    others = [line for line, is_alone in zip(lines, alone, strict=True) if not is_alone]
    if holds_values_alone(block.name, fields):
        return True
    are_short = any(alone) and all(map(_NAME_AND_NUMBER.match, others))
    entries = (line.partition(",") for line in others)
    names = (block.name.partition(",")[0], *(name for name, _, rest in entries if any(map(str.isdigit, rest))))
    return are_short and any(map(_NAME_AND_NUMBER.fullmatch, names))


def _read_typed_data(text: str, encounter: Encounter, system: TurnSystem) -> tuple[LineRead, ...]:
    """Read JSON or XML; if it is neither, its lines."""
    try:
        return _lines_of(finish(read_roster(text, system)), encounter)
    except BadSave as error:
        read = read_each(text, encounter, system)
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
    guessed = side_of_newcomers(encounter)
    members = (
        replace(member, side=side_in_fight(member.side, encounter) if member.side else guessed)
        for member in roster.members
    )
    left = (f"left out: {', '.join(roster.left_out)}",) if roster.left_out else ()
    notes = (*roster.notes, *left)
    return tuple(
        LineRead(Span(at, 0), each.name, each, notes=notes if at == 1 else ()) for at, each in enumerate(members, 1)
    )


FULL_WIDTH = MappingProxyType({code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)})
"""Letters, digits and signs as wide as ideographs, each with the usual character."""
PROSE = "This is running text: write a line for each combatant, such as “2 acolytes, AC 12, hp 22”."
FEWEST_SENTENCES, FEWEST_LINKS = 2, 5
_END_OF_SENTENCE = re.compile(r"[^\W\d][.!?][\"”’)]?\s[A-ZÀ-Þ\d]")
_LINKS_OF_PROSE = re.compile(r"(?<!\S)(?:an?|the|of|in|at|to|will|until|der|die|das|im|bis|wird)(?!\S)")
"""Words that stand between others in sentences, and seldom in lists."""
_JSON = re.compile(r"""\s*+(?:\[\s*+(?:[{"]|\]|-?\d++\s*+,)|\{\s*+(?:"|\}))""")
_WITH_SIGN = re.compile(r"[^\W\d]\s?[:=]\s{0,3}\d{1,3}\s{0,9}\Z")
"""A number behind a name and a sign, which is that of the order: ``Aria: 17``."""
_NAME_AND_NUMBER = re.compile(r"\s*+[^\W\d][^\d,;:]*\s\d{1,3}")
_FENCE = re.compile(r"```\w*[^\S\n]*+\n(?=\s*+[\[{])")
_COUNT_ABOVE = re.compile(
    r"^[^\S\n]*(\d{1,2})\s?(?:[x×]|of\s(?:these|them)):?[^\S\n]*\n([^\W\d][^\n,;]*)(?=\n[^\n]+\n[^\n]+$)", re.MULTILINE
)
"""A number of combatants on a line of its own, above a stat block."""
_TAG = re.compile(r"<[^<>]*>")
_HTML = re.compile(r"</?(?:li|p|div|br|tr|ul|ol|h[1-6]|b|i|u|em|strong|span|a)\b", re.IGNORECASE)
_ENDS_OF_LINES = re.compile(r"</?(?:li|p|div|br|tr|ul|ol|h[1-6])\b[^<>]*>", re.IGNORECASE)


def _has_signs(text: str) -> bool:
    """Return whether the numbers behind names have a sign before them, as those of the order have."""
    return all(not line.strip() or _WITH_SIGN.search(line) or read_heading(line) for line in text.splitlines())


def _unfence(text: str) -> str:
    """Return JSON without the lines of a Markdown code block around it; other texts unchanged."""
    block = text.strip()
    begun = _FENCE.match(block)
    inner = block.removesuffix("```").rstrip(" \t")
    return inner[begun.end() :] if begun and inner.endswith("\n") and inner != block else text


def _read_text(text: str, system: TurnSystem) -> Portions[Roster]:
    """Read stat blocks, or else a list with a line for each combatant. Raises BadSave."""
    blocks = yield from read_stat_blocks(text, system)
    return blocks or (yield from read_lines(text, system))


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
