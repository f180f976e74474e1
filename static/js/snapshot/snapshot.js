/**
 * Keeps an image of Python's memory, with the rules and the page imported, and hands it to the next start.
 *
 * The image is made on this device, by a worker, once the page is ready and its offline copy is whole: nothing of it is
 * downloaded. It is bound to one build and one browser, it is checked by its hash, and whatever is wrong with it leads to
 * the plain start, in silence.
 */
import { snapshotOf } from "../../../python/parts.js";
import { within } from "../page/timeouts.js";
import { own } from "../page/storage_names.js";
import { root, trustedSnapshotReader, trustedSnapshotWorker } from "../page/trusted.js";

/** @typedef {{ place: string, failures: number, pending: boolean }} Trial how the image of a place has fared here */
/** @typedef {NonNullable<ImageAnswers["found"]> & { memory: Promise<ImageAnswers["memory"]> }} Image the memory is rejected when it or the head is damaged */

const CACHE = own("turntrack-snapshot");
const TRIAL = own("turntrack.snapshot");

/** Another build or another browser needs another image. */
const place = `${root}snapshot?of=${snapshotOf}&in=${encodeURIComponent(navigator.userAgent)}`;

/** An image that twice did not lead to a page that is ready is not tried a third time. */
const MOST_FAILURES = 2;

/** The page has just become ready and may be tapped: the image can wait. */
const PAUSE_SECONDS = 3;

/** Far longer than looking for an image, and reading it, takes: a start without one is not much slower. */
const FINDING_SECONDS = 5;
const READING_SECONDS = 20;

/** An image takes some twenty megabytes: not where they might be missing for the fights. */
const LEAST_ROOM = 500e6;

/**
 * What is kept, looked for from the first moment on, beside everything else. Never rejects.
 *
 * @type {Promise<Image | undefined> | undefined}
 */
let kept = recall().catch(() => undefined);

/**
 * The image, for the one start that it is for: nothing holds it afterwards.
 *
 * @returns {Promise<Image | undefined>} its memory may take longer
 */
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
  const memory = within("The image of Python", READING_SECONDS, answer(worker, "memory")).finally(() => worker.terminate());
  memory.catch(() => {}); // whoever asks for it hears of it
  worker.postMessage(/** @satisfies {ImagePlace} */ ({ cache: CACHE, place }));
  const image = await within("The image of Python", FINDING_SECONDS, reply).catch(() => undefined);
  if (image) return { ...image, memory };
  worker.terminate();
  return undefined;
}

/**
 * @template {keyof ImageAnswers} Word
 * @param {Worker} worker @param {Word} word
 * @returns {Promise<ImageAnswers[Word]>} what it says under this word; rejects when it has a problem
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
