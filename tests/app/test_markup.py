"""Tests of HTML: typed text never becomes markup."""

import ast
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.intents.fight import Enter, HistoryMove, RuleScoreIntent, ShowLogOf, Why
from app.ui.markup import Html, button, classes, entry_for, escape, form_for, join, tag
from tests.app.elements import read
from tests.app.ours import SCRIPT, listed
from tools.layout import ROOT

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</button></li><script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "' onclick='alert(1)",
    "&lt;b&gt; &amp;",
    "<!-- ",
    "]]>",
    "javascript:alert(1)",
    "{{7*7}}${7*7}",
    "`onmouseover=alert(1)`",
    "<style>*{display:none}</style>",
    "\\u003cimg\\u003e",
    "a\N{NO-BREAK SPACE}b",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_text_and_attributes_come_out_as_they_went_in(text: str) -> None:
    """As the content of an element and as an attribute, read back by a parser."""
    root = read(tag("li", text, title=text))
    (element,) = root.children
    assert [each.name for each in root][1:] == ["li"]
    assert not isinstance(element, str)
    assert element.children == [text]
    assert element.attributes == {"title": text}


@given(st.text(st.characters(exclude_characters="\r")))  # a parser folds line ends
def test_any_text_survives(text: str) -> None:
    """Escaping loses nothing and adds nothing; an empty text adds no node."""
    shown = read(tag("p", text)).find("p").children
    assert "".join(str(child) for child in shown) == text
    assert "<" not in escape(text)
    assert '"' not in escape(text)


def test_markup_stays_markup_and_text_joined_to_it_is_escaped() -> None:
    """Only what was made here is Html; adding text to it by hand gives text again."""
    bold = tag("b", "Mara")
    assert join(bold, " <i>") == "<b>Mara</b> &lt;i&gt;"
    assert not isinstance(bold + "<i>", Html)
    assert join(bold + "<i>") == "&lt;b&gt;Mara&lt;/b&gt;&lt;i&gt;"
    assert join("a", None, 3) == "a3"


def test_attributes() -> None:
    """True is a bare attribute; False and None leave it out; names get their hyphens."""
    made = tag("input", data_do="x", for_="y", checked=True, disabled=False, title=None, size=4)
    assert made == '<input data-do="x" for="y" checked size="4"/>'


def test_buttons_send_no_form_by_accident() -> None:
    """A button without a type would submit the form around it."""
    assert button("Why?", Why("c1")) == '<button type="button" data-do="why" data-arg="c1">Why?</button>'
    assert button("Undo", HistoryMove.UNDO) == '<button type="button" data-do="undo">Undo</button>'


def test_forms_and_boxes_say_what_they_send() -> None:
    assert (
        form_for(RuleScoreIntent("c1"), class_="naming")
        == '<form data-submit="rule-score" data-arg="c1" class="naming"></form>'
    )
    assert entry_for(Enter("attack.feint")) == "attack.feint"
    assert entry_for(ShowLogOf()) == "log.about"


def test_classes() -> None:
    """Only those that are names."""
    assert classes("row", False, None, "acting", "") == "row acting"
    assert classes(False, "") is None


def calls(name: str) -> Iterator[ast.Call]:
    """Return every call in the page's Python that makes an element by this function."""
    for file in sorted((ROOT / "static" / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(), str(file))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def test_the_policy_lets_through_what_the_renderers_make_and_nothing_else() -> None:
    """Whoever makes a new element or attribute writes it into the lists; what is made no longer is taken out."""
    made = {call.args[0].value for call in calls("tag") if isinstance(call.args[0], ast.Constant)}
    assert made == listed("ELEMENTS"), SCRIPT
    given = {
        keyword.arg.rstrip("_").replace("_", "-")
        for name in ("tag", "button", "form_for")
        for call in calls(name)
        for keyword in call.keywords
        if keyword.arg
    }
    bare = {attribute for attribute in given if not attribute.startswith(("aria-", "data-"))}
    assert bare == listed("ATTRIBUTES"), SCRIPT


def test_no_element_is_named_by_data() -> None:
    """Each stands in the source by its name."""
    assert all(isinstance(call.args[0], ast.Constant) for call in calls("tag"))
