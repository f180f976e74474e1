/**
 * The interpreter that pyconfig.toml names: Pyodide with our standard library and our wheel, both checked.
 *
 * PyScript takes `version` and `loadPyodide` from here and nothing else.
 */
import { loadPyodide as load, version } from "../../../vendor/pyodide/pyodide.mjs";
import { lock, packages, standardLibrary } from "../../../python/parts.js";
import { messageOf } from "../page/problems.js";
import * as snapshot from "../snapshot/snapshot.js";

/** @typedef {NonNullable<Parameters<typeof load>[0]>} Options */
/** @typedef {Awaited<ReturnType<typeof load>>} Pyodide */
/** @typedef {{ _api?: { config?: { _loadSnapshot?: unknown } } }} Inside what Pyodide's own types leave out */

export { version };

const folder = new URL("../../../python/", import.meta.url).href;
const standardLibraryURL = folder + standardLibrary.file;

/**
 * @param {Options} options what PyScript asks for
 * @returns {Promise<Pyodide>}, with our packages in it
 */
export async function loadPyodide(options) {
  const asked = {
    ...options,
    indexURL: new URL("../../../vendor/pyodide/", import.meta.url).href,
    stdLibURL: standardLibraryURL,
    lockFileContents: lock,
    packageBaseUrl: folder,
  };
  const kept = await snapshot.take();
  return (kept && (await fromImage(kept.bytes, asked))) ?? plain(asked);
}

/** @param {Options} asked @returns {Promise<Pyodide>} started from nothing */
async function plain(asked) {
  const interpreter = await checkingFetches(() => load({ ...asked, packages }));
  // Pyodide only logs a package whose hash is wrong.
  const absent = packages.filter((name) => !(name in interpreter.loadedPackages));
  if (absent.length) throw failure(absent.map((name) => `${lock.packages[name].file_name} is missing or damaged`).join("\n"));
  snapshot.offer(() => sourcesOfPyScript(interpreter));
  return interpreter;
}

/**
 * @param {Promise<Uint8Array>} image of the memory of a Pyodide that has everything imported
 * @param {Options} asked
 * @returns {Promise<Pyodide | undefined>} with that memory; nothing when it does not take it
 */
async function fromImage(image, asked) {
  if (!snapshot.begin()) return undefined;
  try {
    const interpreter = await checkingFetches(() => load({ ...asked, _loadSnapshot: image }));
    const { _api } = /** @type {Inside} */ (/** @type {unknown} */ (interpreter));
    delete _api?.config?._loadSnapshot; // Pyodide would hold some thirty megabytes for good
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
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
async function checkingFetches(action) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) =>
    instantiateStreaming(...given).catch((problem) => {
      throw failure(`pyodide.asm.wasm is incomplete or damaged (${messageOf(problem)})`);
    });
  globalThis.fetch = async (resource, options) => {
    const url = resource instanceof Request ? resource.url : String(resource);
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

/** Tells the boot panel. @param {string} detail @returns {Error} */
function failure(detail) {
  const title = "The rules engine could not be loaded";
  const advice = "Check that this device is online and load the page again: all its files are then fetched anew.";
  document.dispatchEvent(new CustomEvent("boot:failed", { detail: { title, advice, detail } }));
  return new Error(detail);
}
