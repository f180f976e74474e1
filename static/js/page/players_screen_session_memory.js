/** What this tab remembers of the players' screen in sessionStorage, for a reload: whether it showed it, or opened windows. */
import { ownName } from "./storage_namespace.js";

const FACING = ownName("turntrack.facing");

/** Hides the page until the players' screen covers it, also after a reload. @param {boolean} isFacing */
export function noteFacing(isFacing) {
  document.documentElement.toggleAttribute("data-facing", isFacing);
  try {
    if (isFacing) sessionStorage.setItem(FACING, "true");
    else sessionStorage.removeItem(FACING);
  } catch {
    // Storage refused: a reload shows the game master's screen.
  }
}

/** @returns {boolean} whether this tab showed the players' screen when it was last left */
export const isFacing = () => "facing" in document.documentElement.dataset;

/** @returns {boolean} whether this tab has opened windows for the players */
export function openedWindows() {
  try {
    return Boolean(sessionStorage.getItem(ownName("turntrack.players")));
  } catch {
    return false; // storage refused: no window was opened
  }
}
