/**
 * Stores an image of Python's memory, with engine and page imported, for the next start.
 *
 * A worker makes the image on this device once the page is ready and its offline copy is complete; nothing is downloaded.
 * The image is bound to one build and one browser, carries its own size and checksum, and is verified. Any fault leads
 * silently to the plain start.
 *
 * A start from the image fails if it is refused, hangs or crashes, not if the page is left, hidden or reloaded meanwhile. After two
 * failures in a row, starts are plain for a week, until a new build, or until *Repair* on a page that works.
 */
import { snapshotOf } from "../../../python/parts.js";
import { withTimeout } from "../page/errors.js";
import { ownName } from "../store/namespace.js";
import { root, trustedSnapshotWorker } from "../page/trusted_types.js";

/** @typedef {{ headLength: number, memoryLength: number }} Size of an image, in bytes */
/** @typedef {Size & { checksum: number }} Facts of an image, stored in a header of its cached response */
/**
 * @typedef {{ head: Uint8Array, memory: { address: number, stretch: Uint8Array }[] }} Content of an image: Pyodide's head, and the
 *   stretches of memory that are not empty
 */
/** @typedef {Size & { content: Promise<Content> }} Image `content` rejects if the image is damaged */

const CACHE = ownName("turntrack-snapshot");
const FACTS = "image-facts";

/**
 * The name of the note that a start from the image has begun. It lies in sessionStorage, since that ends with the tab: where a busy page
 * is closed, Chromium does not wait for its `pagehide`, which would delete the note.
 */
const BEGUN = ownName("turntrack.snapshot-begun");

/** The name in localStorage of the failures since a start from the image became ready. */
const FAILURES = ownName("turntrack.snapshot-failures");

/** Each build and browser has its own image. */
const place = `${root}snapshot?of=${snapshotOf}&in=${encodeURIComponent(navigator.userAgent)}`;

/** The number of failures after which the image is not used, and no other is made. */
const MOST_FAILURES = 2;

/** How long failures count. */
const WEEK_MS = 7 * 24 * 3_600_000;

/** The time after which a start from the image counts as hanging: many times what it takes. */
const HANGING_SECONDS = 10;

/** Delay before the image is made, as the page has just become usable. */
const PAUSE_SECONDS = 3;

/** The time after which the image is given up: many times what its reading takes. */
const READING_SECONDS = 20;

/** The free space in bytes below which no image is made, so that the fights have room. */
const LEAST_ROOM = 500e6;

let isMaking = false;
let timer = 0;

/** Finds the stored image, and begins to read it. @returns {Promise<Image | undefined>} undefined if there is none, or it must not be used */
export async function find() {
  noteFailure(); // of the last start in this tab
  if (isGivenUp()) return undefined;
  try {
    const stored = await withTimeout("The image of Python", READING_SECONDS, caches.match(place, { cacheName: CACHE }));
    if (!stored) return undefined;
    /** @type {Facts} */
    const { checksum, ...size } = JSON.parse(stored.headers.get(FACTS) ?? "{}");
    const content = withTimeout("The image of Python", READING_SECONDS, readImage(stored, checksum));
    content.catch(() => {}); // its user handles the rejection
    return { ...size, content };
  } catch {
    return undefined; // the browser stores nothing for this page, or does not answer
  }
}

/** Reads a stored image (see maker.js) and verifies it. @param {Response} stored @param {number} checksum @returns {Promise<Content>} */
async function readImage(stored, checksum) {
  const bytes = await (await stored.blob()).arrayBuffer(); // Chromium copies a blob once less than a response: its length is known
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
 * Watches this start from the image until it is ready, fails or is left.
 *
 * @returns {boolean} whether a crash would be noticed; if not, the image must not be used
 */
export function begin() {
  try {
    sessionStorage.setItem(BEGUN, "yes");
  } catch {
    return false; // full or refused
  }
  timer = setTimeout(noteFailure, HANGING_SECONDS * 1000);
  if (document.hidden) excuse();
  for (const left of ["pagehide", "visibilitychange"]) addEventListener(left, excuse); // a tablet ends hidden pages without a word
  readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });
  return true;
}

const isReady = () => Boolean(document.documentElement.dataset.ready);

const readiness = new MutationObserver(() => {
  if (!isReady()) return;
  readiness.disconnect();
  excuse();
  forgetFailures();
});

// A page that failed to start repairs, too: from there, starts from the image could fail again and again.
addEventListener("repair", () => isReady() && forgetFailures());

/** Ends the watching: whatever now becomes of this start, it says nothing about the image. */
export function excuse() {
  clearTimeout(timer);
  try {
    sessionStorage.removeItem(BEGUN);
  } catch {
    // Refused: nothing is watched.
  }
}

/** Deletes an image that was refused. */
export async function discard() {
  noteFailure();
  readiness.disconnect(); // this start may still become ready, but not from the image
  await caches.delete(CACHE);
}

/** Notes a failure if this tab has begun a start from the image that has neither become ready nor been excused. */
function noteFailure() {
  try {
    if (!sessionStorage.getItem(BEGUN)) return;
    excuse();
    localStorage.setItem(FAILURES, `${failures() + 1} ${Date.now()} ${place}`);
  } catch {
    // Full or refused: not noted.
  }
}

function forgetFailures() {
  try {
    localStorage.removeItem(FAILURES);
  } catch {
    // Refused: none are noted.
  }
}

/** @returns {number} the failures that count; throws if storage is refused */
function failures() {
  const [number, at, of] = (localStorage.getItem(FAILURES) ?? "").split(" ");
  const isRecent = Math.abs(Date.now() - Number(at)) < WEEK_MS; // a time to come is of a wrong clock
  return of === place && isRecent ? Number(number) : 0;
}

/** @returns {boolean} whether the image must not be used */
function isGivenUp() {
  try {
    return failures() >= MOST_FAILURES;
  } catch {
    return true; // failures cannot be noted
  }
}

/** Makes an image if there is none and there is enough room, in one tab at a time. */
export async function make() {
  if (isMaking || isGivenUp()) return;
  isMaking = true;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
  try {
    await navigator.locks.request(CACHE, { ifAvailable: true }, (lock) => lock && storeImage());
  } catch (problem) {
    console.warn("no snapshot of the interpreter", problem);
  }
}

/** Stores image and facts in one step, so that no other tab or start ever finds one without the other. */
async function storeImage() {
  if (await caches.match(place, { cacheName: CACHE })) return;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {}; // some browsers do not say
  if (quota - usage < LEAST_ROOM) return;
  const bytes = await makeImage();
  const [, headLength, memoryLength] = new Uint32Array(bytes, 0, 3);
  /** @type {Facts} */
  const facts = { headLength, memoryLength, checksum: checksumOf(bytes) };
  const cache = await caches.open(CACHE);
  await cache.put(place, new Response(bytes, { headers: { [FACTS]: JSON.stringify(facts) } }));
  for (const { url } of await cache.keys()) if (url !== place) await cache.delete(url);
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
