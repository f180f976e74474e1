/**
 * The interpreter named in pyconfig.toml: Pyodide with our standard library and our wheel, both verified.
 *
 * It starts when this module runs, before PyScript is loaded and has read its configuration, because all of PyScript's
 * options except the output are known. PyScript uses only `version` and `loadPyodide` from here.
 */
import { loadPyodide as load, version } from "../../../vendor/pyodide/pyodide.js";
import { lock, standardLibrary, wheel } from "../../../python/parts.js";
import { messageOf } from "../page/errors.js";
import * as snapshot from "../snapshot/snapshot.js";

/** @typedef {NonNullable<Parameters<typeof load>[0]>} Options */
/** @typedef {Awaited<ReturnType<typeof load>>} Pyodide */
/** @typedef {NonNullable<Options["createPyodideModule"]>} CreateModule */
/** @typedef {{ _api?: { config?: Partial<Options> } }} Inside fields that Pyodide's types lack */

export { version };

const { fetch } = globalThis;
const folder = new URL("../../../python/", import.meta.url).href;
const indexURL = new URL("../../../vendor/pyodide/", import.meta.url).href;
const standardLibraryURL = folder + standardLibrary.file;
const programURL = `${indexURL}pyodide.asm.wasm`;
const PROGRAM_TYPE = "application/wasm";

/** Where our wheel lies in Python's file system. */
const WHEEL = "/turntrack.whl";

/** Compiled before Pyodide asks for it, which waits for the snapshot. */
const program = WebAssembly.compileStreaming(fetchPart(programURL).then(asProgram));
program.catch(() => {}); // reported when Pyodide asks for it

/** @type {Options} PyScript's options, for Python's output; the console until they are known */
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
started.catch(() => {}); // PyScript reports it

/**
 * @param {Options} options what PyScript asks for
 * @returns {Promise<Pyodide>}, with our packages in it
 */
export function loadPyodide(options) {
  wishes = options;
  return started;
}

async function start() {
  const image = await snapshot.find();
  return (image && (await fromImage(image))) ?? plain();
}

/** @returns {Promise<Pyodide>} without a snapshot */
async function plain() {
  const [interpreter, bytes] = await Promise.all([checkingFetches(() => load(asked)), fetchWheel()]);
  interpreter.FS.writeFile(WHEEL, bytes);
  interpreter.runPython(`import sys; sys.path.append("${WHEEL}")`);
  interpreter.runPython(`from app.python_start import reuse; reuse("${WHEEL}")`);
  return interpreter;
}

/**
 * Fetches our wheel, which Python imports from as it is: to install it, Pyodide would write each file and import its installer.
 *
 * @returns {Promise<Uint8Array>}
 */
async function fetchWheel() {
  try {
    const { body } = await fetchPart(folder + wheel.file, wheel);
    const inflated = new Response(body?.pipeThrough(new DecompressionStream("deflate")));
    return new Uint8Array(await inflated.arrayBuffer());
  } catch (problem) {
    throw failure(folder + wheel.file, problem);
  }
}

/**
 * Starts Pyodide from an image. Pyodide does not wait for the image: it gets a head of the right length, which is filled in
 * when Pyodide needs it, together with the memory.
 *
 * @param {snapshot.Image} image of the memory of a Pyodide with everything imported
 * @returns {Promise<Pyodide | undefined>} undefined if the image is damaged, or Pyodide refuses it
 */
async function fromImage({ headLength, memoryLength, content }) {
  if (!snapshot.begin()) return undefined;
  const head = new Uint8Array(headLength);
  /** @type {CreateModule} */
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("../../../vendor/pyodide/pyodide.asm.js");
    const module = await create(settings);
    const image = await content;
    head.set(image.head);
    for (const { address, stretch } of image.memory) module.HEAP8.set(stretch, address);
    return module;
  };
  try {
    const interpreter = await checkingFetches(() => load({ ...asked, _loadSnapshot: head, createPyodideModule }), memoryLength);
    const { _api } = /** @type {Inside} */ (/** @type {unknown} */ (interpreter));
    delete _api?.config?.createPyodideModule; // or Pyodide would keep the memory of the image for ever
    // Reseed, or every start would repeat the same random numbers. Our dice do not use them.
    interpreter.runPython("import random; random.seed()");
    performance.mark("turntrack:snapshot");
    return interpreter;
  } catch (problem) {
    console.warn("the snapshot of the interpreter is refused", problem);
    await snapshot.discard();
    return undefined;
  }
}

/**
 * Verifies what Pyodide fetches while it starts. Pyodide only logs some missing or incomplete files and then waits for ever;
 * and it does not check the hash of its standard library.
 *
 * The memory is enlarged for the image: Pyodide requests that, but its module has a fixed size.
 *
 * @template T
 * @param {() => Promise<T>} action
 * @param {number} [bytes] least size of the memory
 * @returns {Promise<T>}
 */
async function checkingFetches(action, bytes = 0) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await program.catch((problem) => {
      throw failure(programURL, problem);
    });
    const instance = await WebAssembly.instantiate(module, imports);
    grow(instance.exports.memory, bytes);
    return { module, instance };
  };
  globalThis.fetch = async (resource, options) => {
    const url = resource instanceof Request ? resource.url : String(resource);
    if (url === programURL) return new Response();
    if (!url.startsWith(folder) && !url.startsWith(indexURL)) return fetch(resource, options); // PyScript's own
    try {
      return await fetchPart(url, url === standardLibraryURL ? standardLibrary : options);
    } catch (problem) {
      throw failure(url, problem);
    }
  };
  try {
    return await action();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** @param {string} url @param {RequestInit} [options] with its hash @returns {Promise<Response>} */
async function fetchPart(url, options = {}) {
  const response = await fetch(url, { integrity: options.integrity });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
}

/**
 * @param {Response} response @returns {Response} with the only type that browsers compile while it arrives; not every site knows it
 */
function asProgram(response) {
  if (response.headers.get("Content-Type") === PROGRAM_TYPE) return response; // only this one may be kept compiled
  return new Response(response.body, { headers: { "Content-Type": PROGRAM_TYPE } });
}

const PAGE_BYTES = 65_536;

/** @param {unknown} memory @param {number} bytes */
function grow(memory, bytes) {
  if (!(memory instanceof WebAssembly.Memory)) return;
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

/** Reports a part that did not arrive to start_monitor.js. @param {string} part its address @param {unknown} problem @returns {Error} */
function failure(part, problem) {
  snapshot.excuse();
  const detail = `${part.split("/").pop()} is missing or damaged (${messageOf(problem)})`;
  const title = "The rules engine could not be loaded";
  document.dispatchEvent(new CustomEvent("boot:failed", { detail: { title, part, detail } }));
  return new Error(detail);
}
