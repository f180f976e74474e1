/**
 * Compiles the methods of the dataclasses of a wheel, inside Pyodide (static/app/python_start.py).
 *
 * node dataclass_code.mjs WHEEL TARGET STDLIB_ZIP
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [wheel, target, stdLibURL] = process.argv.slice(2);

const python = await loadPyodide({ stdLibURL });
python.FS.writeFile("/turntrack.whl", readFileSync(wheel));
const code = python.runPython(`
import sys
sys.path.append("/turntrack.whl")
from app.python_start import compile_methods
compile_methods("/turntrack.whl")
`);
writeFileSync(target, code.toJs());
