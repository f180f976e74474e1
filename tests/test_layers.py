"""The layers of the program, read from its sources.

The engine is pure: standard library and itself, no clock, no files, no output, nothing that changes behind its back,
and one door for chance. The page's Python sits on top of it and meets the browser in one module. What builds and serves
needs no test; the measurements stand on it, and reach the page with the hands that the tests have.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tools.layout import ROOT

ENGINE = ROOT / "engine"
APP = ROOT / "static" / "app"
TOOLS = ROOT / "tools"
BENCH = ROOT / "bench"
HANDS = ROOT / "tests" / "hands"

CHANCE = {"random", "secrets"}
IMPURE = {"asyncio", "builtins", "datetime", "io", "os", "pathlib", "subprocess", "sys", "threading", "time"}
BROWSER = {"js", "pyodide", "pyodide_js", "pyscript"}
OUTPUT = {"breakpoint", "input", "open", "print"}
MUTABLE_MAKERS = {"bytearray", "Counter", "defaultdict", "deque", "dict", "list", "OrderedDict", "set"}

Source = tuple[str, ast.Module]
"""A module by its dotted name, and its syntax tree."""


@cache
def modules(folder: Path) -> tuple[Source, ...]:
    """Return every module under the folder."""
    files = sorted(folder.rglob("*.py"))
    parts = (file.relative_to(folder.parent).with_suffix("").parts for file in files)
    return tuple(
        (".".join(part), ast.parse(file.read_text(), str(file))) for part, file in zip(parts, files, strict=True)
    )


def imports(source: Source) -> Iterator[tuple[int, str]]:
    """Return every module that the source imports, anywhere in it, with the line; relative imports made absolute."""
    name, tree = source
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(name.split(".")[: -node.level]) if node.level else ""
            origin = ".".join(filter(None, [base, node.module]))
            yield node.lineno, origin
            for alias in node.names:
                yield node.lineno, f"{origin}.{alias.name}"


def top(module: str) -> str:
    """Return the package that a module belongs to."""
    return module.partition(".")[0]


def engine_imports_standard_library_and_itself(source: Source) -> Iterator[str]:
    """The engine can be imported anywhere."""
    for line, module in imports(source):
        if top(module) not in sys.stdlib_module_names | {"engine"}:
            yield f"line {line}: imports {module}, but the engine has only the standard library and itself"


def engine_is_pure(source: Source) -> Iterator[str]:
    """No clock, no files, no tasks, no process."""
    for line, module in imports(source):
        if top(module) in IMPURE:
            yield f"line {line}: imports {module}; what depends on it belongs to the page"


def chance_comes_from_dice(source: Source) -> Iterator[str]:
    """Whoever needs chance takes dice as an argument."""
    for line, module in imports(source):
        if top(module) in CHANCE and source[0] != "engine.dice":
            yield f"line {line}: imports {module}; only engine.dice draws, others are given dice"


def engine_says_nothing(source: Source) -> Iterator[str]:
    """No output and no questions: what there is to say is returned."""
    for node in ast.walk(source[1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTPUT:
            yield f"line {node.lineno}: calls {node.func.id}(); the engine returns what there is to say"


def engine_keeps_no_state(source: Source) -> Iterator[str]:
    """Nothing at module or class level can be changed: two fights never meet."""
    for node in ast.walk(source[1]):
        if isinstance(node, ast.Global):
            yield f"line {node.lineno}: `global {', '.join(node.names)}`; state belongs into values that are passed on"
    for body in (source[1].body, *(node.body for node in ast.walk(source[1]) if isinstance(node, ast.ClassDef))):
        for statement in body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and _is_mutable(statement.value):
                text = ast.unparse(statement)[:60]
                yield f"line {statement.lineno}: {text!r} can change; use a tuple, a frozenset or a MappingProxyType"


def _is_mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        called = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in MUTABLE_MAKERS
    return isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp)


def systems_are_strangers(source: Source) -> Iterator[str]:
    """A turn system knows the engine and the protocol, never another system."""
    own = source[0].split(".")
    if own[:2] != ["engine", "systems"] or own[2:] in (["__init__"], ["protocol"]):
        return
    for line, module in imports(source):
        parts = module.split(".")
        if parts[:2] == ["engine", "systems"] and len(parts) > 2 and parts[2] not in {own[2], "protocol"}:
            yield f"line {line}: imports {module}; turn systems never import each other"


BELOW_KEEPING = ("app.keeping.", "app.intents.", "app.naming.", "app.leaving.", "app.chronicle.")

SAVES = ("upgrades", "facts", "json", "shapes", "meanings", "records", "history", "templates")
"""The floors of engine.saves, lowest first."""


def saving_stands_on_the_rules(source: Source) -> Iterator[str]:
    """What is done in a fight knows nothing of how it is saved; and each part of saving knows only what is below it."""
    own = source[0].split(".")
    if source[0] == "engine.keeping":
        return
    below = SAVES[: SAVES.index(own[2])] if own[1] == "saves" and own[2] in SAVES else ()
    for line, module in imports(source):
        parts = module.split(".")
        if parts[:2] == ["engine", "saves"] and not (len(parts) > 2 and parts[2] in below):
            yield f"line {line}: imports {module}, which stands above it"


def table_knows_no_system(source: Source) -> Iterator[str]:
    """What every table does stands below the systems; the rest of the engine stands below it in turn."""
    own = source[0].split(".")[1]
    for line, module in imports(source):
        found = (*module.split("."), "", "")[:2]
        if own == "table" and found == ("engine", "systems"):
            yield f"line {line}: imports {module}; what every table does knows no system"
        if own not in ("table", "systems") and found == ("engine", "table"):
            yield f"line {line}: imports {module}; only turn systems stand on engine.table"


def app_imports_only_below(source: Source) -> Iterator[str]:
    """The page has the standard library, the engine and itself; the browser is one module's affair."""
    for line, module in imports(source):
        if top(module) in BROWSER:
            if source[0] != "app.browser":
                yield f"line {line}: imports {module}; only app.browser knows the browser"
        elif top(module) not in sys.stdlib_module_names | {"engine", "app"}:
            yield f"line {line}: imports {module}, but the page has only the standard library, engine and app"


