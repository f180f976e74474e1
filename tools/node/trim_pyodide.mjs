/**
 * Removes from Pyodide what only packages with compiled code use: this page loads none.
 *
 * - Exports of the program. At every start Pyodide makes a function of each, and gives it a variable and a place in a table. An
 *   export stays if Pyodide's scripts name it, or if the program imports its address.
 * - The addresses of WebGL's functions. At every start Pyodide compiles a module for each.
 *
 * node trim_pyodide.mjs FOLDER
 *
 * Rewrites pyodide.asm.wasm and pyodide.asm.mjs in FOLDER.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const programFile = join(folder, "pyodide.asm.wasm");
const scriptFile = join(folder, "pyodide.asm.mjs");

/** As in `_f=Module["_f"]=wasmExports["f"];` and `_n=Module["_n"]=wasmExports["n"].value>>>0;` */
const ASSIGNMENT = /[\w$]+=Module\["[^"]+"\]=wasmExports\["([^"]+)"\](?:\.value)?(?:>>>0)?;?/g;

/** The declaration of the variables of all exports. */
const DECLARATION = /var ((?:[\w$]+,){1000,}[\w$]+);/g;

/** The statement that gives the program the address of the JavaScript function `symName`. */
const ADDRESS = 'if(typeof value=="function"){entry.value=addFunction(value,value.sig)}';

/** The statement that gives WebGL's functions the address 0, as if they did not exist. */
const NO_ADDRESS = 'if(symName.startsWith("emscripten_gl")){entry.value=0}';

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

/** @param {string} script @returns {Set<string>} the words in it, but for those that only hand exports over */
function wordsOf(script) {
  const rest = script.replaceAll(ASSIGNMENT, "").replaceAll(DECLARATION, "");
  return new Set(rest.match(/[\w$]+/g));
}

const program = await readFile(programFile);
const script = await readFile(scriptFile, "utf8");
const words = wordsOf(script + (await readFile(join(folder, "pyodide.mjs"), "utf8")));

const module = new WebAssembly.Module(program);
const addresses = WebAssembly.Module.imports(module).filter((wanted) => wanted.module.startsWith("GOT."));
const needed = new Set(addresses.map(({ name }) => name));
const removed = new Set(
  WebAssembly.Module.exports(module)
    .map(({ name }) => name)
    .filter((name) => !words.has(name) && !words.has(`_${name}`) && !needed.has(name)),
);
const variables = new Set(Array.from(removed, (name) => `_${name}`));

await writeFile(programFile, trimProgram(program, (name) => !removed.has(name)));
await writeFile(
  scriptFile,
  script
    .replace(ADDRESS, `${NO_ADDRESS}else ${ADDRESS}`)
    .replaceAll(ASSIGNMENT, (whole, /** @type {string} */ name) => (removed.has(name) ? "" : whole))
    .replaceAll(DECLARATION, (_, /** @type {string} */ names) => {
      const kept = names.split(",").filter((name) => !variables.has(name));
      return `var ${kept.join(",")};`;
    }),
);
