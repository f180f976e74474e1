"""Tests of the program's layers, read from its sources.

The engine is pure: it imports the standard library and itself, reads no clock and no files, prints nothing, keeps no
mutable state, and takes all chance from dice. The page's Python imports the engine and meets the browser in one module.
The tools import no tests. The benchmarks import the tools, and drive the page through ``tests/hands``.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tools.layout import ROOT

ENGINE = ROOT / "engine" / "turntrack"
APP = ROOT / "static" / "app"
TOOLS = ROOT / "tools"
BENCH = ROOT / "bench"
HANDS = ROOT / "tests" / "hands"

PACKAGES_OF_SYSTEMS = {
    f"turntrack.systems.{file.parent.name}" for file in (ENGINE / "systems").glob("*/__init__.py")
} - {"turntrack.systems.toolkit"}

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
    """Return every module imported anywhere in the source, with the line; relative imports are made absolute."""
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
        if top(module) not in sys.stdlib_module_names | {"turntrack"}:
            yield f"line {line}: imports {module}, but the engine has only the standard library and itself"


def engine_is_pure(source: Source) -> Iterator[str]:
    """No clock, no files, no tasks, no process."""
    for line, module in imports(source):
        if top(module) in IMPURE:
            yield f"line {line}: imports {module}; what depends on it belongs to the page"


def chance_comes_from_dice(source: Source) -> Iterator[str]:
    """Functions that need chance take dice as an argument."""
    for line, module in imports(source):
        if top(module) in CHANCE and source[0] != "turntrack.core.dice":
            yield f"line {line}: imports {module}; only engine.dice draws, others are given dice"


def engine_says_nothing(source: Source) -> Iterator[str]:
    """No output and no input: functions return their results."""
    for node in ast.walk(source[1]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTPUT:
            yield f"line {node.lineno}: calls {node.func.id}(); the engine returns what there is to say"


def engine_keeps_no_state(source: Source) -> Iterator[str]:
    """No module or class holds mutable state, so that two fights never affect each other."""
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


ENGINE_LAYERS = (
    "core",
    "codec",
    "systems.last_stand",
    "systems.wounds",
    "systems.choices",
    "systems.arrivals",
    "systems.protocol",
    "systems.toolkit",
    "systems.*",
    "systems",
    "rules",
    "lines",
    "history",
    "log",
    "saves",
    "command_line",
    "__main__",
)
"""The packages of the engine, lowest first. `systems.*` is each turn system: they never import each other."""

COMMAND_LINE = ("turntrack.command_line", "turntrack.__main__")

PAGE_LAYERS = (
    "intents",
    "values",
    "ui",
    "importers",
    "storage",
    "fight",
    "rule_editor",
    "page",
    "screens",
    "library",
    "handlers",
    "controller",
    "browser",
    "main",
    "python_start",
)
"""The packages of the page, lowest first, and the modules that start it."""


def layer(module: str) -> tuple[int, str]:
    """Return the height of the package that holds a module of the engine or the page, and the package's name.

    A module outside every package has the height -1.

    >>> layer("turntrack.core.dice"), layer("turntrack.systems.zebra.turns"), layer("app.utils")
    ((0, 'core'), (8, 'systems.zebra'), (-1, ''))
    """
    root, *parts = module.split(".")
    layers = ENGINE_LAYERS if root == "turntrack" else PAGE_LAYERS
    for size in range(len(parts), 0, -1):
        package = ".".join(parts[:size])
        if package in layers:
            return layers.index(package), package
        if size == 2 and parts[0] == "systems" and f"turntrack.{package}" in PACKAGES_OF_SYSTEMS:
            return layers.index("systems.*"), package
    return -1, ""


def imports_only_below(source: Source) -> Iterator[str]:
    """A package imports itself and the packages below it: no arrow upward, and so no circle of packages."""
    own = source[0].removesuffix(".__init__")
    height, package = layer(own)
    if height < 0 and own not in {"turntrack", "app"}:
        yield f"line 1: {own} is in no package"
        return
    for line, module in imports(source):
        if top(module) not in {"turntrack", "app"} or top(module) != top(own) or module in {"turntrack", "app"}:
            continue
        other_height, other = layer(module)
        if height >= 0 and other != package and other_height >= height:
            yield f"line {line}: {package} imports {module}, which is not below it"


def app_imports_only_below(source: Source) -> Iterator[str]:
    """The page imports the standard library, the engine and itself; only one module imports the browser."""
    for line, module in imports(source):
        if top(module) in BROWSER:
            if source[0] != "app.browser":
                yield f"line {line}: imports {module}; only app.browser knows the browser"
        elif top(module) not in sys.stdlib_module_names | {"turntrack", "app"}:
            yield f"line {line}: imports {module}, but the page has only the standard library, engine and app"


def chance_is_not_the_pages(source: Source) -> Iterator[str]:
    """The page passes dice on and never rolls."""
    for line, module in imports(source):
        if top(module) in CHANCE:
            yield f"line {line}: imports {module}; only engine.dice draws, others are given dice"


def tools_stand_alone(source: Source) -> Iterator[str]:
    """The tools need no tests and no benchmarks."""
    for line, module in imports(source):
        if top(module) in {"tests", "bench"}:
            yield f"line {line}: imports {module}; what builds and serves needs neither tests nor measurements"


def bench_has_only_the_hands(source: Source) -> Iterator[str]:
    """The benchmarks import ``tests/hands`` and no other tests."""
    for line, module in imports(source):
        if top(module) == "tests" and not f"{module}.".startswith("tests.hands."):
            yield f"line {line}: imports {module}; of the tests, measurements have the hands alone"


def hands_know_no_test(source: Source) -> Iterator[str]:
    """The helpers in ``tests/hands`` import no test."""
    for line, module in imports(source):
        if top(module) == "bench" or (top(module) == "tests" and not f"{module}.".startswith("tests.hands.")):
            yield f"line {line}: imports {module}; the hands serve tests and measurements, and know neither"


def classes_defined_twice(sources: Iterable[Source]) -> dict[str, list[str]]:
    """Return the modules of each class name that several modules define."""
    places: dict[str, list[str]] = {}
    for name, tree in sources:
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    return {name: modules for name, modules in places.items() if len(modules) > 1}


MODULES_OF_A_SYSTEM = {"rules", "memory", "initiative", "turns", "actions", "rulings", "panel"}
"""The modules of every coded system. *Table rules*, a language for many games, has rule sets instead of rules."""

LONG_NAMES = {
    "odds_of_first": "the term of the game for who acts first, and odds are also those of checks and wounds",
    "export_file_codec": "files have a format of their own, apart from links and from the device",
    "question_form_controls": "controls of the form that asks the questions of the rule editor",
    "fight_drawing_check": "checks the drawing of a fight, where other checks are of data",
}
"""The module names of more than two words, with the reason why fewer do not say enough."""

LOGIC_IN_INIT = {
    "turntrack.command_line.__init__": "the entry point of the command line",
    "turntrack.systems.table_rules.__init__": "makes the record of the system for each fight",
}
"""The packages whose ``__init__`` defines functions, with the reason."""

FEWEST_LINES = 40
"""A module with fewer lines of code belongs into the module that uses it, if that is a single neighbour."""


def lines_of_code(tree: ast.Module) -> int:
    """Count the lines on which a statement or expression begins or ends, docstrings left out.

    >>> lines_of_code(ast.parse("'A docstring.'\\n\\nA = (\\n    1,\\n)\\n"))
    3
    """
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    left_out = {id(part) for text in texts if isinstance(text.value, ast.Constant) for part in (text, text.value)}
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.expr) and id(node) not in left_out)
    return len({line for node in nodes for line in (node.lineno, node.end_lineno)})


def slivers(sources: Sequence[Source]) -> Iterator[str]:
    """A small module is there because several modules use it, or one of another package."""
    files = {name: tree for name, tree in sources if not name.endswith("__init__")}
    users: dict[str, set[str]] = {name: set() for name in files}
    for source in sources:
        for _, module in imports(source):
            if module in files and module != source[0]:
                users[module].add(source[0])
    for name, tree in files.items():
        package = name.rpartition(".")[0]
        if len(users[name]) == 1 and lines_of_code(tree) < FEWEST_LINES:
            (user,) = users[name]
            if user.rpartition(".")[0] == package:
                yield f"{name} has fewer than {FEWEST_LINES} lines, and only {user} uses it"


def name_has_two_words(source: Source) -> Iterator[str]:
    """A module name has one or two words: its package says the rest."""
    name = source[0].rpartition(".")[2].strip("_")
    if len(name.split("_")) > 2 and name not in LONG_NAMES:
        yield f"line 1: {name} has more than two words"


def init_holds_no_logic(source: Source) -> Iterator[str]:
    """An ``__init__`` holds no more than a system's record, or what its package passes on."""
    if source[0].endswith("__init__") and source[0] not in LOGIC_IN_INIT:
        for node in source[1].body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield f"line {node.lineno}: defines {node.name}"


