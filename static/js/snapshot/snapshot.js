/**
 * Stores an image of Python's memory, with engine and page imported, for the next start.
 *
 * A worker makes the image on this device once the page is ready and its offline copy is complete; nothing is downloaded.
 * The image is bound to one build and one browser and verified by its hash. Any fault leads silently to the plain start.
 */
import { snapshotOf } from "../../../python/parts.js";
import { withTimeout } from "../page/timeouts.js";
import { ownName } from "../page/storage_namespace.js";
import { root, trustedSnapshotReader, trustedSnapshotWorker } from "../page/trusted_types.js";

/** @typedef {{ place: string, failures: number, pending: boolean }} Trial the record of attempts with the image */
/**
 * @typedef {NonNullable<ImageAnswers["found"]> & { memory: Promise<ImageAnswers["memory"]> }} Image `memory` rejects if the
 *   image is damaged
 */

const CACHE = ownName("turntrack-snapshot");
const TRIAL = ownName("turntrack.snapshot");

/** Each build and browser has its own image. */
const place = `${root}snapshot?of=${snapshotOf}&in=${encodeURIComponent(navigator.userAgent)}`;

/** After so many starts that did not become ready, the image is not used any more. */
const MOST_FAILURES = 2;

/** Delay before the image is made, as the page has just become usable. */
const PAUSE_SECONDS = 3;

/** Timeouts far above the usual time; the plain start is not much slower. */
const FINDING_SECONDS = 5;
const READING_SECONDS = 20;

/** The free space in bytes below which no image is made, so that the fights have room. */
const LEAST_ROOM = 500e6;

/** The stored image, read from the first moment on. Never rejects. @type {Promise<Image | undefined> | undefined} */
let kept = recall().catch(() => undefined);

/** Returns the image and releases it. @returns {Promise<Image | undefined>} its memory may arrive later */
export async function take() {
  const taken = kept;
  kept = undefined;
  return taken;
}

/** @type {(() => Record<string, string>) | undefined} */
let sources;
let isMaking = false;

async function recall() {
  const trial = tried();
  if (trial.pending) note({ ...trial, failures: trial.failures + 1, pending: false });
  if (trial.pending || trial.failures >= MOST_FAILURES) return undefined;
  const worker = new Worker(trustedSnapshotReader());
  const reply = answer(worker, "found");
  const memory = withTimeout("The image of Python", READING_SECONDS, answer(worker, "memory")).finally(() => worker.terminate());
  memory.catch(() => {}); // its user handles the rejection
  worker.postMessage(/** @satisfies {ImagePlace} */ ({ cache: CACHE, place }));
  const image = await withTimeout("The image of Python", FINDING_SECONDS, reply).catch(() => undefined);
  if (image) return { ...image, memory };
  worker.terminate();
  return undefined;
}

/**
 * @template {keyof ImageAnswers} Word
 * @param {Worker} worker @param {Word} word
 * @returns {Promise<ImageAnswers[Word]>} its answer under this word; rejects if it reports a problem
 */
function answer(worker, word) {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", (/** @type {MessageEvent<ImageSays<Word>>} */ { data }) => {
      if (says(data, word)) resolve(data[word]);
      else if ("problem" in data) reject(new Error(data.problem));
    });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
  });
}

/**
 * @template {keyof ImageAnswers} Word
 * @param {object} data @param {Word} word
 * @returns {data is { [Each in Word]: ImageAnswers[Each] }}
 */
const says = (data, word) => word in data;

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
    note({ place, failures: 0, pending: false });
  });
  readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });
  return true;
}

/** Deletes an image that was refused. */
export async function discard() {
  note({ place, failures: tried().failures + 1, pending: false });
  await forget();
}

/**
 * Stores the source reader for make(). Call after a plain start.
 *
 * @param {() => Record<string, string>} read returns the sources of PyScript's own package, by path
 */
export function offer(read) {
  sources = read;
}

/** Makes an image, if there is none and enough room. */
export async function make() {
  if (!sources || isMaking || tried().failures >= MOST_FAILURES) return;
  isMaking = true;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
  try {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {}; // some browsers do not say
    if (quota - usage < LEAST_ROOM) return;
    const worker = new Worker(trustedSnapshotWorker(), { type: "module" });
    const made = answer(worker, "image").finally(() => worker.terminate());
    worker.postMessage(/** @satisfies {SourcesOfPyScript} */ (sources()));
    const { bytes, hash } = await made;
    await forget();
    await (await caches.open(CACHE)).put(place, new Response(bytes, { headers: { "x-sha256": hash } }));
  } catch (problem) {
    console.warn("no snapshot of the interpreter", problem);
  }
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
