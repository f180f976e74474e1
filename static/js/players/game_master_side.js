/**
 * The game master's side of the players' screen: opens windows, and sends the view to them and to the overlay of this tab.
 * Loaded on first use.
 *
 * @typedef {import("./screen_overlay.js").Shown & { windows: number }} Told
 */
import { ownName } from "../store/namespace.js";
import { isMemoryOnly } from "../store/memory_only.js";
import { GONE, HERE, address, channelOf, isToken } from "./channel.js";
import { updateOverlay } from "./screen_overlay.js";

const TOKEN = ownName("turntrack.players");

/** The token, where nothing is stored. */
let tokenInMemory = "";

/** @type {Told} */
const NOTHING = { facing: "", windows: 0, codes: 0, view: "" };
let state = NOTHING;

/** @type {BroadcastChannel | undefined} */
let channel;
/** Whether this tab answers on the channel. */
let isAnswering = false;

/** Answers the windows that this tab opened. @param {() => void} requestView requests the current view */
export function answerWindows(requestView) {
  if (channel) return;
  const mine = channelOf(token());
  channel = mine;
  const answer = () => {
    isAnswering = true;
    mine.onmessage = ({ data }) => {
      if (data !== HERE) return;
      if (state.view) mine.postMessage(state.view);
      else requestView();
    };
    addEventListener("pagehide", () => mine.postMessage(GONE));
  };
  if (!navigator.locks || isMemoryOnly()) return answer();
  // A duplicated tab has the same token: only the first one answers while it is open.
  void navigator.locks.request(mine.name, () => {
    if (channel !== mine) return undefined;
    answer();
    return new Promise(() => {});
  });
}

/** Opens a window that follows this tab. @param {() => void} requestView */
function openWindow(requestView) {
  if (channel && !isAnswering) {
    channel.close();
    channel = undefined;
    keepToken("");
  }
  answerWindows(requestView);
  open(`${address.href}#w=${token()}`, "_blank", "noopener");
}

/** @param {string} text a Told as JSON; empty if no players' screen is open @param {() => void} requestView */
export async function showPlayers(text, requestView) {
  const previous = state;
  state = text ? JSON.parse(text) : NOTHING;
  if (state.windows > previous.windows) openWindow(requestView);
  if (isAnswering && state.view && state.view !== previous.view) channel?.postMessage(state.view);
  await updateOverlay(state);
}

/** @returns {string} the token that identifies this tab to its windows, also after a reload */
function token() {
  const kept = isMemoryOnly() ? tokenInMemory : (sessionStorage.getItem(TOKEN) ?? "");
  if (isToken(kept)) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  keepToken(made);
  return made;
}

/** @param {string} text the token; empty for none */
function keepToken(text) {
  if (isMemoryOnly()) tokenInMemory = text;
  else sessionStorage.setItem(TOKEN, text);
}
