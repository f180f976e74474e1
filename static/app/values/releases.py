"""The releases of this program with their news, as the CHANGELOG has them: `make news` writes this module anew."""

from typing import NamedTuple


class Release(NamedTuple):
    """A release: its version, its date in words, and the news in a game master's words."""

    version: str
    date: str
    news: tuple[str, ...]


RELEASES: tuple[Release, ...] = ()