Rule = Callable[[Source], Iterator[str]]

ENGINE_RULES: tuple[Rule, ...] = (
    engine_imports_standard_library_and_itself,
    engine_is_pure,
    chance_comes_from_dice,
    engine_says_nothing,
    engine_keeps_no_state,
    imports_only_below,
    name_has_two_words,
    init_holds_no_logic,
)
APP_RULES: tuple[Rule, ...] = (
    app_imports_only_below,
    imports_only_below,
    chance_is_not_the_pages,
    name_has_two_words,
    init_holds_no_logic,
)
OF_ALL_MODULES = (imports_only_below, name_has_two_words, init_holds_no_logic)
"""The rules that the command line obeys too."""

BESIDE: tuple[tuple[Rule, Path], ...] = (
    (tools_stand_alone, TOOLS),
    (bench_has_only_the_hands, BENCH),
    (hands_know_no_test, HANDS),
)


@pytest.mark.parametrize("rule", ENGINE_RULES, ids=lambda rule: rule.__name__)
def test_engine(rule: Rule) -> None:
    """Every module of the engine obeys; the command line alone reads files and prints."""
    sources = [source for source in modules(ENGINE) if rule in OF_ALL_MODULES or not source[0].startswith(COMMAND_LINE)]
    assert [f"{source[0]}, {breach}" for source in sources for breach in rule(source)] == []