def keeping_knows_no_screen(source: Source) -> Iterator[str]:
    """What is kept, and what is said of it, are values: others draw them."""
    if source[0].split(".")[1] != "keeping":
        return
    for line, module in imports(source):
        if top(module) == "app" and module != "app" and not f"{module}.".startswith(BELOW_KEEPING):
            yield f"line {line}: imports {module}; keeping knows names, logs and intents of the page, and no screen"


def chance_is_not_the_pages(source: Source) -> Iterator[str]:
    """The page hands dice on; it does not roll."""
    for line, module in imports(source):
        if top(module) in CHANCE:
            yield f"line {line}: imports {module}; only engine.dice draws, others are given dice"


def tools_stand_alone(source: Source) -> Iterator[str]:
    """What builds and serves the page can do so without tests and measurements."""
    for line, module in imports(source):
        if top(module) in {"tests", "bench"}:
            yield f"line {line}: imports {module}; what builds and serves needs neither tests nor measurements"


def bench_has_only_the_hands(source: Source) -> Iterator[str]:
    """The measurements drive and play the page as the tests do, and know no test."""
    for line, module in imports(source):
        if top(module) == "tests" and not f"{module}.".startswith("tests.hands."):
            yield f"line {line}: imports {module}; of the tests, measurements have the hands alone"


def hands_know_no_test(source: Source) -> Iterator[str]:
    """What reaches the page does not know who uses it."""
    for line, module in imports(source):
        if top(module) == "bench" or (top(module) == "tests" and not f"{module}.".startswith("tests.hands.")):
            yield f"line {line}: imports {module}; the hands serve tests and measurements, and know neither"


