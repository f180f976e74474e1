"""The engine's own speed, on the Python of this machine and in Pyodide."""

import json
import subprocess
import sys
from typing import Any

from tools import stdlib
from tools.layout import ROOT


def measure_engine() -> dict[str, Any]:
    """Return what bench/engine_timings.py says, from both."""
    host = [sys.executable, "-m", "bench.engine_timings"]
    pyodide = ["node", "tools/node/bench.mjs", str(ROOT), str(stdlib.whole())]
    return {"CPython": _run(host), "Pyodide": _run(pyodide)}


def _run(command: list[str]) -> Any:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return json.loads(done.stdout.splitlines()[-1])