@pytest.mark.parametrize("root", [ENGINE, APP], ids=["engine", "page"])
def test_no_module_imports_itself_over_others(root: Path) -> None:
    """A package stands for nothing but its modules."""
    sources = [source for source in modules(root) if not source[0].endswith("__init__")]
    names = {name for name, _ in sources}
    arrows = {source[0]: {module for _, module in imports(source) if module in names} for source in sources}
    assert list(TopologicalSorter(arrows).static_order())  # raises CycleError, which names the circle


@pytest.mark.parametrize(
    "package",
    sorted(ENGINE.parent / name.replace(".", "/") for name in PACKAGES_OF_SYSTEMS - {"turntrack.systems.table_rules"}),
    ids=lambda folder: folder.name,
)
def test_every_coded_system_has_the_same_modules(package: Path) -> None:
    """Who knows one system finds the way in every other."""
    assert {file.stem for file in package.glob("*.py")} >= MODULES_OF_A_SYSTEM


def test_no_module_is_a_sliver_of_its_neighbour() -> None:
    """What is always read together lies together."""
    assert list(slivers((*modules(ENGINE), *modules(APP)))) == []


def test_a_sliver_is_seen() -> None:
    """A small module with a single user in its package is found; one that another package uses is not."""
    small, user = ast.parse("A = 1"), ast.parse("from app.page.small import A")
    assert list(slivers([("app.page.small", small), ("app.page.state", user)]))
    assert not list(slivers([("app.page.small", small), ("app.screens.page", user)]))
    assert not list(slivers([("app.page.small", small), ("app.page.state", user), ("app.page.dialog", user)]))
    long = ast.parse("\n".join(f"A{number} = {number}" for number in range(FEWEST_LINES)))
    assert not list(slivers([("app.page.small", long), ("app.page.state", user)]))


def test_exceptions_are_needed() -> None:
    """What is listed is there, so no list outlives its reason."""
    names = {name for name, _ in (*modules(ENGINE), *modules(APP))}
    assert set(LONG_NAMES) <= {name.rpartition(".")[2] for name in names}
    assert set(LOGIC_IN_INIT) <= names


@pytest.mark.parametrize("rule", APP_RULES, ids=lambda rule: rule.__name__)
def test_page(rule: Rule) -> None:
    """Every module of the page obeys."""
    assert [f"{source[0]}, {breach}" for source in modules(APP) for breach in rule(source)] == []


def test_every_class_name_is_defined_once() -> None:
    """A class name says which class is meant, in the engine and in the page."""
    assert classes_defined_twice((*modules(ENGINE), *modules(APP))) == {}


def test_a_second_class_of_a_name_is_seen() -> None:
    """The search finds two classes of one name, and not a class that is only imported."""
    first, second = ast.parse("class Pick:\n    pass"), ast.parse("from a import Field\nclass Pick(Field):\n    pass")
    assert classes_defined_twice([("a", first), ("b", second)]) == {"Pick": ["a", "b"]}


@pytest.mark.parametrize(("rule", "folder"), BESIDE, ids=["tools", "bench", "hands"])
def test_beside_the_page(rule: Rule, folder: Path) -> None:
    """Every module of the folder obeys."""
    sources = list(modules(folder))
    assert sources
    assert [f"{source[0]}, {breach}" for source in sources for breach in rule(source)] == []


