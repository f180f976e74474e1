"""Tests that a tap stays cheap: the Python calls of random taps, with few combatants, many and a crowd.

A count is the same on every machine and under any load. The ceilings are about a tenth above what was seen; after a
change that is worth more calls, ``python -m tests.app.tap_calls --taps 12 --sizes 6 60 300`` prints the new medians.
"""

from __future__ import annotations

from statistics import median

import pytest

from tests.app.tap_calls import GAMES, SAMPLE, count_calls

TAPS = 12
CROWD = 300

CEILINGS = {
    "rond6": (4_100, 6_400, 11_800),
    "interlock": (5_100, 5_100, 8_400),
    "unbound": (3_400, 6_200, 25_500),
    "traveller": (2_700, 3_500, 7_400),
    "zebra": (3_000, 4_400, 11_200),
    "d20_once": (3_400, 4_400, 8_900),
}
"""The median of calls with 5 to 8 combatants, with 60 and with 300."""


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_stays_cheap(game: str) -> None:
    few, many, crowd = CEILINGS[game]
    for combatants, ceiling in ((SAMPLE, few), (60, many), (CROWD, crowd)):
        assert median(count_calls(game, combatants, TAPS)) <= ceiling, f"{game} with {combatants}"