Rule = Callable[[Source], Iterator[str]]

ENGINE_RULES: tuple[Rule, ...] = (
    engine_imports_standard_library_and_itself,
    engine_is_pure,
    chance_comes_from_dice,
    engine_says_nothing,
    engine_keeps_no_state,
    systems_are_strangers,
    saving_stands_on_the_rules,
    table_knows_no_system,
)
APP_RULES: tuple[Rule, ...] = (app_imports_only_below, keeping_knows_no_screen, chance_is_not_the_pages)
BESIDE: tuple[tuple[Rule, Path], ...] = (
    (tools_stand_alone, TOOLS),
    (bench_has_only_the_hands, BENCH),
    (hands_know_no_test, HANDS),
)


ROOMS = {"rules", "sheet", "memory", "turns", "deeds", "panel", "shown"}
"""What every package of engine.systems has."""


@pytest.mark.parametrize("rule", ENGINE_RULES, ids=lambda rule: rule.__name__)
def test_engine(rule: Rule) -> None:
    """Every module of the engine obeys."""
    assert [f"{source[0]}, {breach}" for source in modules(ENGINE) for breach in rule(source)] == []


def test_the_engine_runs_in_no_circles() -> None:
    """No module of the engine imports itself over others; a package stands for nothing but its modules."""
    sources = [source for source in modules(ENGINE) if not source[0].endswith("__init__")]
    names = {name for name, _ in sources}
    arrows = {source[0]: {module for _, module in imports(source) if module in names} for source in sources}
    assert list(TopologicalSorter(arrows).static_order())  # raises CycleError, which names the circle


