"""Takes all measurements in one run, prints one table, and keeps the numbers and a drawing of them."""

import argparse
import json
from dataclasses import asdict
from statistics import median

from bench.chart import Line, drawing, table
from bench.engine import measure_engine
from bench.engine_timings import STEPS
from bench.memory import TURNS, measure_memory
from bench.taps import EARLY, LATE, AllTaps, measure_taps, report_taps
from bench.visits import Visits, measure_reopening, measure_visits, weights
from bench.webkit import WebKitVisits, measure_webkit
from tools import build
from tools.layout import BUILD, DIST, ROOT

RESULT = BUILD / "bench.json"
CHART = ROOT / "docs" / "bench.svg"
TAP_BUDGETS = {12: (2.5, 5), 60: (3, 6)}
"""Median and 95th percentile by combatants, each as a multiple of the floor's median."""


def visit_lines(ours: Visits, bare: Visits, reopening: dict[str, list[float]], size: int) -> list[Line]:
    """Hold the ratios of a visit against their budgets."""
    boot = median(bare.second)
    return [
        Line("second visit, offline, to ready", median(ours.second) / boot, 0.30, spread=spread(ours.second)),
        Line("  in a browser opened again", median(reopening["turntrack"]) / median(reopening["bare Pyodide"]), 0.30),
        Line("  without the snapshot", median(ours.plain) / boot, 0.60, spread=spread(ours.plain)),
        Line("what was last seen is shown", median(ours.seen) / boot, 0.08, spread=spread(ours.seen)),
        Line("first visit, bytes with offline copy", median(ours.size) / size, 1.0),
        Line("first visit, to ready", median(ours.cold) / median(bare.cold), 0.75, spread=spread(ours.cold)),
    ]


def webkit_lines(visits: WebKitVisits | None) -> list[Line]:
    """Hold those in WebKitGTK against theirs, where it is installed."""
    if visits is None:
        return []
    ratio = median(visits.ours) / median(visits.bare)
    return [Line("second visit, offline, WebKitGTK", ratio, 0.30, spread=spread(visits.ours))]


def tap_lines(taps: AllTaps) -> list[Line]:
    """Hold medians and 95th percentiles against their budgets, by system and combatants."""
    floor = taps.floor.middle
    return [
        line
        for system, fights in taps.fights.items()
        for combatants, (middle, most) in TAP_BUDGETS.items()
        for line in (
            Line(f"worst of press and release, {system}, {combatants}", fights[combatants].middle / floor, middle),
            Line("  95th percentile", fights[combatants].most / floor, most),
        )
    ]


def spread(values: list[float]) -> str:
    """Return median and range, in milliseconds."""
    return f"{median(values):.0f} ms ({min(values):.0f} to {max(values):.0f})"


def main() -> None:
    """Measure, print, and keep the numbers in build/bench.json and the drawing in docs/."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--taps", type=int, default=40)
    arguments = parser.parse_args()
    build.main()

    visits = measure_visits(arguments.rounds)
    ours, bare = visits["turntrack"], visits["bare Pyodide"]
    reopening = measure_reopening(arguments.rounds)
    parts = weights()
    webkit = measure_webkit(arguments.rounds)
    taps = measure_taps(DIST, arguments.taps)
    memory = measure_memory()
    engine = measure_engine()

    inside = engine["Pyodide"]
    growth = inside["commands"]["10"] / inside["commands"]["1000"]
    lines = [
        *visit_lines(ours, bare, reopening, parts["bare Pyodide"]),
        *webkit_lines(webkit),
        *tap_lines(taps),
        Line(f"a tap after {LATE:,} steps, by one after {EARLY}", taps.late.middle / taps.early.middle, 1.1, "×"),
        Line("one command, 10 to 1,000 combatants", growth, 10, "×"),
        Line("open 10,000 varied steps, Pyodide", inside["open"], 0.7, "s"),
        *(Line(f"chances of 12, {title}, Pyodide", taken, 50, "ms") for title, taken in inside["odds"]["12"].items()),
        *(Line(f"chances of 60, {title}", taken, 20, "ms") for title, taken in engine["CPython"]["odds"]["60"].items()),
    ]
    print(table(lines))
    print(f"\nbare Pyodide, second visit: {spread(bare.second)}; {arguments.rounds} rounds")
    print(
        f"memory of the page after a start, beside the browser's own: {median(ours.heap):.0f} MB"
        f" (bare Pyodide {median(bare.heap):.0f} MB)"
    )
    print(
        f"memory with a fight of {STEPS:,} steps open: {memory.opened:.0f} MB (with none {memory.started:.0f}, right"
        f" after reading its file {memory.brought_in:.0f}), shown after {memory.seconds:.1f} s; {TURNS:,} steps of play"
        f" add {memory.growth:.1f} MB, their journal is {memory.history:.1f} MB of text"
    )
    report_taps(taps)
    for name, report in engine.items():
        speed = ", ".join(f"{float(rate):.0f} with {size}" for size, rate in report["commands"].items())
        print(
            f"{name} {report['python']}: commands a second {speed}; undo after {report['steps']} steps"
            f" {report['undo']:.1f} µs; opening them {report['open']:.2f} s"
        )
        for title, (command, choices) in report["turns"].items():
            print(f"  {title:20} a command {command:.2f} ms, the choices {choices:.2f} ms, with 12")
    print("\nWhat the first visit weighs over the wire, bytes")
    for part, size in parts.items():
        print(f"  {part:34} {size:>10,}")

    result = {
        "budgets": [asdict(line) for line in lines],
        "visits": {name: asdict(visited) for name, visited in visits.items()},
        "reopening": reopening,
        "weights": parts,
        "taps": asdict(taps),
        "engine": engine,
        "memory": asdict(memory),
        "WebKitGTK": asdict(webkit) if webkit else None,
    }
    RESULT.write_text(json.dumps(result, indent=1))
    CHART.parent.mkdir(exist_ok=True)
    CHART.write_text(drawing(lines))


if __name__ == "__main__":
    main()
