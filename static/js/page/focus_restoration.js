/** Gives the keyboard focus back when an update has taken it: to the same element, or else to the sheet or the screen. */
import { element } from "./find_element.js";
import { afterPaint } from "./after_paint.js";
import { firstInSheet, isFocusLost } from "./sheet.js";

let isByFinger = false;

/** Watches whether the last input came from a finger or a key. */
export function watchInput() {
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (isByFinger = type === "pointerdown"), { capture: true });
}

/**
 * Restores a focus that an update has taken.
 *
 * @param {string | null} focused the id of the element that had the focus; null for none @param {string} view
 */
export function restoreFocus(focused, view) {
  if (focused === null) return;
  const bringBack = () => focusAgain(focused, view);
  if (isByFinger) void afterPaint().then(bringBack); // finding the focus forces a layout, which must not delay the paint
  else bringBack();
}

/** @param {string} focused the id of the element that had the focus; empty if it has none @param {string} view */
function focusAgain(focused, view) {
  if (!isFocusLost()) return;
  if (focused) document.getElementById(focused)?.focus(); // a moved row has lost the focus
  if (isFocusLost()) fallbackFocus(view).focus({ preventScroll: true });
}

/** Returns the element to focus when the focused one is gone. @param {string} view @returns {HTMLElement} */
const fallbackFocus = (view) => firstInSheet() ?? element(view === "fight" ? "deck-area" : "home");
