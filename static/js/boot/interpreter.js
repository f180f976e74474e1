/**
 * The interpreter that pyconfig.toml names: Pyodide with our standard library and our wheel, both checked.
 *
 * It starts as soon as this module runs, which is before PyScript has been loaded and has read its configuration: what
 * PyScript asks for is known but for where Python's output goes. PyScript takes `version` and `loadPyodide` from here and
 * nothing else.
 */
import { loadPyodide as load, version } from "../../../vendor/pyodide/pyodide.mjs";
import { lock, packages, standardLibrary } from "../../../python/parts.js";
import { messageOf } from "../page/errors.js";
import * as snapshot from "../snapshot/snapshot.js";

/** @typedef {NonNullable<Parameters<typeof load>[0]>} Options */
/** @typedef {Awaited<ReturnType<typeof load>>} Pyodide */
/** @typedef {NonNullable<Options["createPyodideModule"]>} CreateModule */
/** @typedef {{ _api?: { config?: Partial<Options> } }} Inside what Pyodide's own types leave out */

export { version };

const folder = new URL("../../../python/", import.meta.url).href;
const indexURL = new URL("../../../vendor/pyodide/", import.meta.url).href;
const standardLibraryURL = folder + standardLibrary.file;

/** @type {Options} where PyScript wants Python's output; until it says so, the console */
let wishes = {};

/** @type {Options} */
const asked = {
  indexURL,
  stdLibURL: standardLibraryURL,
  lockFileContents: lock,
  packageBaseUrl: folder,
  stdout: (text) => (wishes.stdout ?? console.log)(text),
  stderr: (text) => (wishes.stderr ?? console.error)(text),
};

const started = start();
started.catch(() => {}); // PyScript hears of it

/**
 * @param {Options} options what PyScript asks for
 * @returns {Promise<Pyodide>}, with our packages in it
 */
export function loadPyodide(options) {
  wishes = options;
  return started;
}

async function start() {
  const kept = await snapshot.take();
  return (kept && (await fromImage(kept))) ?? plain();
}

/** @returns {Promise<Pyodide>} started from nothing */
async function plain() {
  const interpreter = await checkingFetches(() => load({ ...asked, packages }));
  // Pyodide only logs a package whose hash is wrong.
  const absent = packages.filter((name) => !(name in interpreter.loadedPackages));
  if (absent.length) throw failure(absent.map((name) => `${lock.packages[name].file_name} is missing or damaged`).join("\n"));
  snapshot.offer(() => sourcesOfPyScript(interpreter));
  return interpreter;
}

/**
 * Pyodide would wait for the whole image before it begins with anything. It is given the head alone, and the memory is put
 * in its place when all else is there.
 *
 * @param {snapshot.Image} image of the memory of a Pyodide that has everything imported
 * @returns {Promise<Pyodide | undefined>} with that memory; nothing when it does not take it
 */
async function fromImage({ head, length, memory }) {
  if (!snapshot.begin()) return undefined;
  /** @type {CreateModule} */
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("../../../vendor/pyodide/pyodide.asm.mjs");
    const module = await create(settings);
    for (const { at, stretch } of await memory) module.HEAP8.set(stretch, at);
    return module;
  };
  try {
    const interpreter = await checkingFetches(() => load({ ...asked, _loadSnapshot: head, createPyodideModule }), length);
    const { _api } = /** @type {Inside} */ (/** @type {unknown} */ (interpreter));
    delete _api?.config?.createPyodideModule; // with it Pyodide would hold some twenty megabytes for good
    // What was drawn before the image was made would be drawn again after every start. Our dice come from elsewhere.
    interpreter.runPython("import random; random.seed()");
    performance.mark("turntrack:snapshot");
    return interpreter;
  } catch (problem) {
    console.warn("the snapshot of the interpreter is refused", problem);
    await snapshot.discard();
    return undefined;
  }
}

/** PyScript writes its own package into the home folder, as source. @param {Pyodide} interpreter @returns {Record<string, string>} by path */
function sourcesOfPyScript({ FS }) {
  const home = "/home/pyodide/";
  /** @param {string} path @returns {string[]} */
  const inside = (path) => {
    if (!FS.isDir(FS.stat(home + path).mode)) return path.endsWith(".py") ? [path] : [];
    return FS.readdir(home + path).flatMap((name) => (/^(\.|__pycache__)/.test(name) ? [] : inside(`${path}/${name}`)));
  };
  return Object.fromEntries(inside("pyscript").map((path) => [path, FS.readFile(home + path, { encoding: "utf8" })]));
}

/**
 * Watches what Pyodide fetches while it starts: some files that are missing, or break off, it only logs, and then waits
 * for ever. It checks the hash of packages but not that of its standard library: that one request is given its hash.
 *
 * The memory is made as large as what goes into it: Pyodide asks for that, but its module has a size of its own.
 *
 * @template T
 * @param {() => Promise<T>} action
 * @param {number} [bytes] that the memory has to have
 * @returns {Promise<T>}
 */
async function checkingFetches(action, bytes = 0) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await instantiateStreaming(...given).catch((problem) => {
      throw failure(`pyodide.asm.wasm is incomplete or damaged (${messageOf(problem)})`);
    });
    grow(made.instance.exports.memory, bytes);
    return made;
  };
  globalThis.fetch = async (resource, options) => {
    const url = resource instanceof Request ? resource.url : String(resource);
    if (!url.startsWith(folder) && !url.startsWith(indexURL)) return fetch(resource, options); // PyScript's own
    const { integrity } = url === standardLibraryURL ? standardLibrary : (options ?? {});
    try {
      const response = await fetch(resource, { ...options, integrity });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response;
    } catch (problem) {
      throw failure(`${url.split("/").pop()} is missing or damaged (${messageOf(problem)})`);
    }
  };
  try {
    return await action();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

const PAGE_BYTES = 65_536;

/** @param {unknown} memory @param {number} bytes */
function grow(memory, bytes) {
  if (!(memory instanceof WebAssembly.Memory)) return;
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

/** Tells the boot panel. @param {string} detail @returns {Error} */
function failure(detail) {
  const title = "The rules engine could not be loaded";
  const advice = "Check that this device is online and load the page again: all its files are then fetched anew.";
  document.dispatchEvent(new CustomEvent("boot:failed", { detail: { title, advice, detail } }));
  return new Error(detail);
}
