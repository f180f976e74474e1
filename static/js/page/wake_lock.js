/** Keeps the screen on while the page asks for it and is visible, if the browser can. */

let isWanted = false;
/** @type {WakeLockSentinel | undefined} */
let lock;
let isAsking = false;

/** @param {boolean} wanted */
export function setWakeLock(wanted) {
  isWanted = wanted;
  void updateLock();
}

document.addEventListener("visibilitychange", () => void updateLock()); // the browser releases the lock of a hidden page

async function updateLock() {
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
    lock = undefined; // refused, as with a low battery: asked again when the page becomes visible
  }
  isAsking = false;
  if (!isWanted) void updateLock();
}
