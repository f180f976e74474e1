"""Tests of saying what the words of a line are: in each game, a mended line is read as it was chosen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.table import Table
from tests.app.test_evening_lines import begin, read
from turntrack.core.commands import AddCombatant
from turntrack.core.fields import Field, Kind, modifier_of
from turntrack.core.fields import read as read_value
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import in_quarters
from turntrack.lines.roles import Retelling, can_be_told, choices_for, read_words
from turntrack.systems import SYSTEMS

PRESETS = ("d20_once", "three_actions", "cards", "skills", "fixed_speed", "segments", "dexterity_order")
GAMES = (*(system.key for system in SYSTEMS if system.key != "table_rules"), *PRESETS)
WORDS = (
    "Corwin", "Sturl", "orc", "goblins", "the", "init", "body", "perc", "dex", "+3", "-2", "12", "7", "26", "1", "0",
    "7/12", "3D", "2d6", "4D+1", "delaying", "hidden", "prone", "foe", "hero", "note", "side", "group", "x3", "round",
    "wings", "with", "and", "Lia18", "75hp", "R4-T2", "O’Hara", "Müller", "weapon", "sabre", "maul", "condition",
    "each", "counter", "all", "left", "no", "wait", "sorry", "is", "has", "of", "22", "K♠", "joker", "hearts", "7A8C62",
    "UPP", "#4", "(17)", "second", "three", "some", "both", "same", "as", "vs", "party", "heroes:", "//", "remark",
    "~", "->", "max", "temp", "5.75", "speed", "wounds", "extra", "slow", "single", "15.", "ready", "hp",
)  # fmt: skip


@st.composite
def lines(draw: st.DrawFn) -> str:
    drawn = st.sampled_from(WORDS) | st.text("abcXYZ019-", min_size=1, max_size=6)
    words = draw(st.lists(drawn, min_size=1, max_size=7))
    signs = draw(st.lists(st.sampled_from((" ", " ", ", ")), min_size=len(words), max_size=len(words)))
    return "".join(sign + word for sign, word in zip(signs, words, strict=True)).strip(" ,")


@pytest.mark.parametrize("game", GAMES)
@given(st.data(), lines().filter(can_be_told))
def test_a_mended_line_is_read_as_it_was_chosen(game: str, data: st.DataObject, line: str) -> None:
    """Without a question, and no word is lost that was not left out, whatever was typed and is chosen."""
    fields = begin(game)[1].fields
    for _ in range(data.draw(st.integers(1, 3))):
        words = read_words(line, fields)
        at = data.draw(st.sampled_from([at for at, word in enumerate(words) if word.text]))
        chosen = data.draw(st.sampled_from(choices_for(words, at, fields)))
        line = chosen.line
        (told,) = read(line, game)
        assert told.command, (line, told.wrong)
        assert not told.slips, line
        assert _says(told.command, words[at].text, chosen, fields), line
        shown = _shown(told.command)
        kept = [word.text for other, word in enumerate(words) if word.role.joins and other != at]
        assert all(word in shown or singular(word) in shown for word in kept), line


def _shown(command: AddCombatant) -> str:
    conditions = (condition.name for condition in command.conditions)
    return " ".join((command.name, command.note, *conditions, *map(str, command.sheet.values())))


def _says(command: AddCombatant, text: str, chosen: Retelling, fields: tuple[Field, ...]) -> bool:
    """Return whether a combatant has a word as what is chosen."""
    part = chosen.role.part
    health = f"{command.health}/{command.full_health}"
    match chosen.role.key:
        case "name":
            return text in command.name or singular(text) in command.name
        case "note" | "condition":  # of those who come later, conditions are notes
            return text in _shown(command)
        case "side":
            return part == command.side
        case "hidden":
            return command.hidden
        case "health" | "full health":
            said = (str(command.health), str(command.full_health), health, f"hp {command.health_dice}")
            return text.lstrip("0") in ("", *said) or part == f"hp {command.health_dice}" or int(text) == command.health
        case "ac":
            return f"AC {text}" in command.note
        case "count":
            return part in (f"x{command.count}", f"x{command.count_dice}")
        case "":
            return True
        case key:
            field = next(field for field in fields if field.key == key)
            value = command.sheet[key]
            match field.kind:
                case Kind.FLAG:
                    return value is True
                case Kind.PICK:
                    return part.endswith(f" {value}")
                case Kind.TEXT:
                    return text in str(value)
                case Kind.NUMBER | Kind.DICE:
                    modifier = modifier_of(field, text)
                    number = in_quarters(text) if field.is_in_quarters else text
                    return value == (read_value(field, number) if modifier is None else modifier)


def test_three_taps_say_of_a_number_what_it_is(table: Table) -> None:
    """Its line, the number, and what it is; the line is read anew at once, and one tap takes that back."""
    table.tap("new", "rond6")
    table.key_in("lines", "foreman Sturl 3D 26 grit")
    assert not table.dialog.with_class("told-word")
    table.tap("say-words", "words-1")
    assert [word.text for word in table.dialog.with_class("told-word")] == [
        "foreman name",
        "Sturl name",
        "3D ?",
        "26 ?",
        "grit ?",
    ]
    table.tap("say-words", "words-1-1-3D")
    (perception,) = [each for each in table.dialog.all("button") if each.text == "Perception"]
    table.tap("mend-line", perception.attributes["data-arg"])
    assert table.dialog.values()["lines"] == "foreman Sturl x1, perception 3D, note 26 grit"
    assert [word.text for word in table.dialog.with_class("told-word")][-3:] == [
        "3D Perception",
        "26 note",
        "grit note",
    ]
    (undo,) = [each for each in table.dialog.with_class("chip") if each.text == "Undo"]
    table.tap("mend-line", undo.attributes["data-arg"])
    assert table.dialog.values()["lines"] == "foreman Sturl 3D 26 grit"
    table.tap("say-words", "words-1-1-3D")  # the line, which is open at this word
    assert not table.dialog.with_class("told-word")


def test_the_words_close_with_the_next_key(table: Table) -> None:
    table.tap("new", "rond6")
    table.key_in("lines", "Mara\nSturl")
    table.tap("say-words", "words-2")
    assert table.dialog.with_class("told-word")
    table.key_in("lines", "Mara\nSturl 2")
    assert not table.dialog.with_class("told-word")


@pytest.mark.parametrize(
    "text", ["Aria 17, Borin 21, 2 orcs hp 15", '[{"name": "Mara"}]', "Name\tHP\nAria\t33", "a " * 50]
)
def test_several_and_data_and_what_is_long_are_not_told_word_by_word(table: Table, text: str) -> None:
    table.tap("new", "zebra")
    table.key_in("lines", text)
    assert not [each for each in table.dialog.all("button") if each.attributes.get("data-do") == "say-words"]


def test_a_line_of_which_nothing_can_be_read_can_be_told(table: Table) -> None:
    table.tap("new", "zebra")
    table.key_in("lines", "Mara, side A, side B")
    (says,) = [each for each in table.dialog.all("button") if each.text == "Say what it is"]
    table.tap("say-words", says.attributes["data-arg"])
    assert table.dialog.with_class("told-word")


def test_a_number_is_what_the_list_has_told(table: Table) -> None:
    """As it is shown above its words."""
    table.tap("new", "zebra")
    table.key_in("lines", "Aria 17\nBorin 12")
    table.tap("say-words", "words-2")
    assert [word.text for word in table.dialog.with_class("told-word")] == ["Borin name", "12 initiative"]
