"""HTML made from text: nothing typed ever becomes markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.markup import Html, button, classes, escaped, joined, tag
from tests.app.elements import read

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
    shown = read(tag("p", text)).one("p").children
    assert "".join(str(child) for child in shown) == text
    assert "<" not in escaped(text)
    assert '"' not in escaped(text)


def test_markup_stays_markup_and_text_joined_to_it_is_escaped() -> None:
    """Only what was made here is Html; adding text to it by hand gives text again."""
    bold = tag("b", "Mara")
    assert joined(bold, " <i>") == "<b>Mara</b> &lt;i&gt;"
    assert not isinstance(bold + "<i>", Html)
    assert joined(bold + "<i>") == "&lt;b&gt;Mara&lt;/b&gt;&lt;i&gt;"
    assert joined("a", None, 3) == "a3"


def test_attributes() -> None:
    """True is a bare attribute; False and None leave it out; names get their hyphens."""
    made = tag("input", data_do="x", for_="y", checked=True, disabled=False, title=None, size=4)
    assert made == '<input data-do="x" for="y" checked size="4"/>'


def test_buttons_send_no_form_by_accident() -> None:
    """A button without a type would submit the form around it."""
    assert button("Go", "run", "c1") == '<button type="button" data-do="run" data-arg="c1">Go</button>'
    assert button("Go", "run") == '<button type="button" data-do="run">Go</button>'


def test_classes() -> None:
    """Only those that are names."""
    assert classes("row", False, None, "acting", "") == "row acting"
    assert classes(False, "") is None
