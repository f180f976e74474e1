/** Loads the players' screen on first use, and after a reload if this tab has opened windows; passes updates on to it. */
import { useModule } from "./load.js";
import { ownName } from "../store/namespace.js";

/** @type {(intent: string) => void} */
let send = () => {};

/** Updates the players' screen. @param {string} told JSON; empty if no players' screen is open */
export async function updatePlayers(told) {
  const isFacing = Boolean(told && JSON.parse(told).facing);
  noteFacing(isFacing);
  const isShown = await useModule(
    async () => (await import("../players/game_master_side.js")).showPlayers,
    (showPlayers) => showPlayers(told, heardWindow),
  );
  if (isShown || !isFacing || document.querySelector(".facing")) return;
  noteFacing(false);
  send("face-back");
}

const heardWindow = () => send("heard-window");

/**
 * Resumes updates to a players' window that was opened before a reload.
 *
 * @param {(intent: string) => void} sender sends intents from now on
 */
export function resumeWindows(sender) {
  send = sender;
  if (!openedWindows()) return;
  void useModule(
    async () => (await import("../players/game_master_side.js")).answerWindows,
    (answerWindows) => answerWindows(heardWindow),
  );
}

const FACING = ownName("turntrack.facing");

/** Hides the page until the players' screen covers it, also after a reload. @param {boolean} isFacing */
function noteFacing(isFacing) {
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
function openedWindows() {
  try {
    return Boolean(sessionStorage.getItem(ownName("turntrack.players")));
  } catch {
    return false; // storage refused: no window was opened
  }
}
