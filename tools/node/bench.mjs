/** Runs the engine's measurements inside Pyodide: node bench.mjs REPOSITORY STDLIB_ZIP. Prints their JSON. */
import { loadPyodide } from "pyodide";

const [repository, stdLibURL] = process.argv.slice(2);
const python = await loadPyodide({ stdLibURL });
python.mountNodeFS("/repository", repository);
const said = await python.runPythonAsync(`
import sys
sys.path[:0] = ["/repository", "/repository/engine", "/repository/static"]
from bench.engine_timings import measure
measure()
`);
process.stdout.write(`${said}\n`, () => process.exit(0));
