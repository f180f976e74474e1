"""Tests of names: they are visible, equal if they look equal, and keep the joiners of emoji and scripts."""

import pytest

from turntrack.core.fields import LONGEST_NAME, clean_text, without_invisible

UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u2060\u2064\u2800\u3164\uffa0\ufff9\U0001d173\U000e0001\U000e0fff"
JOINING = "\u200c\u200d\ufe00\ufe0f\U000e0041\U000e0100\u180b"

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PIRATES = "\U0001f3f4\u200d\u2620\ufe0f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
HEALER = "\U0001f9d1\U0001f3fd\u200d\u2695\ufe0f"
KEYCAP = "1\ufe0f\u20e3"
MARKED = "\u00a9\ufe0f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
VARIANT = "\u8fbb\U000e0100"


@pytest.mark.parametrize("unseen", [*UNSEEN, *JOINING], ids=lambda text: f"U+{ord(text):04X}")
def test_what_nobody_sees_is_dropped(unseen: str) -> None:
    """Alone, at both ends, and inside a name, which would look like another."""
    assert clean_text("name", unseen * 3, LONGEST_NAME) == ""
    assert clean_text("name", f"{unseen}Ma{unseen}{unseen}ra{unseen} A", LONGEST_NAME) == "Mara A"
    assert clean_text("name", f"Ми{unseen}ла", LONGEST_NAME) == "Мила"
    assert clean_text("name", f" {unseen} ", LONGEST_NAME) == ""


@pytest.mark.parametrize("text", [FAMILY, PIRATES, SCOTLAND, HEALER, KEYCAP, MARKED, PERSIAN, SINHALA, VARIANT])
def test_what_shows_something_stays(text: str) -> None:
    """By itself and within a name."""
    assert clean_text("name", f"{text} Rat {text}{text}", LONGEST_NAME) == f"{text} Rat {text}{text}"


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        (f"{FAMILY}\u200d", FAMILY),
        ("\U0001f468\u200d\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("a\u2060\u200db", "ab"),
        (f"1{UNSEEN}\ufe0f", "1"),
        ("\u0645\u200c x", "\u0645 x"),
    ],
)
def test_what_joins_nothing_is_dropped_too(typed: str, seen: str) -> None:
    """It would stand between two names that look the same."""
    assert without_invisible(typed) == seen
    assert without_invisible(seen) == seen
