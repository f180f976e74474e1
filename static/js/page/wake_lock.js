/** Keeps the screen lit, where the browser can, while it is wanted and the page is in sight. */

let isWanted = false;
/** @type {WakeLockSentinel | undefined} */
let lock;
let isAsking = false;

/** @param {boolean} wanted */
export function keepAwake(wanted) {
  isWanted = wanted;
  void settle();
}

document.addEventListener("visibilitychange", () => void settle()); // out of sight it is lost

async function settle() {
  if (!navigator.wakeLock || isAsking) return;
  if (!isWanted) {
    const held = lock;
    lock = undefined;
    return held?.release();
  }
  if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = undefined; // refused, as when the battery is low: the next time that the page comes into sight asks again
  }
  isAsking = false;
  if (!isWanted) void settle();
}
