"""The removal of invisible characters from text, with which a name could be invisible or look like another.

Unicode calls most of them "default ignorable". Some have an effect after certain characters, such as the joiner inside
an emoji of a family, and stay there.
"""

from __future__ import annotations

import re

# Soft hyphen, grapheme joiner, fillers of Hangul, Khmer and Mongolian, zero-width space, word joiner and invisible
# operators, annotation marks, shorthand and musical controls; and the empty cell of Braille, which is no white space.
_NEVER_SEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0\ufff0-"
_NEVER_SEEN += "\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
_NEVER_SEEN += "\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
# Joiner and non-joiner, selectors of a variant, the tags of a flag.
_SEEN_BEHIND = "\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"

# Latin, Greek, Cyrillic and Armenian letters, digits and signs neither join nor have variants, except keycaps and signs
# that are also emoji.
_ALONE = "\u0000-\u0020!-\u00a8\u00aa-\u00ad\u00af-\u058f\u1c80-\u1c8f\u1d00-\u200b\u2c60-\u2c7f\u2de0-\u2dff"
_ALONE += "\u200e-\u203b\u203d-\u2048\u204a-\u205f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb17\uff00-\uff5e"

_DROPPED = re.compile(
    f"[{_NEVER_SEEN}]"
    rf"|(?<=[{_ALONE}])(?!(?<=[0-9#*])\ufe0f\u20e3)[{_SEEN_BEHIND}]+"
    rf"|^[{_SEEN_BEHIND}]+"
    rf"|[\u200c\u200d]+(?=[\u200c\u200d\s]|[{_ALONE}]|$)"
)


def without_invisible(text: str) -> str:
    """Return the text without invisible characters that have no effect.

    >>> without_invisible("Ma\\u00adra\\u200b"), without_invisible("\\u3164\\u2060")
    ('Mara', '')
    >>> without_invisible("\\U0001f3f4\\u200d\\u2620\\ufe0f") == "\\U0001f3f4\\u200d\\u2620\\ufe0f"
    True
    """
    if text.isascii():
        return text
    before = ""
    while text != before:  # a removal can put a character after another one, where it has no effect
        before, text = text, _DROPPED.sub("", text)
    return text
