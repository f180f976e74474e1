"""Readers and writers of the user's rule sets: as a file, and packed into a link."""

from __future__ import annotations

import binascii
import re
import zlib

from turntrack.codec.json_values import read_json
from turntrack.core.errors import BadSave, BadValue
from turntrack.systems.table_rules.rule_set import KIND, LONGEST_RULES, RuleSet, read_rules, write_rules

FRAGMENT = "#rules="
LONGEST_PACKED = 12_000
MOST_RULE_SETS = 100
"""The largest number of stored rule sets."""

_LINK = re.compile(rf"{FRAGMENT}([A-Za-z0-9_-]+)")


def pack_link(rules: RuleSet) -> str:
    """Return the fragment of a link to these rules: deflated, as URL-safe base64.

    >>> unpack_link(pack_link(RuleSet("Ours"))).name
    'Ours'
    """
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(write_rules(rules).encode()) + deflate.flush()
    text = binascii.b2a_base64(packed, newline=False).decode()
    return FRAGMENT + text.replace("+", "-").replace("/", "_").rstrip("=")


def unpack_link(text: str) -> RuleSet:
    """Return the rules of a link. Raises BadSave."""
    match = _LINK.search(text[: 2 * LONGEST_PACKED])
    if match is None or len(match[1]) > LONGEST_PACKED:
        raise BadSave("There are no rules in this link.")
    coded = match[1].replace("-", "+").replace("_", "/")
    inflate = zlib.decompressobj(wbits=-15)
    try:
        packed = binascii.a2b_base64(coded + "=" * (-len(coded) % 4))
        content = inflate.decompress(packed, 4 * LONGEST_RULES)
        if not inflate.eof:
            raise BadSave("This link is cut short, or holds too much.")
        return read_rules(content.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError, BadValue) as error:
        raise BadSave(f"The rules in this link cannot be read: {error}") from error


def looks_like_rules(text: str) -> bool:
    """Return whether the text is a file of rules or a link to rules."""
    return _is_link(text) or _is_file(text)


def _is_link(text: str) -> bool:
    return len(text) <= 2 * LONGEST_PACKED and FRAGMENT in text and len(text.split()) == 1


def _is_file(text: str) -> bool:
    if len(text) > 2 * LONGEST_RULES:
        return False
    try:
        raw = read_json(text.removeprefix("\ufeff"), 2 * LONGEST_RULES)
    except BadSave:
        return False
    return isinstance(raw, dict) and raw.get("kind") == KIND


def read_rules_text(text: str) -> RuleSet:
    """Read a file of rules or a link. Raises BadSave."""
    if _is_link(text):
        return unpack_link(text)
    try:
        return read_rules(text.removeprefix("\ufeff").strip())
    except BadValue as error:
        raise BadSave(str(error)) from error
