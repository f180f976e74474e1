"""The singular of counted names: of ``3 Wolves`` each is a wolf."""

from __future__ import annotations

import re
from types import MappingProxyType

_IRREGULAR = MappingProxyType(
    {
        "wolves": "wolf", "werewolves": "werewolf", "elves": "elf", "dwarves": "dwarf", "thieves": "thief",
        "men": "man", "women": "woman", "mice": "mouse", "mummies": "mummy", "zombies": "zombie", "genies": "genie",
        "eyries": "eyrie", "children": "child", "oxen": "ox", "geese": "goose", "gnomes": "gnome",
    }
)  # fmt: skip
_MEN = re.compile(r"\w*[a-z]men")
_IN_OS = re.compile(r"[a-z]\w*(?:[dtg]os|(?<!oc)eros)")
"""Spanish plurals, in small letters, since many names end like them: *bandidos*, *pistoleros*, but not *rhinoceros*."""
_NO_PLURAL = ("ss", "us", "is", "clops", "atops", "os", "as", "’s", "'s")
"""The ends of words in s that are no plurals, such as *Cyclops* and *Mantis*."""


def singular(name: str) -> str:
    """Return the name of one of several; a name without a known plural as it is.

    >>> singular("Goblins"), singular("Knights of the Order"), singular("Dire Wolves"), singular("Cyclops")
    ('Goblin', 'Knight of the Order', 'Dire Wolf', 'Cyclops')
    >>> singular("Zombies (slow)")
    'Zombie (slow)'
    """
    kind, of, rest = name.partition(" of " if " of " in name else " (")
    before, space, word = kind.rpartition(" ")
    return f"{before}{space}{_singular_word(word)}{of}{rest}"


def _singular_word(word: str) -> str:
    folded = word.casefold()
    if folded in _IRREGULAR:
        return word[0] + _IRREGULAR[folded][1:]
    if _MEN.fullmatch(folded):
        return f"{word[:-2]}an"
    if folded.endswith("leute"):
        return f"{word[:-5]}{'M' if word[-5] == 'L' else 'm'}ann"
    if _IN_OS.fullmatch(word):
        return word[:-1]
    if not folded.endswith("s") or folded.endswith(_NO_PLURAL) or len(word) < 4:
        return word
    if folded.endswith("ies"):
        return f"{word[:-3]}y"
    if folded.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1]
