/**
 * Notes which fight a start opens, until the page is ready: a start that hangs or dies over it is known by the next one.
 *
 * The note is also how boot.js asks for the list. A page that is left in the middle of a start that was going well takes
 * its note back; one that hangs cannot, and one whose start has failed must not.
 */
import { element } from "../page/element.js";
import { own } from "../page/storage_names.js";

const NOTE = own("turntrack.opening");

/** The page is left before it was ready. */
function leave() {
  if (!("failed" in element("boot").dataset)) end();
}

/**
 * Call before a fight is opened at the start.
 *
 * @param {string} key of the fight to open; empty for none
 * @returns {string} what the start before has noted and not come to an end with; empty if all was well, and `key` is noted
 */
export function begin(key) {
  try {
    const noted = localStorage.getItem(NOTE) ?? "";
    if (noted || !key) return noted;
    localStorage.setItem(NOTE, key);
  } catch {
    return ""; // refused, or full: the start goes on without
  }
  addEventListener("pagehide", leave);
  return "";
}

/** Call when the page is ready. */
export function end() {
  removeEventListener("pagehide", leave);
  try {
    localStorage.removeItem(NOTE);
  } catch {
    // Refused: then nothing was noted either.
  }
}
