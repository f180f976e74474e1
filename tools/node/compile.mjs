/**
 * Compiles Python files to bytecode inside Pyodide, for hosts that have no Python of Pyodide's version.
 *
 * node compile.mjs SOURCE_DIR TARGET_DIR [STDLIB_ZIP]
 *
 * Every NAME.py under SOURCE_DIR becomes NAME.pyc under TARGET_DIR, without docstrings and assertions, and unchecked by hash:
 * nothing beside it could change.
 * A standard library that is bytecode already makes the start quicker. Of each instruction the line is kept, not the column:
 * columns are a quarter of the bytecode, and only draw marks below the lines of a traceback.
 */
import { loadPyodide } from "pyodide";

const [source, target, stdLibURL] = process.argv.slice(2);

const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide(stdLibURL ? { env, stdLibURL } : { env });
python.mountNodeFS("/source", source);
python.mountNodeFS("/target", target);
const count = python.runPython(`
import py_compile
from pathlib import Path

source, target = Path("/source"), Path("/target")
count = 0
for path in sorted(source.rglob("*.py")):
    name = path.relative_to(source)
    (target / name).parent.mkdir(parents=True, exist_ok=True)
    py_compile.compile(
        str(path),
        cfile=str(target / name) + "c",
        dfile=str(name),
        doraise=True,
        optimize=2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    count += 1
count
`);
console.log(`${count} files compiled`);
