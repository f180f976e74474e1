"""Tests that typed input is shown as text everywhere."""

from collections.abc import Iterator

import pytest

from tests.app.elements import Element
from tests.app.ours import is_our_attribute, is_our_element
from tests.app.table import Table
from tests.app.test_markup import HOSTILE

NEVER = ("on", "style", "src", "href", "action", "formaction")
NAMES = tuple(" ".join(text.split())[:60] for text in HOSTILE)


def shown(table: Table) -> Iterator[Element]:
    """Return every element of every region."""
    for name in (*table.screen.regions, "track"):
        yield from list(table.region(name))[1:]


def expect_only_our_markup(table: Table) -> None:
    """Check that all elements and attributes are the page's own."""
    for element in shown(table):
        assert is_our_element(element.name), element
        for attribute in element.attributes:
            assert attribute == "viewbox" or is_our_attribute(attribute), element  # HTMLParser folds case
            assert not attribute.startswith(NEVER), element


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_is_text_everywhere(table: Table, name: str) -> None:
    """As a combatant, side, group, note, encounter and weapon; in rows, slab, panel, log, dialogs, live region."""
    table.tap("new", "zebra")
    table.tap("form")
    sheet = {"sheet__weapon": name, "sheet__position": "shooting"}
    table.send("add-form", name=name, side=name, group=name, health="9", at_table=True, **sheet)
    table.add("Rat, shooting")
    table.tap("menu")
    table.send("rename", name=name)
    assert table.last.title == f"{name} · Turntrack"
    table.tap("person", "c1")
    table.change("note", name)
    table.dice.faces[:] = [1]
    table.tap("open")
    assert name in table.dialog.text
    expect_only_our_markup(table)
    table.send("enter-dice", **{table.dialog.all("input")[0].attributes["name"]: "20"})
    assert table.track[0].startswith(f"*{name} ")
    assert name in table.region("now").text
    assert name in table.region("panel").text
    expect_only_our_markup(table)
    for do, arg in (("why", "c1"), ("person", "c1"), ("edit", "c1"), ("menu", ""), ("options", ""), ("rules", "")):
        table.controller.handle(do, arg, {})
        expect_only_our_markup(table)
    table.controller.handle("enter", "rules.search", {"value": name})
    assert table.dialog.find("input", id="rules-search").attributes["value"] == name
    table.tap("dismiss")
    table.choose("attack", f"{name} (middle)")
    assert name in table.log[0]
    assert name in table.last.live
    assert name in table.region("history").find("button", id="undo").attributes["aria-label"]
    table.tap("undo")
    assert name in table.region("history").find("button", id="redo").text
    table.enter("other.note", name)
    table.choose("other", "Do it")
    table.tap("note")
    table.send("write-note", text=name)
    assert table.log[0] == name
    expect_only_our_markup(table)
    table.tap("undo")
    table.tap("note")
    table.send("write-note", text="The bell rings.")
    last = str(len(table.session.past))
    for do, arg in (("line", last), ("line", "2"), ("branch-drop", "1"), ("menu", "")):
        table.controller.handle(do, arg, {})
        assert name in table.dialog.text or arg == last
        expect_only_our_markup(table)
    table.tap("dismiss")
    table.open_log()
    assert name in table.region("log").with_class("branch")[0].text
    table.tap("menu")
    table.tap("home")
    assert name in table.region("home").text
    expect_only_our_markup(table)


@pytest.mark.parametrize("text", NAMES)
def test_a_hostile_line_is_quoted_as_text(table: Table, text: str) -> None:
    """While it is typed, in the message that refuses it, and kept in the box."""
    table.tap("new", "zebra")
    line = f"Mara, {text} x, side A, side B"
    table.key_in("lines", line)
    expect_only_our_markup(table)
    table.send("add-lines", lines=line)
    assert table.dialog.find("p", id="form-error").text.startswith("Line 1: ")
    assert table.dialog.values()["lines"] == line
    expect_only_our_markup(table)
