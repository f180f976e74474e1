"""Takes all measurements in one run. Each part prints and keeps its figures at once."""

import argparse
import json
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median

from bench.chart import Line, document_table, drawing, table
from bench.engine import measure_engine
from bench.engine_timings import CREATURES, STEPS
from bench.memory import TURNS, measure_memory
from bench.taps import EARLY, LATE, AllTaps, lay_out_taps, measure_taps
from bench.visits import Visits, measure_reopening, measure_visits, weights
from bench.webkit import WebKitVisits, measure_webkit
from tools import build, results
from tools.layout import BUILD, DIST, ROOT

RESULT = BUILD / "bench.json"
CHART = ROOT / "docs" / "bench.svg"
TAP_BUDGETS = {12: (2.5, 5), 60: (3, 6)}
"""Median and 95th percentile by combatants, each as a multiple of the floor's median."""


@dataclass(frozen=True)
class Report:
    """What a part has measured."""

    lines: list[Line]
    """The figures that have a budget."""
    notes: list[str]
    """The other figures, as sentences."""
    figures: dict[str, object]
    """Everything by name, for build/bench.json."""


def measure_starts(rounds: int) -> Report:
    """Measure visits beside bare Pyodide, with the weight of the first."""
    visits = measure_visits(rounds)
    reopening = measure_reopening(rounds)
    parts = weights()
    ours, bare = visits["turntrack"], visits["bare Pyodide"]
    notes = [
        f"bare Pyodide, second visit: {spread(bare.second)}; {rounds} rounds",
        f"memory after a start: {median(ours.heap):.0f} MB; bare Pyodide {median(bare.heap):.0f} MB",
        "What the first visit weighs over the wire, bytes:",
        *(f"  {part:34} {size:>10,}" for part, size in parts.items()),
    ]
    figures = {
        "visits": {name: asdict(visited) for name, visited in visits.items()},
        "reopening": reopening,
        "weights": parts,
    }
    return Report(visit_lines(ours, bare, reopening, parts["bare Pyodide"]), notes, figures)


def measure_starts_in_webkit(rounds: int) -> Report:
    """Measure second visits in WebKitGTK, where it is installed."""
    visits = measure_webkit(rounds)
    return Report(webkit_lines(visits), [], {"WebKitGTK": asdict(visits) if visits else None})


def measure_all_taps(taps: int) -> Report:
    """Measure taps on the floor and in fights."""
    measured = measure_taps(DIST, taps)
    return Report(tap_lines(measured), lay_out_taps(measured), {"taps": asdict(measured)})


def count_calls(other: str) -> Report:
    """Count the Python calls of taps, beside those of another checkout if there is one."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.app.tap_calls", *([other] if other else [])],
        cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    lines = answer.stdout.splitlines()
    return Report([], ["Python calls of a tap, median and 90th percentile:", *lines], {"calls": lines})


def measure_page_memory() -> Report:
    """Measure the page's memory with a long fight, and its growth."""
    memory = measure_memory()
    notes = [
        f"with no fight open {memory.started:.0f} MB; with a fight of {STEPS:,} steps {memory.opened:.0f} MB",
        f"right after reading its file {memory.brought_in:.0f} MB; the fight is shown after {memory.seconds:.1f} s",
        f"{TURNS:,} steps of play add {memory.growth:.1f} MB; their journal is {memory.history:.1f} MB of text",
    ]
    return Report([], notes, {"memory": asdict(memory)})


def measure_commands_and_chances() -> Report:
    """Measure the engine alone, on this Python and in Pyodide."""
    engine = measure_engine()
    inside = engine["Pyodide"]
    growth = inside["commands"]["10"] / inside["commands"]["1000"]
    lines = [
        Line("one command, 10 to 1,000 combatants", growth, 10, "×"),
        Line("open 10,000 varied steps, Pyodide", inside["open"], 0.7, "s"),
        Line("a line searched in 10,000 creatures, Pyodide", inside["packs"][1], 50, "ms"),
        *(Line(f"chances of 12, {title}, Pyodide", taken, 50, "ms") for title, taken in inside["odds"]["12"].items()),
        *(Line(f"chances of 60, {title}", taken, 20, "ms") for title, taken in engine["CPython"]["odds"]["60"].items()),
    ]
    notes = []
    for name, report in engine.items():
        speed = ", ".join(f"{float(rate):.0f} with {size}" for size, rate in report["commands"].items())
        notes.append(
            f"{name} {report['python']}: commands a second {speed}; undo after {report['steps']} steps"
            f" {report['undo']:.1f} µs; opening them {report['open']:.2f} s"
        )
        opened, searched = report["packs"]
        notes.append(f"  a pack of {CREATURES:,} creatures opens in {opened:.0f} ms")
        notes.append(f"  the slowest line while a name of it is typed takes {searched:.1f} ms")
        notes += [
            f"  {title:20} a command {command:.2f} ms, the choices {choices:.2f} ms, with 12"
            for title, (command, choices) in report["turns"].items()
        ]
    return Report(lines, notes, {"engine": engine})


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
    ] + [Line(f"a tap after {LATE:,} steps, by one after {EARLY}", taps.late.middle / taps.early.middle, 1.1, "×")]


def spread(values: list[float]) -> str:
    """Return median and range, in milliseconds."""
    return f"{median(values):.0f} ms ({min(values):.0f} to {max(values):.0f})"


PARTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "starts": lambda given: measure_starts(given.rounds),
    "webkit": lambda given: measure_starts_in_webkit(given.rounds),
    "taps": lambda given: measure_all_taps(given.taps),
    "calls": lambda given: count_calls(given.other),
    "memory": lambda _: measure_page_memory(),
    "engine": lambda _: measure_commands_and_chances(),
}


def main() -> None:
    """Measure, print, and keep the numbers in build/bench.json; those of a whole run also in docs/."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="all if left out")
    parser.add_argument("--other", default="", help="the folder of another checkout, whose calls are counted too")
    given = parser.parse_args()
    build.main()
    reports: list[Report] = []
    failed: list[str] = []
    for name in given.parts:
        try:
            report = PARTS[name](given)
        except Exception:
            traceback.print_exc()
            failed.append(name)
            continue
        reports.append(report)
        print(f"\n{name}", *([table(report.lines)] if report.lines else []), *report.notes, sep="\n", flush=True)
        write_results(reports)
    if len(reports) == len(PARTS):
        CHART.write_text(drawing(join_lines(reports)))
        results.write_part("bench", document_part(reports))
    if failed:
        parser.exit(1, f"not measured: {', '.join(failed)}\n")


def join_lines(reports: list[Report]) -> list[Line]:
    """Join the lines of all reports."""
    return [line for report in reports for line in report.lines]


def document_part(reports: list[Report]) -> str:
    """Return the figures as docs/RESULTS.md shows them: those with a budget, and the others."""
    notes = [note for report in reports for note in report.notes]
    return "\n".join([document_table(join_lines(reports)), "", "```text", *notes, "```"])


def write_results(reports: list[Report]) -> None:
    """Write what has been measured so far."""
    figures = {name: figure for report in reports for name, figure in report.figures.items()}
    RESULT.write_text(json.dumps({"budgets": [asdict(line) for line in join_lines(reports)], **figures}, indent=1))


if __name__ == "__main__":
    main()
