/**
 * Makes an image of Python's memory with everything imported, so that later starts need not import it again.
 *
 * Told once, with the sources of PyScript's own package by path; answers with `{ image: { bytes, hash } }`, or with `{ problem }`.
 */
import { loadPyodide } from "../../../vendor/pyodide/pyodide.mjs";
import { lock, packages, standardLibrary } from "../../../python/parts.js";

/** @typedef {ImageSays<"image">} Says */

const folder = new URL("../../../python/", import.meta.url).href;

/** No values go to and fro between Python and here: an image with references to JavaScript could not be taken. */
const FREEZE = `
import json, os, sys
sys.path.append("/turntrack.whl")
from app.snapshot import freeze
with open("/sources.json") as file:
    freeze("/turntrack.whl", json.load(file))
os.unlink("/sources.json")
del file, freeze
None
`;

/** @param {SourcesOfPyScript} sources @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function image(sources) {
  const library = await checked(standardLibrary.file, standardLibrary.integrity);
  const python = await loadPyodide({
    indexURL: new URL("../../../vendor/pyodide/", import.meta.url).href,
    stdLibURL: URL.createObjectURL(new Blob([library])),
    lockFileContents: lock,
    packageBaseUrl: folder,
    _makeSnapshot: true,
  });
  const [wheel] = packages.map((name) => lock.packages[name]);
  python.FS.writeFile("/turntrack.whl", await checked(wheel.file_name, fromHex(wheel.sha256)));
  python.FS.writeFile("/sources.json", JSON.stringify(sources));
  python.runPython(FREEZE);
  return /** @type {Uint8Array<ArrayBuffer>} */ (python.makeMemorySnapshot()); // its memory is not shared
}

/** @param {string} name @param {string} integrity @returns {Promise<Uint8Array<ArrayBuffer>>} a file with its hash */
async function checked(name, integrity) {
  const response = await fetch(folder + name, { integrity });
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} hash @returns {string} as fetch() takes it */
const fromHex = (hash) => `sha256-${btoa(hash.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))))}`;

addEventListener("message", async (/** @type {MessageEvent<SourcesOfPyScript>} */ { data }) => {
  try {
    const bytes = await image(data);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    postMessage(/** @satisfies {Says} */ ({ image: { bytes, hash } }), { transfer: [bytes.buffer] });
  } catch (problem) {
    postMessage(/** @satisfies {Says} */ ({ problem: String((problem instanceof Error && problem.stack) || problem) }));
  }
});
