/**
 * Runs tests inside Pyodide.
 *
 * node pytest.mjs REPOSITORY LOCK_DIR STDLIB_ZIP PYTEST_ARGUMENT...
 *
 * Prints what pytest prints and, as the last line, a JSON object: the exit code, and the outcome of every test by its id.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const [repository, lockDir, stdLibURL, ...args] = process.argv.slice(2);
const lock = JSON.parse(readFileSync(join(lockDir, "pyodide-lock.json"), "utf8"));

const python = await loadPyodide({
  stdLibURL,
  lockFileContents: lock,
  packageBaseUrl: lockDir,
  packages: Object.keys(lock.packages),
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", HYPOTHESIS_STORAGE_DIRECTORY: "/tmp/hypothesis" },
});
python.mountNodeFS("/repository", repository);
python.globals.set("arguments", python.toPy(args));
const result = await python.runPythonAsync(`
import json, os, sys
import pytest

class Outcomes:
    """Keeps the outcome of every test: an exit code alone does not say that anything ran."""

    def __init__(self):
        self.outcomes = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid] = report.outcome

os.chdir("/repository")
seen = Outcomes()
code = pytest.main([*arguments, "-p", "no:cacheprovider"], plugins=[seen])
json.dumps({"exit_code": int(code), "outcomes": seen.outcomes, "python": sys.version.split()[0]})
`);
// A pipe takes long texts in pieces: leave when the last one is through.
process.stdout.write(`${result}\n`, () => process.exit(0));
