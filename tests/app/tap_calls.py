"""Counts the Python calls of taps, on the page without a browser: a count is the same on every machine.

`python -m tests.app.tap_calls` prints those of this checkout, and beside them those of another if its folder is given.
The other one is counted by this file too, in a process of its own; it needs only the page and `tests/app/table.py`.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import subprocess
import sys
from random import Random
from statistics import median, quantiles
from types import FrameType

from tests.app.table import Table
from turntrack.core.dice import seeded_dice

GAMES = ("rond6", "interlock", "unbound", "traveller", "zebra", "d20_once")
SAMPLE = 6
"""Stands for the sample fight as it is, with 5 to 8 combatants."""
SIZES = (SAMPLE, 12, 60, 300)
TAPS = 30
SEED = 7
MOST_OF_ONE = 50  # on one quick line

type Counts = dict[str, dict[int, list[int]]]
"""The calls of each tap, by game and number of combatants."""


def count_calls(game: str, combatants: int, taps: int = TAPS) -> list[int]:
    """Play random choices of the sample fight, filled up to so many combatants, and count the calls of each tap.

    Between rounds the next one is begun.
    """
    empty_caches()
    table = begin(game, combatants)
    random, counts = Random(SEED), []
    for _ in range(taps):
        shown = shown_choices(table) if table.session.encounter.is_open else []
        counts.append(count_tap(table, *random.choice(shown or [("open", "")])))
        if table.last.dialog:
            table.controller.handle("dismiss", "", {})
    return counts


def empty_caches() -> None:
    """Empty the caches of engine and page, which other tests have filled.

    An equal key of theirs is compared field by field at each look, the same object is not: a tap would take more calls.
    """
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper) and cached.__module__.startswith(("turntrack.", "app.")):
            cached.cache_clear()


def begin(game: str, combatants: int) -> Table:
    """Begin the sample fight of a game, filled up to so many combatants."""
    table = Table()
    table.controller._dice = seeded_dice(SEED)
    table.controller.handle("sample", game, {})
    missing = combatants - len(table.session.encounter.combatants)
    if missing > 0:
        sides = [*dict.fromkeys(each.side for each in table.session.encounter.combatants.values())]
        lines = list[str]()
        for name, side, many in (("Guard", sides[0], missing // 2), ("Sailor", sides[-1], missing - missing // 2)):
            lines += [f"{name} x{min(left, MOST_OF_ONE)}, side {side}" for left in range(many, 0, -MOST_OF_ONE)]
        table.add(*lines)
    return table


def shown_choices(table: Table) -> list[tuple[str, str]]:
    """Return what the shown choices send, without the refused ones."""
    choices = [each.attributes for each in table.region("panel").with_class("choice")]
    return [
        (each["data-do"], each.get("data-arg", ""))
        for each in choices
        if each.get("id", "").startswith("choice-") and "aria-disabled" not in each
    ]


def count_tap(table: Table, do: str, arg: str) -> int:
    """Tap, and return the number of Python calls of the answer."""
    count = 0

    def called(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        table.controller.handle(do, arg, {})
    finally:
        sys.setprofile(None)
    return count


def count_all(games: list[str], sizes: list[int], taps: int) -> Counts:
    """Count the taps of all these fights."""
    return {game: {size: count_calls(game, size, taps) for size in sizes} for game in games}


def count_elsewhere(folder: str, games: list[str], sizes: list[int], taps: int) -> Counts:
    """Count the taps of another checkout."""
    path = os.pathsep.join(os.path.join(folder, part) for part in ("engine", "static", ""))
    asked = [sys.executable, __file__, "--json", "--games", *games, "--sizes", *map(str, sizes)]
    asked += ["--taps", str(taps)]
    answer = subprocess.run(
        asked, cwd=folder, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, check=True
    )
    return {game: {int(size): counts for size, counts in by.items()} for game, by in json.loads(answer.stdout).items()}


def lay_out(ours: Counts, others: Counts) -> list[str]:
    """Lay the medians out as lines, with the ratios to those of the other checkout if there is one."""
    lines = []
    for game, by_size in ours.items():
        for size, counts in by_size.items():
            name = f"{size if size != SAMPLE else '5 to 8'}"
            line = f"{game:10} {name:>6} {median(counts):9,.0f}  p90 {quantiles(counts, n=10)[-1]:9,.0f}"
            if others:
                other = others[game][size]
                line += (
                    f"   other {median(other):9,.0f}  p90 {quantiles(other, n=10)[-1]:9,.0f}"
                    f"   {median(counts) / median(other):.2f} ×, sum {sum(counts) / sum(other):.2f} ×"
                )
            lines.append(line)
    return lines


def main() -> None:
    """Count the calls of taps, and print them."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("other", nargs="?", help="the folder of another checkout, to be counted beside this one")
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--taps", type=int, default=TAPS)
    parser.add_argument("--json", action="store_true", help="print each count")
    given = parser.parse_args()
    counts = count_all([*given.games], [*given.sizes], given.taps)
    if given.json:
        sys.stdout.write(json.dumps(counts))
        return
    others = count_elsewhere(given.other, [*given.games], [*given.sizes], given.taps) if given.other else {}
    sys.stdout.write("\n".join([*lay_out(counts, others), ""]))


if __name__ == "__main__":
    main()
