/** Loads the players' screen on first use, and after a reload if this tab has opened windows; passes updates on to it. */
import { useModule } from "./lazy_load.js";
import { noteFacing, openedWindows } from "./players_screen_session_memory.js";

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
