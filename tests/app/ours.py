"""The elements and attributes that the page's Trusted Types policy allows, read from the script with the policy."""

import re
from functools import cache

from tools.layout import ROOT

SCRIPT = ROOT / "static" / "js" / "page" / "allowed_markup.js"


@cache
def listed(name: str) -> frozenset[str]:
    """Return the words of one of the script's lists."""
    match = re.search(rf'const {name} =\n((?: +".*"(?: \+)?;?\n)+)', SCRIPT.read_text())
    assert match
    return frozenset(" ".join(re.findall(r'"(.*?)"', match[1])).split())


def is_our_element(name: str) -> bool:
    return name in listed("ELEMENTS")


def is_our_attribute(name: str) -> bool:
    return name in listed("ATTRIBUTES") or re.fullmatch(r"(aria|data)(-[a-z]+)+", name) is not None
