/**
 * Keeps an image of Python's memory, with the rules and the page imported, and hands it to the next start.
 *
 * The image is made on this device, by a worker, once the page is ready and its offline copy is whole: nothing of it is
 * downloaded. It is bound to one build and one browser, it is checked by its hash, and whatever is wrong with it leads to
 * the plain start, in silence.
 */
import { snapshotOf } from "../../python/parts.js";
import { root, trustedSnapshotWorker } from "./trusted.js";

/** @typedef {{ place: string, failures: number, pending: boolean }} Trial how the image of a place has fared here */

const CACHE = `turntrack-snapshot ${new URL(root).pathname}`;
const TRIAL = "turntrack.snapshot";
const HASH = "x-sha256";

/** Another build or another browser needs another image. */
const place = `${root}snapshot?of=${snapshotOf}&in=${encodeURIComponent(navigator.userAgent)}`;

/** An image that twice did not lead to a page that is ready is not tried a third time. */
const MOST_FAILURES = 2;

/** The page has just become ready and may be tapped: the image can wait. */
const PAUSE_SECONDS = 3;

/** An image takes some thirty megabytes: not where they might be missing for the fights. */
const LEAST_ROOM = 500e6;

/**
 * What is kept, looked for from the first moment on, beside everything else: its bytes may take longer, and are rejected
 * when they are damaged.
 *
 * @type {Promise<{ bytes: Promise<Uint8Array> } | undefined>} never rejects
 */
export const kept = recall().catch(() => undefined);

/** @type {(() => Record<string, string>) | undefined} */
let sources;
let isMaking = false;

async function recall() {
  const trial = tried();
  if (trial.pending) note({ ...trial, failures: trial.failures + 1, pending: false });
  if (trial.pending || trial.failures >= MOST_FAILURES) return undefined;
  const found = await caches.match(place, { cacheName: CACHE });
  if (!found) return undefined;
  const bytes = whole(found);
  bytes.catch(() => {}); // whoever asks for them hears of it
  return { bytes };
}

/** @param {Response} found @returns {Promise<Uint8Array>} */
async function whole(found) {
  const bytes = await found.arrayBuffer();
  if ((await hashed(bytes)) !== found.headers.get(HASH)) throw new Error("the snapshot is damaged");
  return new Uint8Array(bytes);
}

/**
 * Call before an image is used: should the page never become ready, it is known why.
 *
 * @returns {boolean} whether that could be noted: an image is not used without
 */
export function begin() {
  if (!note({ ...tried(), pending: true })) return false;
  const readiness = new MutationObserver(() => {
    if (!document.documentElement.dataset.ready) return;
    readiness.disconnect();
    note({ place, failures: 0, pending: false });
  });
  readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });
  return true;
}

/** Call when an image has been refused: it is of no use. */
export async function discard() {
  note({ place, failures: tried().failures + 1, pending: false });
  await forget();
}

/**
 * Call after a plain start.
 *
 * @param {() => Record<string, string>} read gives the sources of PyScript's own package, by path
 */
export function offer(read) {
  sources = read;
}

/** Makes an image if there is none: not before all else is done, and not where room is short. */
export async function make() {
  if (!sources || isMaking || tried().failures >= MOST_FAILURES) return;
  isMaking = true;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
  try {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {}; // some browsers do not say
    if (quota - usage < LEAST_ROOM) return;
    const bytes = await taken(sources());
    const headers = { [HASH]: await hashed(bytes) };
    await forget();
    await (await caches.open(CACHE)).put(place, new Response(bytes, { headers }));
  } catch (problem) {
    console.warn("no snapshot of the interpreter", problem);
  }
}

/** @param {Record<string, string>} given @returns {Promise<Uint8Array>} */
function taken(given) {
  const worker = new Worker(trustedSnapshotWorker(), { type: "module" });
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.bytes ? resolve(data.bytes) : reject(new Error(data.problem)));
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(given);
  return answer.finally(() => worker.terminate());
}

/** @returns {Promise<boolean>} */
const forget = () => caches.delete(CACHE);

/** @param {BufferSource} bytes @returns {Promise<string>} */
async function hashed(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Trial} */
function tried() {
  try {
    const known = JSON.parse(localStorage.getItem(TRIAL));
    if (known?.place === place) return known;
  } catch {
    // refused or damaged: as if there were none
  }
  return { place, failures: 0, pending: false };
}

/** @param {Trial} trial @returns {boolean} whether this device takes it */
function note(trial) {
  try {
    localStorage.setItem(TRIAL, JSON.stringify(trial));
    return true;
  } catch {
    return false;
  }
}
