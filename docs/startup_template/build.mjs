/** Builds dist/: the page, what it takes from npm, and all Python as bytecode. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const require = createRequire(import.meta.url);
const pyodide = dirname(require.resolve("pyodide"));
const pyscript = join(here, "node_modules/@pyscript/core/dist");

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "python"), { recursive: true });

for (const name of ["index.html", "pyconfig.toml", "interpreter.js", "start.js"]) await cp(join(here, name), join(dist, name));
await cp(join(pyodide, "pyodide.asm.wasm"), join(dist, "vendor/pyodide/pyodide.asm.wasm"));
// Many hosts, nginx among them, do not know .mjs for a script, and browsers run no module of another type.
for (const name of ["pyodide", "pyodide.asm"]) {
  const script = await readFile(join(pyodide, `${name}.mjs`), "utf8");
  await writeFile(join(dist, "vendor/pyodide", `${name}.js`), script.replaceAll("pyodide.asm.mjs", "pyodide.asm.js"));
}
for (const name of await readdir(pyscript)) {
  if (name.endsWith(".js")) await cp(join(pyscript, name), join(dist, "vendor/pyscript", name));
}

// A lock file without packages: the whole list is a hundred times as long, and the page uses none of them.
const { info } = require("pyodide/pyodide-lock.json");
await writeFile(join(dist, "vendor/pyodide/pyodide-lock.json"), JSON.stringify({ info, packages: {} }));

// Of each instruction the line is kept, not the column, which is a quarter of the bytecode.
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/pyodide", pyodide);
python.mountNodeFS("/app", join(here, "app"));
python.mountNodeFS("/built", join(dist, "python"));
python.runPython(`
import py_compile
import zipfile
from pathlib import Path
from shutil import copytree


def pack(folder, target):
    """Compile the Python files of a folder, and pack the bytecode."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*.py")):
            name = f"{path.relative_to(folder)}c"
            compiled = py_compile.compile(
                path,
                cfile="/tmp/compiled.pyc",
                dfile=name[:-1],
                doraise=True,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            archive.write(compiled, name)


zipfile.ZipFile("/pyodide/python_stdlib.zip").extractall("/tmp/library")
pack(Path("/tmp/library"), "/built/stdlib.zip")
copytree("/app", "/tmp/page/app")
pack(Path("/tmp/page"), "/built/app.zip")
`);
console.log("dist/ is built");
