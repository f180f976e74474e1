"""A run of the engine's tests inside Pyodide, under Node."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass

from tools import stdlib, wheel
from tools.layout import BUILD, NODE_MODULES, ROOT, digest, read_stamp

REQUIREMENTS = ROOT / "requirements-pyodide.txt"
WHEELS = BUILD / "pyodide-tests"

MARKS = ("-m", "not host_only and not soak")

WHOLE_SELECTION = ("tests/engine", "engine", *MARKS)
"""The arguments for the engine's tests and doctests, without those marked `host_only` or `soak`."""

FILES = ("transcripts", "formats", "records", "dataclass_json", "dice", "dice_expression", "odds_of_first")

SELECTION = (*(f"tests/engine/test_{name}.py" for name in FILES), "engine", *MARKS[:-1], f"{MARKS[-1]} and not repeats")
"""The arguments for what can differ inside Pyodide: rules as transcripts, doctests, saved data, dice and chances.

Its Python is of another version, with integers of 32 bits behind sizes and hashes; all else is the same code.
"""


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    exit_code: int
    outcomes: dict[str, str]
    python: str
    output: str


def packages() -> None:
    """Make the folder with pytest and its dependencies as wheels, and a lock file for them."""
    stamp = BUILD / "pyodide-tests.stamp"
    wanted = digest([REQUIREMENTS, NODE_MODULES / "pyodide" / wheel.LOCK])
    if read_stamp(stamp) == wanted and WHEELS.exists():
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    info = wheel.minimal_lock()["info"]
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    options = ["--quiet", "--require-hashes", "--no-deps", "--only-binary=:all:"]
    target = ["--platform", platform, "--python-version", info["python"]]
    places = ["--dest", str(WHEELS), "--requirement", str(REQUIREMENTS)]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", *options, *target, *places], cwd=ROOT, check=True, capture_output=True
    )
    # pyodide-lock 0.2.1 knows compiled wheels only by the older name of the platform, and reads it in the file's name.
    for compiled in WHEELS.glob(f"*{platform}.whl"):
        compiled.rename(WHEELS / compiled.name.replace(platform, f"{info['platform']}_{info['arch']}"))
    wheel.add_wheels(WHEELS, sorted(WHEELS.glob("*.whl")))
    stamp.write_text(wanted)


def run(*arguments: str) -> Run:
    """Run pytest with these arguments inside Pyodide."""
    packages()
    plain = (
        "--assert=plain"  # what an assertion compared is said by the same test outside, and takes a sixth of the run
    )
    command = ["node", "tools/node/pytest.mjs", str(ROOT), f"{WHEELS}/", str(stdlib.whole()), plain, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    output, _, last = done.stdout.rstrip("\n").rpartition("\n")
    if done.returncode or not last.startswith("{"):
        raise RuntimeError(f"pytest did not finish inside Pyodide:\n{done.stdout}\n{done.stderr}")
    return Run(**json.loads(last), output=output)
