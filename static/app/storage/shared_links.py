"""Links to this page whose fragment holds rules, a prepared fight, or the name of a game."""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Callable
from enum import StrEnum

from turntrack.core.errors import BadSave

LONGEST_PACKED = 12_000
LONGEST_CONTENT = 400_000
LONGEST_GAME = 60

UNREADABLE = "This link is cut short or damaged. Copy the whole link, or ask for the file instead."
"""The message for a link whose content does not decode."""


class Link(StrEnum):
    """What a link holds, by the word before the equals sign: the text of a file, but for the name of a game."""

    RULES = "rules"
    FIGHT = "fight"
    GAME = "game"


_LINK = re.compile(r"\S*#(rules|fight|game)=(\S*)")
_GAPS = re.compile(r"[-_+\s]+")


def pack_link(kind: Link, text: str) -> str:
    """Return the fragment of a link to a text, deflated, as URL-safe base64; empty if it would be too long.

    >>> unpack_link(pack_link(Link.RULES, "{}"))
    '{}'
    """
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(text.encode()) + deflate.flush()
    coded = binascii.b2a_base64(packed, newline=False).decode().replace("+", "-").replace("/", "_").rstrip("=")
    return f"#{kind}={coded}" if len(coded) <= LONGEST_PACKED else ""


def unpack_link(text: str) -> str:
    """Return the text in a link to rules or a fight, and any other text unchanged. Raises BadSave."""
    match = _LINK.fullmatch(text[: 2 * LONGEST_PACKED].strip())
    if match is None or match[1] == Link.GAME:
        return text
    coded = match[2].replace("-", "+").replace("_", "/")
    inflate = zlib.decompressobj(wbits=-15)
    try:
        packed = binascii.a2b_base64(coded + "=" * (-len(coded) % 4), strict_mode=True)
        content = inflate.decompress(packed, LONGEST_CONTENT)
        if not inflate.eof:
            raise BadSave(UNREADABLE)
        return content.decode()
    except (ValueError, zlib.error) as error:  # also for a sign outside ASCII, such as “…” where a link was cut
        raise BadSave(UNREADABLE) from error


def game_of_link(text: str, decode: Callable[[str], str]) -> str | None:
    """Return the name of the game in a link, as a search that may be empty; None for other links.

    ``decode`` decodes %-sequences, which a browser can do without a further module of Python.

    >>> [game_of_link(link, str) for link in ("#game=savage-worlds", "#game=", "#rules=AAAA")]
    ['savage worlds', '', None]
    """
    match = _LINK.fullmatch(text)
    if match is None or match[1] != Link.GAME:
        return None
    return _GAPS.sub(" ", decode(match[2])).strip()[:LONGEST_GAME]


def has_content(fragment: str) -> bool:
    """Return whether the fragment of an address is a link of this page."""
    return _LINK.fullmatch(fragment) is not None
