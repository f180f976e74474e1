/** Recognizes double taps, whose second tap would hit what the first one has brought up. */

/** Two taps within this time (ms) and distance (CSS px) are a double tap. */
const DOUBLE_TAP_MS = 250;
const DOUBLE_TAP_PX = 20;

/** @typedef {{ at: number, x: number, y: number }} Tap */

/**
 * @returns {(tap: Tap, isChoice: boolean) => boolean} whether a tap on a choice is the second of a double tap. Time counts from
 *   the last tap that was not, so that none of a steady series is lost
 */
export function doubleTaps() {
  /** @type {Tap} */
  let last = { at: -Infinity, x: 0, y: 0 };
  return (tap, isChoice) => {
    const isSecond = isChoice && tap.at - last.at < DOUBLE_TAP_MS && Math.hypot(tap.x - last.x, tap.y - last.y) < DOUBLE_TAP_PX;
    if (!isSecond) last = tap;
    return isSecond;
  };
}
