"""Structure of XML: its elements as a record, like that of JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import escape, unescape

from app.importers.labels import DEEPEST, Titles, fold_key, without_control
from app.importers.portions import Portions
from turntrack.core.errors import BadSave

_TAG = re.compile(r"<(/?)([\w.:-]{1,80}+)((?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+')*+)>([^<]*+)")
_ATTRIBUTE = re.compile(r"""(?<![\w.:-])([\w.:-]{1,60}+)\s*+=\s*+(?:"([^"]*)"|'([^']*)')""")
ABOUT_TEXT = frozenset({"type", "lang", "xml:lang", "xmllang", "format", "class", "id", "static", "tabletype"})
"""The attributes that say how a text is written, and are no values."""
PORTION = 5_000
"""The tags between two reports of how much is read."""


def read_tree(text: str, titles: Titles) -> Portions[dict[str, object]]:
    """Return the elements of XML by their folded tags, and add the tags as written to ``titles``.

    Text alone is a value; attributes, and text beside them, are values within the element. Raises BadSave for elements
    that are nested too deep.
    """
    text = _replace(_replace(text, "<!--", "-->", lambda inner: ""), "<![CDATA[", "]]>", escape)
    root: dict[str, object] = {}
    nodes, tags, texts = [root], [""], [""]
    opened = Counter[str]()
    for number, match in enumerate(_TAG.finditer(text)):
        if number % PORTION == PORTION - 1:
            yield match.start() / len(text) / 2
        is_end, tag, attributes, behind = match.groups()
        key = fold_key(tag)
        if is_end:
            if not opened[key]:
                continue
            closed = ""
            while closed != key:
                closed = tags.pop()
                opened[closed] -= 1
                _add(nodes[-2], closed, _value_of(nodes.pop(), texts.pop()))
            continue
        titles.setdefault(key, tag)
        node = dict[str, object]()
        for called, double, single in _ATTRIBUTE.findall(attributes):
            titles.setdefault(fold_key(called), called)
            node.setdefault(fold_key(called), _clean(double or single))
        if attributes.endswith("/"):
            _add(nodes[-1], key, node)
            continue
        if len(nodes) > DEEPEST:
            raise BadSave(f"This is nested more than {DEEPEST} levels deep: copy the creatures out of it.")
        nodes.append(node)
        tags.append(key)
        texts.append(_clean(behind))
        opened[key] += 1
    while len(nodes) > 1:
        _add(nodes[-2], tags.pop(), _value_of(nodes.pop(), texts.pop()))
    return root


def _replace(text: str, begin: str, end: str, by: Callable[[str], str]) -> str:
    """Replace what stands between two signs, and the signs."""
    pieces, at = list[str](), 0
    while (start := text.find(begin, at)) >= 0 and (stop := text.find(end, start)) >= 0:
        pieces += [text[at:start], by(text[start + len(begin) : stop])]
        at = stop + len(end)
    return "".join((*pieces, text[at:]))


def _clean(text: str) -> str:
    return without_control(unescape(text)).strip()


def _value_of(node: dict[str, object], text: str) -> object:
    """Return the value of an element: its text, or what stands in it."""
    if node.keys() <= ABOUT_TEXT and (text or not node):
        return text
    return {"value": text, **node} if text else node


def _add(parent: dict[str, object], key: str, value: object) -> None:
    """Add an element; of several with the same tag, objects make a list, and of texts the first keeps the tag."""
    before = parent.get(key)
    if before in (None, "") or before == value:
        parent[key] = value
    elif isinstance(before, list):
        before.append(value)
    elif isinstance(before, str) and isinstance(value, str):
        parent[f"{key} again"] = f"{parent[again]}; {value}" if (again := f"{key} again") in parent else value
    else:
        parent[key] = [before, value]