@pytest.mark.parametrize(
    "package",
    sorted(file.parent for file in (ENGINE / "systems").glob("*/__init__.py")),
    ids=lambda folder: folder.name,
)
def test_every_system_has_the_same_rooms(package: Path) -> None:
    """Whoever knows the plan of one knows all: at most two rooms of its own, and a table of contents."""
    rooms = {file.stem for file in package.glob("*.py")} - {"__init__"}
    assert rooms >= ROOMS
    assert len(rooms - ROOMS) <= 2
    assert len((package / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 45


@pytest.mark.parametrize("rule", APP_RULES, ids=lambda rule: rule.__name__)
def test_page(rule: Rule) -> None:
    """Every module of the page obeys."""
    assert [f"{source[0]}, {breach}" for source in modules(APP) for breach in rule(source)] == []


@pytest.mark.parametrize(("rule", "folder"), BESIDE, ids=["tools", "bench", "hands"])
def test_beside_the_page(rule: Rule, folder: Path) -> None:
    """Every module of the folder obeys."""
    sources = list(modules(folder))
    assert sources
    assert [f"{source[0]}, {breach}" for source in sources for breach in rule(source)] == []


@pytest.mark.parametrize(
    ("rule", "module", "text"),
    [
        (engine_imports_standard_library_and_itself, "engine.table.odds", "import numpy"),
        (engine_imports_standard_library_and_itself, "engine.table.odds", "def late():\n    from app import render"),
        (engine_is_pure, "engine.session", "from time import monotonic"),
        (engine_is_pure, "engine.saves.records", "import os.path"),
        (chance_comes_from_dice, "engine.table.odds", "import random"),
        (chance_comes_from_dice, "engine.systems.zebra", "from secrets import randbelow"),
        (engine_says_nothing, "engine.evolve", "def show(it):\n    print(it)"),
        (engine_keeps_no_state, "engine.names", "SEEN = []"),
        (engine_keeps_no_state, "engine.names", "seen: dict[str, int] = {}"),
        (engine_keeps_no_state, "engine.names", "seen = set[str]()"),
        (engine_keeps_no_state, "engine.names", "seen = collections.defaultdict(list)"),
        (engine_keeps_no_state, "engine.names", "class Names:\n    seen = []"),
        (engine_keeps_no_state, "engine.names", "def count():\n    global n\n    n = 1"),
        (systems_are_strangers, "engine.systems.zebra", "from engine.systems import rond6"),
        (systems_are_strangers, "engine.systems.zebra", "from engine.systems.rond6 import Rond6"),
        (systems_are_strangers, "engine.systems.zebra", "from .rond6 import Rond6"),
        (saving_stands_on_the_rules, "engine.evolve", "from engine.saves.records import Did"),
        (saving_stands_on_the_rules, "engine.systems.zebra.chart", "from engine.saves import json"),
        (saving_stands_on_the_rules, "engine.saves.records", "from engine.saves.history import replay"),
        (saving_stands_on_the_rules, "engine.saves.json", "from engine.saves import shapes"),
        (table_knows_no_system, "engine.table.offers", "from engine.systems.protocol import Choice"),
        (table_knows_no_system, "engine.decide", "from engine.table import guards"),
        (app_imports_only_below, "app.render", "from js import document"),
        (app_imports_only_below, "app.main", "import pyscript"),
        (app_imports_only_below, "app.browser", "import requests"),
        (keeping_knows_no_screen, "app.keeping.saving", "from app.markup import Html"),
        (keeping_knows_no_screen, "app.keeping.keeper", "from app import controller"),
        (chance_is_not_the_pages, "app.controller", "from random import randint"),
        (tools_stand_alone, "tools.keep", "from tests.hands import store"),
        (tools_stand_alone, "tools.build", "import bench.chart"),
        (bench_has_only_the_hands, "bench.taps", "from tests.browser.play import begin"),
        (bench_has_only_the_hands, "bench.taps", "from tests import amounts"),
        (hands_know_no_test, "hands.killing", "from tests.conftest import note"),
        (hands_know_no_test, "hands.store", "from bench.visits import visit"),
    ],
)
def test_a_breach_is_seen(rule: Rule, module: str, text: str) -> None:
    """Each rule stops what it is there to stop."""
    assert list(rule((module, ast.parse(text))))


@pytest.mark.parametrize(
    ("rule", "module", "text"),
    [
        (chance_comes_from_dice, "engine.dice", "import secrets"),
        (engine_keeps_no_state, "engine.names", "NAMES = ('a', 'b')\nTABLE = MappingProxyType({'a': 1})"),
        (engine_keeps_no_state, "engine.names", "def count():\n    seen = []\n    return seen"),
        (systems_are_strangers, "engine.systems.zebra", "from engine.systems.protocol import TurnSystem"),
        (systems_are_strangers, "engine.systems.zebra.rules", "from engine.systems.zebra import chart"),
        (systems_are_strangers, "engine.systems.__init__", "from engine.systems.zebra import Zebra"),
        (saving_stands_on_the_rules, "engine.keeping", "from engine.saves.history import read_step"),
        (saving_stands_on_the_rules, "engine.saves.history", "from engine.saves.records import Did"),
        (table_knows_no_system, "engine.table.offers", "from engine.table import guards\nimport engine.choices"),
        (table_knows_no_system, "engine.systems.zebra", "from engine.table.guards import Guards"),
        (app_imports_only_below, "app.browser", "from pyodide.ffi import create_proxy\nimport js"),
        (app_imports_only_below, "app.render", "from engine.model import Encounter\nfrom app import narrate"),
        (
            keeping_knows_no_screen,
            "app.keeping.saving",
            "from app.keeping import words\nfrom app.intents import Intent",
        ),
        (keeping_knows_no_screen, "app.library", "from app.keeping.kept import Kept\nfrom app.markup import Html"),
        (bench_has_only_the_hands, "bench.memory", "from tests.hands.player import play\nfrom tools import build"),
        (hands_know_no_test, "hands.launch", "from tests.hands.engines import FIREFOX"),
    ],
)
def test_what_is_right_is_left_alone(rule: Rule, module: str, text: str) -> None:
    """A rule that cries wolf would be switched off."""
    assert list(rule((module, ast.parse(text)))) == []
