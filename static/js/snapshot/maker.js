/**
 * Makes an image of Python's memory with everything imported, so that later starts need not import it again.
 *
 * Sends `{ image }` or `{ problem }` to the page.
 *
 * Empty memory, about a third, is left out. An image consists of a table, Pyodide's head, and the non-empty stretches of
 * memory. The table has 32-bit numbers: how many follow, the length in bytes of the head and of the memory, then the start
 * and length of each stretch.
 */
import create from "../../../vendor/pyodide/pyodide.asm.js";
import { loadPyodide } from "../../../vendor/pyodide/pyodide.js";
import { lock, standardLibrary, wheel } from "../../../python/parts.js";

/** @typedef {typeof create} CreateModule */
/** @typedef {{ HEAPU8: Uint8Array }} Heap */

const folder = new URL("../../../python/", import.meta.url).href;

/** Passes no values between Python and JavaScript: Pyodide cannot take an image with references to JavaScript. */
const FREEZE = `
import sys
sys.path.append("/turntrack.whl")
from app.python_start import freeze
freeze("/turntrack.whl")
del freeze
None
`;

/** The block size in bytes for the search of empty memory. */
const BLOCK = 65_536;

/** @param {Uint8Array} memory of whole blocks @returns {boolean[]} whether each block contains data */
function filled(memory) {
  const numbers = new Float64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const each = BLOCK / 8;
  const isEmpty = (/** @type {number} */ number) => Object.is(number, 0);
  return Array.from({ length: memory.length / BLOCK }, (_, at) => !numbers.subarray(at * each, (at + 1) * each).every(isEmpty));
}

/**
 * @param {Uint8Array<ArrayBuffer>} snapshot of Pyodide @param {boolean[]} fresh blocks that every start writes to @returns {BlobPart[]}
 */
function withoutEmptyBlocks(snapshot, fresh) {
  const [, start] = new Uint32Array(snapshot.buffer, 0, 2); // Pyodide's second number is the length of its head
  const memory = snapshot.subarray(start);
  const wanted = filled(memory).map((is, at) => is || Boolean(fresh[at]));
  const begins = wanted.flatMap((is, at) => (is && !wanted[at - 1] ? [at] : []));
  const stretches = begins.map((at) => {
    const end = wanted.indexOf(false, at);
    return memory.subarray(at * BLOCK, end < 0 ? undefined : end * BLOCK);
  });
  const places = stretches.flatMap((stretch, nth) => [begins[nth] * BLOCK, stretch.length]);
  return [Uint32Array.of(2 + places.length, start, memory.length, ...places), snapshot.subarray(0, start), ...stretches];
}

/** @returns {Promise<ArrayBuffer>} */
async function makeImage() {
  /** @type {boolean[]} */
  let fresh = [];
  /** @type {CreateModule} */
  const createPyodideModule = (settings) => {
    // These blocks are not left out even if they are empty, as every start writes to them before the image is applied.
    const onRuntimeInitialized = () => (fresh = filled(/** @type {Heap} */ (/** @type {unknown} */ (settings)).HEAPU8));
    return create(Object.assign(settings, { onRuntimeInitialized }));
  };
  const library = await bytesOf(await checked(standardLibrary));
  const python = await loadPyodide({
    indexURL: new URL("../../../vendor/pyodide/", import.meta.url).href,
    stdLibURL: URL.createObjectURL(new Blob([library])),
    lockFileContents: lock,
    packageBaseUrl: folder,
    _makeSnapshot: true,
    createPyodideModule,
  });
  python.FS.writeFile("/turntrack.whl", await bytesOf(await checked(wheel), new DecompressionStream("deflate")));
  python.runPython(FREEZE);
  const snapshot = /** @type {Uint8Array<ArrayBuffer>} */ (python.makeMemorySnapshot()); // its memory is not shared
  return new Blob(withoutEmptyBlocks(snapshot, fresh)).arrayBuffer();
}

/** @param {{ file: string, integrity: string }} part @returns {Promise<Response>} the verified file */
async function checked({ file, integrity }) {
  const response = await fetch(folder + file, { integrity });
  if (!response.ok) throw new Error(`${file}: status ${response.status}`);
  return response;
}

/** @param {Response} response @param {DecompressionStream} [unpack] @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function bytesOf({ body }, unpack) {
  const response = new Response(unpack ? body?.pipeThrough(unpack) : body);
  return new Uint8Array(await response.arrayBuffer());
}

try {
  const image = await makeImage();
  postMessage(/** @satisfies {ImageResult} */ ({ image }), { transfer: [image] });
} catch (problem) {
  postMessage(/** @satisfies {ImageResult} */ ({ problem: String((problem instanceof Error && problem.stack) || problem) }));
}
