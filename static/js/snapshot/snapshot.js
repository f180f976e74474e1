/**
 * Stores an image of Python's memory, with engine and page imported, for the next start.
 *
 * A worker makes the image on this device once the page is ready and its offline copy is complete; nothing is downloaded.
 * The image is bound to one build and one browser and verified by its checksum. Any fault leads silently to the plain start.
 */
import { snapshotOf } from "../../../python/parts.js";
import { withTimeout } from "../page/timeouts.js";
import { ownName } from "../page/storage_namespace.js";
import { root, trustedSnapshotWorker } from "../page/trusted_types.js";

/** @typedef {{ headLength: number, memoryLength: number }} Size of an image, in bytes */
/** @typedef {Size & { checksum: number }} Facts of a stored image */
/** @typedef {{ place: string, failures: number, pending: boolean, image?: Facts }} Trial the record of attempts with the image */
/**
 * @typedef {{ head: Uint8Array, memory: { address: number, stretch: Uint8Array }[] }} Content of an image: Pyodide's head, and the
 *   stretches of memory that are not empty
 */
/** @typedef {Size & { content: Promise<Content> }} Image `content` rejects if the image is missing or damaged */

const CACHE = ownName("turntrack-snapshot");
const TRIAL = ownName("turntrack.snapshot");

/** Each build and browser has its own image. */
const place = `${root}snapshot?of=${snapshotOf}&in=${encodeURIComponent(navigator.userAgent)}`;

/** After so many starts that did not become ready, the image is not used any more. */
const MOST_FAILURES = 2;

/** Delay before the image is made, as the page has just become usable. */
const PAUSE_SECONDS = 3;

/** The time after which the image is given up: many times what its reading takes. */
const READING_SECONDS = 20;

/** The free space in bytes below which no image is made, so that the fights have room. */
const LEAST_ROOM = 500e6;

/** The stored image, read from the first moment on. @type {Image | undefined} */
let kept = recall();

/** Returns the image and releases it. @returns {Image | undefined} */
export function take() {
  const taken = kept;
  kept = undefined;
  return taken;
}

let wasPlain = false;
let isMaking = false;

/** @returns {Image | undefined} undefined if none has been stored, or it must not be used */
function recall() {
  const trial = tried();
  if (trial.pending) note({ ...trial, failures: trial.failures + 1, pending: false });
  if (!trial.image || trial.pending || trial.failures >= MOST_FAILURES) return undefined;
  const { checksum, ...size } = trial.image;
  const content = withTimeout("The image of Python", READING_SECONDS, readImage(checksum));
  content.catch(() => {}); // its user handles the rejection
  return { ...size, content };
}

/** Reads the stored image (see maker.js) and verifies it. @param {number} checksum @returns {Promise<Content>} */
async function readImage(checksum) {
  const image = await caches.match(place, { cacheName: CACHE });
  if (!image) throw new Error("there is no snapshot");
  const bytes = await (await image.blob()).arrayBuffer(); // Chromium copies a blob once less than a response: its length is known
  if (checksumOf(bytes) !== checksum) throw new Error("the snapshot is damaged");
  const [many] = new Uint32Array(bytes, 0, 1);
  const [headLength, , ...places] = new Uint32Array(bytes, 4, many);
  let next = 4 + 4 * many;
  const takePart = (/** @type {number} */ length) => new Uint8Array(bytes, (next += length) - length, length);
  const head = takePart(headLength);
  const addresses = places.filter((_, nth) => nth % 2 === 0);
  return { head, memory: addresses.map((address, nth) => ({ address, stretch: takePart(places[2 * nth + 1]) })) };
}

/**
 * Returns the FNV-1a checksum of some bytes, read as 32-bit numbers. The checksum finds accidental damage, in half the time
 * that SHA-256 takes on the page's thread.
 *
 * @param {ArrayBuffer} bytes @returns {number}
 */
function checksumOf(bytes) {
  const numbers = new Int32Array(bytes, 0, Math.floor(bytes.byteLength / 4));
  let sum = bytes.byteLength;
  for (let at = 0; at < numbers.length; at++) sum = Math.imul(sum ^ numbers[at], 16_777_619);
  return sum;
}

/**
 * Notes that an image is used, so that the next start knows if the page never became ready.
 *
 * @returns {boolean} whether that could be noted; if not, the image must not be used
 */
export function begin() {
  if (!note({ ...tried(), pending: true })) return false;
  const readiness = new MutationObserver(() => {
    if (!document.documentElement.dataset.ready) return;
    readiness.disconnect();
    const trial = tried();
    if (trial.pending) note({ ...trial, failures: 0, pending: false }); // otherwise the image was refused
  });
  readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });
  return true;
}

/** Deletes an image that was refused. */
export async function discard() {
  note({ place, failures: tried().failures + 1, pending: false });
  await forget();
}

/** Notes that this start has used no image: then make() makes another. */
export function notePlainStart() {
  wasPlain = true;
}

/** Makes an image after a plain start, if there is enough room. */
export async function make() {
  if (!wasPlain || isMaking || tried().failures >= MOST_FAILURES) return;
  isMaking = true;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
  try {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {}; // some browsers do not say
    if (quota - usage < LEAST_ROOM) return;
    const bytes = await makeImage();
    const [, headLength, memoryLength] = new Uint32Array(bytes, 0, 3);
    await forget();
    await (await caches.open(CACHE)).put(place, new Response(bytes));
    note({ ...tried(), image: { headLength, memoryLength, checksum: checksumOf(bytes) } });
  } catch (problem) {
    console.warn("no snapshot of the interpreter", problem);
  }
}

/** @returns {Promise<ArrayBuffer>} */
function makeImage() {
  const worker = new Worker(trustedSnapshotWorker(), { type: "module" });
  /** @type {Promise<ArrayBuffer>} */
  const image = new Promise((resolve, reject) => {
    worker.addEventListener("message", (/** @type {MessageEvent<ImageResult>} */ { data }) => {
      if ("image" in data) resolve(data.image);
      else reject(new Error(data.problem));
    });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
  });
  return image.finally(() => worker.terminate());
}

/** @returns {Promise<boolean>} */
const forget = () => caches.delete(CACHE);

/** @returns {Trial} */
function tried() {
  try {
    const known = JSON.parse(localStorage.getItem(TRIAL) ?? "null");
    if (known?.place === place) return known;
  } catch {
    // refused or damaged: no record
  }
  return { place, failures: 0, pending: false };
}

/** @param {Trial} trial @returns {boolean} whether it was stored */
function note(trial) {
  try {
    localStorage.setItem(TRIAL, JSON.stringify(trial));
    return true;
  } catch {
    return false;
  }
}
