"""A parser of HTML, so that tests check elements and text, not strings of markup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

EMPTY = {"input", "img", "br", "hr", "link", "meta", "wbr"}


@dataclass
class Element:
    """An element with its attributes and children."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        """Yield the element and its descendants, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child

    @property
    def text(self) -> str:
        """Return the text of the element, with white space folded."""
        return " ".join(self._raw().split())

    @property
    def label(self) -> str:
        """Return the accessible name: the ``aria-label``, or else the text."""
        return self.attributes.get("aria-label") or self.text

    def all(self, name: str = "", **attributes: str) -> list[Element]:
        """Return the descendants with this name and these attributes (``data_do`` stands for data-do)."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [
            each
            for each in self
            if each is not self
            and (not name or each.name == name)
            and all(each.attributes.get(key) == value for key, value in wanted.items())
        ]

    def find(self, name: str = "", **attributes: str) -> Element:
        """Return the only descendant with this name and these attributes. Raises ValueError for none or several."""
        (element,) = self.all(name, **attributes)
        return element

    def with_class(self, name: str) -> list[Element]:
        """Return the descendants with this class."""
        return [each for each in self if name in each.attributes.get("class", "").split()]

    def values(self) -> dict[str, str | bool]:
        """Return a form's contents as the browser sends them."""
        values: dict[str, str | bool] = {}
        for box in self:
            name = box.attributes.get("name", "")
            if name and box.name == "input" and box.attributes.get("type") == "checkbox":
                values[name] = "checked" in box.attributes
            elif name and box.name == "input" and box.attributes.get("type") == "radio":
                if "checked" in box.attributes:
                    values[name] = box.attributes.get("value", "")
            elif name and box.name == "select":
                options = box.all("option")
                chosen = [option for option in options if "selected" in option.attributes] or options[:1]
                values[name] = chosen[0].attributes.get("value", "") if chosen else ""
            elif name and box.name == "textarea":
                values[name] = box._raw()
            elif name and box.name == "input":
                values[name] = box.attributes.get("value", "")
        return values

    def _spaced(self) -> str:
        """Return the text between spaces; a break opportunity is no space."""
        return "" if self.name == "wbr" else f" {self._raw()} "

    def _raw(self) -> str:
        parts = (child if isinstance(child, str) else child._spaced() for child in self.children)
        return "".join(parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in EMPTY:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


@lru_cache(maxsize=200)
def read(html: str) -> Element:
    """Parse a piece of HTML. The result must not be changed. Fails if a tag is left open or closed twice.

    The result is cached, because most of a page does not change from tap to tap.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader._open == [reader.root], f"<{reader._open[-1].name}> is left open"
    return reader.root
