/**
 * Stores a note of the fight that a start opens, until the page is ready, so that the next start knows if it hung or
 * crashed.
 *
 * start_monitor.js also uses the note to request the list. A page that is closed during a normal start deletes its note; one that
 * hangs cannot, and one whose start has failed must not.
 */
import { element } from "../page/dom.js";
import { ownName } from "../store/namespace.js";

const NOTE = ownName("turntrack.opening");

/** Deletes the note if the page is closed before it was ready. */
function leave() {
  if (!("failed" in element("boot").dataset)) end();
}

/**
 * Writes the note. Call before a fight is opened at the start.
 *
 * @param {string} key of the fight; empty for none
 * @returns {string} the note of an earlier start that did not finish; empty if there is none, and `key` is noted
 */
export function begin(key) {
  try {
    const noted = localStorage.getItem(NOTE) ?? "";
    if (noted || !key) return noted;
    localStorage.setItem(NOTE, key);
  } catch {
    return ""; // refused or full: starts without a note
  }
  addEventListener("pagehide", leave);
  return "";
}

/** Deletes the note. Call when the page is ready. */
export function end() {
  removeEventListener("pagehide", leave);
  try {
    localStorage.removeItem(NOTE);
  } catch {
    // Refused: there is no note.
  }
}