@pytest.mark.parametrize(
    ("rule", "module", "text"),
    [
        (engine_imports_standard_library_and_itself, "turntrack.systems.toolkit.odds_of_first", "import numpy"),
        (
            engine_imports_standard_library_and_itself,
            "turntrack.systems.toolkit.odds_of_first",
            "def late():\n    from app import ui",
        ),
        (engine_is_pure, "turntrack.history.session", "from time import monotonic"),
        (engine_is_pure, "turntrack.saves.records", "import os.path"),
        (chance_comes_from_dice, "turntrack.systems.toolkit.odds_of_first", "import random"),
        (chance_comes_from_dice, "turntrack.systems.zebra", "from secrets import randbelow"),
        (engine_says_nothing, "turntrack.core.evolve", "def show(it):\n    print(it)"),
        (engine_keeps_no_state, "turntrack.core.score", "SEEN = []"),
        (engine_keeps_no_state, "turntrack.core.score", "seen: dict[str, int] = {}"),
        (engine_keeps_no_state, "turntrack.core.score", "seen = set[str]()"),
        (engine_keeps_no_state, "turntrack.core.score", "seen = collections.defaultdict(list)"),
        (engine_keeps_no_state, "turntrack.core.score", "class Names:\n    seen = []"),
        (engine_keeps_no_state, "turntrack.core.score", "def count():\n    global n\n    n = 1"),
        (imports_only_below, "turntrack.systems.zebra", "from turntrack.systems import rond6"),
        (imports_only_below, "turntrack.systems.zebra.turns", "from turntrack.systems.rond6.turns import open_round"),
        (imports_only_below, "turntrack.systems.zebra.turns", "from ..rond6 import turns"),
        (imports_only_below, "turntrack.systems.toolkit.guards", "from turntrack.systems.zebra import turns"),
        (imports_only_below, "turntrack.core.evolve", "from turntrack.saves.records import Did"),
        (imports_only_below, "turntrack.rules.decide", "from turntrack.history import session"),
        (imports_only_below, "turntrack.helpers", "import json"),
        (imports_only_below, "app.storage.save_status", "from app.page.state import PageState"),
        (imports_only_below, "app.importers.rows", "from app.storage.messages import FULL"),
        (imports_only_below, "app.page.state", "from app import controller"),
        (imports_only_below, "app.helpers", "import json"),
        (name_has_two_words, "turntrack.rules.health_of_groups", ""),
        (init_holds_no_logic, "app.ui.__init__", "def show():\n    pass"),
        (init_holds_no_logic, "turntrack.rules.__init__", "class Rule:\n    pass"),
        (app_imports_only_below, "app.ui", "from js import document"),
        (app_imports_only_below, "app.main", "import pyscript"),
        (app_imports_only_below, "app.browser", "import requests"),
        (chance_is_not_the_pages, "app.controller", "from random import randint"),
        (tools_stand_alone, "tools.stdlib_keep", "from tests.hands import store"),
        (tools_stand_alone, "tools.build", "import bench.chart"),
        (bench_has_only_the_hands, "bench.taps", "from tests.browser.play import begin"),
        (bench_has_only_the_hands, "bench.taps", "from tests import amounts"),
        (hands_know_no_test, "hands.killing", "from tests.conftest import note"),
        (hands_know_no_test, "hands.store", "from bench.visits import visit"),
    ],
)
def test_a_breach_is_seen(rule: Rule, module: str, text: str) -> None:
    """Each rule reports its breach."""
    assert list(rule((module, ast.parse(text))))


@pytest.mark.parametrize(
    ("rule", "module", "text"),
    [
        (chance_comes_from_dice, "turntrack.core.dice", "import secrets"),
        (
            engine_keeps_no_state,
            "turntrack.core.score",
            "NAMES = ('a', 'b')\nTABLE = MappingProxyType({'a': 1})",
        ),
        (engine_keeps_no_state, "turntrack.core.score", "def count():\n    seen = []\n    return seen"),
        (imports_only_below, "turntrack.systems.zebra.rules", "from turntrack.systems.zebra import costs"),
        (imports_only_below, "turntrack.systems.zebra", "from turntrack.systems.toolkit.guards import Guards"),
        (imports_only_below, "turntrack.systems.__init__", "from turntrack.systems.zebra import Zebra"),
        (imports_only_below, "turntrack.saves.journal", "from turntrack.saves.records import Did"),
        (imports_only_below, "app.screens.page", "from app.page.state import PageState\nfrom turntrack import SYSTEMS"),
        (app_imports_only_below, "app.browser", "from pyodide.ffi import create_proxy\nimport js"),
        (app_imports_only_below, "app.ui", "from turntrack.core.model import Encounter\nfrom app import narrate"),
        (bench_has_only_the_hands, "bench.memory", "from tests.hands.player import play\nfrom tools import build"),
        (hands_know_no_test, "hands.launch", "from tests.hands.engines import FIREFOX"),
        (name_has_two_words, "turntrack.codec.json_values", ""),
        (name_has_two_words, "turntrack.systems.toolkit.odds_of_first", ""),
        (init_holds_no_logic, "turntrack.systems.zebra.__init__", "from a import b\nSYSTEM = b.record()"),
        (init_holds_no_logic, "app.ui.markup", "def tag():\n    pass"),
    ],
)
def test_what_is_right_is_left_alone(rule: Rule, module: str, text: str) -> None:
    """False alarms would make people disable the rule."""
    assert list(rule((module, ast.parse(text)))) == []
