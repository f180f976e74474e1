/**
 * The two indicators in the bar: the progress of saving, and of the offline copy. All their texts are here; further
 * sentences about saving are in Python (static/app/storage/messages.py).
 */
import { isMemoryOnly } from "../store/memory_only.js";
import { element } from "./dom.js";

/** The text and the style of each state of saving. */
const SAVING = {
  saving: { state: "saving", words: "Saving…" },
  saved: { state: "saved", words: "Saved" },
  unstored: { state: "unstored", words: "Not saved" },
  failed: { state: "failed", words: "Not saved" },
  full: { state: "failed", words: "Not saved: this device is full" },
  following: { state: "following", words: "Following" },
  readOnly: { state: "following", words: "Read only" },
  takingOver: { state: "following", words: "Taking over…" },
};

/** The reason why there is no copy yet. @type {Record<TroubleWord, string>} */
const TROUBLE = {
  network: "The connection dropped; the rest will download when it is back.",
  absent: "The site does not have all its files yet; trying again.",
  damaged: "The site sent a damaged file; trying again.",
  full: "This device is full. Free up space; trying again.",
  evicted: "The browser deleted files; trying again.",
  storage: "The browser refuses to keep files; trying again.",
};

const NO_COPY = "This browser keeps no offline copy here, perhaps because of a private window, or a frame whose storage is blocked.";
const NO_HTTPS = "Without https, the browser keeps no offline copy, cannot use the camera, and may let the screen go dark.";

/** Most steps are saved sooner: a text that appears with every tap is of no use, and costs a layout. */
const PATIENCE_MS = 200;
let patience = 0;

/** @param {keyof typeof SAVING} how */
export function markSaving(how) {
  const mark = element("saving");
  const { state, words } = SAVING[how === "saved" && isMemoryOnly() ? "unstored" : how];
  mark.dataset.state = state;
  clearTimeout(patience);
  if (how === "saving") patience = setTimeout(() => (mark.textContent = words), PATIENCE_MS);
  else if (mark.textContent !== words) mark.textContent = words;
}

/** Notes the number of the last saved record on the indicator, for tests. @param {number} number */
export function noteSaved(number) {
  element("saving").dataset.number = String(number);
}

/** Whether a step is not saved yet. */
export const isUnsaved = () => ["saving", "failed"].includes(element("saving").dataset.state ?? "");

/** @param {number} done @param {number} total in bytes */
export function markLoading(done, total) {
  const share = `${inMegabytes(done)} of ${inMegabytes(total)} MB`;
  markOffline("loading", share, `Keeping a copy on this device: ${share}`);
}

export const markReady = () => markOffline("ready", "Ready offline", "Ready offline: Turntrack opens without a network.");

/** @param {TroubleWord} why */
export const markBroken = (why) => markOffline("broken", "Not offline yet", `Not ready offline. ${TROUBLE[why] ?? TROUBLE.storage}`);

export const markOnlineOnly = () => markOffline("none", "Online only", isSecureContext ? NO_COPY : NO_HTTPS);

/**
 * @param {"none" | "loading" | "ready" | "broken"} state
 * @param {string} short for the bar
 * @param {string} long for the first screen
 */
function markOffline(state, short, long) {
  for (const mark of [element("offline"), element("offline-long")]) mark.dataset.state = state;
  element("offline").textContent = short;
  element("offline").title = long;
  element("offline-long").textContent = long;
}

/** @param {number} bytes @returns {string} */
const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1);
