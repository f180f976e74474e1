/**
 * Removes from Pyodide what only packages with compiled code use: this page loads none, and every start would pay for it.
 *
 * - Functions that the program does not import. Of WebGL's functions it imports only the addresses: they become 0, as if the
 *   functions did not exist, because Pyodide would compile a module for each at every start.
 * - Properties of `Module` that no script of Pyodide reads.
 * - Stack switching, which only Python code that blocks until a promise settles needs. With it, Python's main function runs on a
 *   stack of its own, and Chromium crashes if it samples the heap then: it reads beyond the end of this stack.
 * - Whatever only these functions and properties use.
 * - Exports of the program. At every start Pyodide makes a function of each, and gives it a variable and a place in a table. An
 *   export stays if Pyodide's scripts name it, or if the program imports its address.
 *
 * node trim_pyodide.mjs FOLDER
 *
 * Rewrites pyodide.asm.wasm and pyodide.asm.js in FOLDER.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rollup } from "@rollup/wasm-node";

const [folder] = process.argv.slice(2);
const programFile = join(folder, "pyodide.asm.wasm");
const scriptFile = join(folder, "pyodide.asm.js");

/** The table of the functions that the program may import. */
const OFFERS = /wasmImports=\{([^{}]*)\}/;

/** As in `Module["f"]=f;` */
const EXPOSURE = /Module\["([\w$]+)"\]=\1;/g;

/** As in `Module.f` and `Module["f"]`. */
const PROPERTY = /(?:\.|\[")([\w$]+)/g;

/** As in `_f=Module["_f"]=wasmExports["f"];` and `_n=Module["_n"]=wasmExports["n"].value>>>0;` */
const ASSIGNMENT = /[\w$]+=Module\["[^"]+"\]=wasmExports\["([^"]+)"\](?:\.value)?(?:>>>0)?;?/g;

/** The declaration of the variables of all exports. */
const DECLARATION = /var ((?:[\w$]+,){1000,}[\w$]+);/g;

/** The condition on which Pyodide gives a missing function the address 0 and raises no error. */
const IS_OPTIONAL = "if(!value&&!entry.required)";
const IS_MISSING = "if(!value)";

/** The flags that tell whether the browser can switch stacks. */
const CAN_SWITCH_STACKS = /var (new|old)JspiSupported=[^;]+;/g;

const EXPORT_SECTION = 7;

/** Reads the parts of a WebAssembly program, one after the other. */
class Reader {
  place = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  get isAtEnd() {
    return this.place >= this.bytes.length;
  }

  readByte() {
    return this.bytes[this.place++];
  }

  /** Reads a number in LEB128. */
  readNumber() {
    let number = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.readByte();
      number += (byte & 127) * shift;
      if (byte < 128) return number;
    }
  }

  /** @param {number} length */
  take(length) {
    return this.bytes.subarray(this.place, (this.place += length));
  }
}

/** @param {number} number @returns {number[]} its bytes in LEB128 */
const encode = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...encode(Math.floor(number / 128))]);

/** @param {Uint8Array} section @param {(name: string) => boolean} isKept @returns {Uint8Array} */
function trimSection(section, isKept) {
  const reader = new Reader(section);
  const kept = [];
  for (let left = reader.readNumber(); left > 0; left--) {
    const start = reader.place;
    const name = new TextDecoder().decode(reader.take(reader.readNumber()));
    reader.readByte(); // its kind
    reader.readNumber(); // its index
    if (isKept(name)) kept.push(section.subarray(start, reader.place));
  }
  return Buffer.concat([Uint8Array.from(encode(kept.length)), ...kept]);
}

/** @param {Uint8Array} program @param {(name: string) => boolean} isKept @returns {Uint8Array} */
function trimProgram(program, isKept) {
  const reader = new Reader(program);
  const parts = [reader.take(8)]; // magic number and version
  while (!reader.isAtEnd) {
    const kind = reader.readByte();
    const section = reader.take(reader.readNumber());
    const content = kind === EXPORT_SECTION ? trimSection(section, isKept) : section;
    parts.push(Uint8Array.from([kind, ...encode(content.length)]), content);
  }
  return Buffer.concat(parts);
}

/**
 * Removes the references to functions that the program does not import, and to properties that no script reads.
 *
 * @param {string} script @param {string} caller the script that loads this one
 * @param {Set<string>} imported what the program imports
 * @returns {string}
 */
function removeReferences(script, caller, imported) {
  const read = new Set(Array.from((script.replaceAll(EXPOSURE, "") + caller).matchAll(PROPERTY), ([, name]) => name));
  return script
    .replace(OFFERS, (_, /** @type {string} */ entries) => {
      const kept = entries.split(",").filter((entry) => imported.has(entry.split(":")[0]));
      return `wasmImports={${kept.join(",")}}`;
    })
    .replaceAll(EXPOSURE, (whole, /** @type {string} */ name) => (read.has(name) ? whole : ""))
    .replaceAll(CAN_SWITCH_STACKS, "var $1JspiSupported=false;")
    .replace(IS_OPTIONAL, IS_MISSING);
}

/** Removes what nothing refers to. @param {string} script @returns {Promise<string>} */
async function shake(script) {
  const bundle = await rollup({
    input: scriptFile,
    external: (name) => name !== scriptFile,
    plugins: [{ name: "script", transform: () => script }],
    onwarn(warning) {
      if (warning.code !== "EVAL") throw new Error(warning.message); // Pyodide's own eval
    },
  });
  const { output } = await bundle.generate({});
  await bundle.close();
  return output[0].code;
}

/** @param {string} script @returns {Set<string>} the words in it, but for those that only hand exports over */
function wordsOf(script) {
  const rest = script.replaceAll(ASSIGNMENT, "").replaceAll(DECLARATION, "");
  return new Set(rest.match(/[\w$]+/g));
}

const program = await readFile(programFile);
const module = new WebAssembly.Module(program);
const imports = WebAssembly.Module.imports(module);
const imported = new Set(imports.map(({ name }) => name).filter((name) => !name.startsWith("emscripten_gl")));

const caller = await readFile(join(folder, "pyodide.js"), "utf8");
const script = removeReferences(await readFile(scriptFile, "utf8"), caller, imported);

const words = wordsOf(script + caller);
const addresses = new Set(imports.filter((wanted) => wanted.module.startsWith("GOT.")).map(({ name }) => name));
const removed = new Set(
  WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .filter((name) => !words.has(name) && !words.has(`_${name}`) && !addresses.has(name)),
);
const dropRemoved = (/** @type {string} */ whole, /** @type {string} */ name) => (removed.has(name) ? "" : whole);

await writeFile(programFile, trimProgram(program, (name) => !removed.has(name)));
await writeFile(scriptFile, await shake(script.replaceAll(ASSIGNMENT, dropRemoved)));
