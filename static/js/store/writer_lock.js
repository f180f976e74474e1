/**
 * The writer lock: only one tab of this page writes. The others follow, and one of them takes the lock when it is released,
 * or at once when the user asks for it.
 */
import { TimedOut, withTimeout } from "../page/errors.js";
import { ownName } from "./namespace.js";
import { isMemoryOnly } from "./memory_only.js";
import { broadcast, listen } from "./tab_messages.js";

const NAME = ownName("turntrack-writer");

/** How long the holder may take to finish saving, before the lock is stolen. */
const PATIENCE_MS = 1500;

/** How long the browser may take to say whether the lock is free, before this tab follows for the time being. */
const ANSWER_SECONDS = 5;

let isHeld = false;
/** Whether a takeover is in progress. */
let isTaking = false;
/** Holds the lock until the page ends. @type {Promise<void>} */
const forever = new Promise(() => {});

/** @type {AbortController | undefined} */
let queueAbort;
/** @type {() => void} */
let answered = () => {};
/** @type {{ changed: (isHeld: boolean) => void, finish: () => Promise<void>, heard: (message: import("./tab_messages.js").Heard) => void }} */
let listener;

/** Whether this tab holds the writer lock. */
export const holdsLock = () => isHeld;

/**
 * Takes the lock if it is free; otherwise queues for it.
 *
 * @param {typeof listener} newListener `changed` is called when this tab gets or loses the lock later, `finish` to save pending steps before
 *   the lock is handed over, `heard` for messages of other tabs
 * @returns {Promise<boolean>} whether this tab holds the lock
 */
export async function acquireLock(newListener) {
  listener = newListener;
  listen(handleMessage);
  // Without the Locks API (an insecure address) each tab writes; the database detects conflicts. In memory each has its own.
  if (!navigator.locks || isMemoryOnly()) return (isHeld = true);
  let isLate = false;
  /** @type {Promise<void>} */
  const answer = new Promise((settled) => request({ ifAvailable: true }, () => (isLate && isHeld ? listener.changed(true) : settled())));
  try {
    await withTimeout("The writer lock", ANSWER_SECONDS, answer);
  } catch (problem) {
    if (!(problem instanceof TimedOut)) throw problem;
    isLate = true;
  }
  if (!isHeld && !isLate) enqueue();
  return isHeld;
}

/** Takes the lock from another tab, once that tab has finished saving. */
export async function stealLock() {
  if (isHeld || isTaking || !navigator.locks) return;
  isTaking = true;
  await new Promise((settled) => {
    answered = () => settled(undefined);
    setTimeout(settled, PATIENCE_MS);
    broadcast({ kind: "yield" });
  });
  isTaking = false;
  if (isHeld) return; // released meanwhile
  queueAbort?.abort();
  await new Promise((settled) => request({ steal: true }, settled));
  listener.changed(true);
}

/**
 * @param {LockOptions} options @param {(value?: unknown) => void} settled called when it is known whether this tab holds the lock
 */
function request(options, settled) {
  const holding = navigator.locks.request(NAME, options, (lock) => {
    isHeld = Boolean(lock);
    settled();
    return lock ? forever : undefined;
  });
  // Rejects when the lock is stolen, or when queueing is aborted.
  holding.catch(() => isHeld && !options.signal?.aborted && loseLock()).finally(settled);
}

function enqueue() {
  queueAbort = new AbortController();
  const { signal } = queueAbort;
  request({ signal }, () => isHeld && !signal.aborted && listener.changed(true));
}

function loseLock() {
  if (!isHeld) return;
  isHeld = false;
  listener.changed(false);
  enqueue();
}

/** @param {import("./tab_messages.js").Message} message */
async function handleMessage(message) {
  if (message.kind === "yielded") return answered();
  if (message.kind !== "yield") return listener.heard(message);
  if (!isHeld) return;
  await listener.finish();
  broadcast({ kind: "yielded" });
}
