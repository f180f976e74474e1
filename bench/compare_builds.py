"""Compare the taps of several builds of the page, alternating between them in one run.

``make compare ARGS="dist other/dist --taps 40 --systems rond6 zebra"`` prints medians, 95th percentiles and means of
each build, by system.
"""

import argparse
import asyncio
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from bench.taps import FIGHTS, GAMES, SLOWER, floor_page, install, measure_fight, measure_tap, open_browser, slow
from tools.serve import serving

ROUND = 10
"""The number of taps before the next build has its turn."""


def main() -> None:
    """Measure the builds and print a table: the first build, then each other and its differences to the first."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("builds", nargs="+", type=Path)
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--combatants", type=int, default=FIGHTS[0])
    parser.add_argument("--mouse", action="store_true")
    parser.add_argument("--systems", nargs="+", help="the keys of the systems; all if left out")
    given = parser.parse_args()
    with ExitStack() as stack, floor_page() as floor:
        urls = [stack.enter_context(serving(build, "/turntrack/")).url for build in given.builds]
        asyncio.run(_compare(floor, dict(zip(given.builds, urls, strict=True)), given))


async def _compare(floor: str, urls: dict[Path, str], given: argparse.Namespace) -> None:
    async with open_browser() as context:
        for url in urls.values():
            await install(context, url)
        page = await context.new_page()
        await page.goto(floor)
        finger = await context.new_cdp_session(page)
        await slow(finger, SLOWER)
        least = [(await measure_tap(page, finger, "#tap"))["duration"] for _ in range(given.taps)]
        print(f"floor {median(least):.0f} ms", flush=True)
        await page.close()  # a page that is slowed keeps a core busy
        for system in given.systems or GAMES:
            worst: dict[Path, list[float]] = {build: [] for build in urls}
            for _ in range(0, given.taps, ROUND):
                for build, url in urls.items():
                    taps = await measure_fight(context, url, system, given.combatants, ROUND, by_mouse=given.mouse)
                    worst[build] += taps.worst
            _print(system, worst)


def _print(system: str, worst: dict[Path, list[float]]) -> None:
    """Print median, 95th percentile and mean of each build, with the differences to the first."""
    first: tuple[float, ...] = ()
    for build, taps in worst.items():
        values = (median(taps), quantiles(taps, n=20)[-1], sum(taps) / len(taps))
        first = first or values
        columns = "  ".join(f"{value:6.1f} ({value - was:+5.1f})" for value, was in zip(values, first, strict=True))
        print(f"{system:12} {build.parent.name:20} {columns}", flush=True)


if __name__ == "__main__":
    main()
