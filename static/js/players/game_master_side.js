/**
 * The game master's side of the players' screen: the screen in this tab, windows that follow, and the QR code. Loaded on
 * first use.
 *
 * @typedef {{ facing: "" | "screen" | "code", windows: number, codes: number, view: string }} Told
 */
import { element } from "../page/find_element.js";
import { make } from "../page/make_element.js";
import { ownName } from "../page/storage_namespace.js";
import { loadCss } from "../page/load_css.js";
import { GONE, HERE, address, channelOf, isToken } from "./channel.js";
import { draw } from "./draw.js";
import { readView } from "./view_reader.js";

const TOKEN = ownName("turntrack.players");

/** @type {Told} */
const NOTHING = { facing: "", windows: 0, codes: 0, view: "" };
let state = NOTHING;

/** @type {BroadcastChannel | undefined} */
let channel;
/** Whether this tab answers on the channel. */
let isAnswering = false;

/** @type {HTMLElement | undefined} */
let screen;
/** @type {Element | null} */
let openerFocus = null;

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
  if (!navigator.locks) return answer();
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
    sessionStorage.removeItem(TOKEN);
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
  await updateScreen(previous);
}

/** Shows or removes the players' screen over this page. @param {Told} previous */
async function updateScreen(previous) {
  if (!state.facing) return hideScreen();
  if (state.facing === "code" && state.codes === previous.codes) return; // the code shows a fixed state
  await loadCss("players");
  if (!state.facing) return; // turned back meanwhile
  if (!screen) {
    openerFocus = document.activeElement;
    const back = make("button", "leave icon i-back");
    back.dataset.do = "face-back";
    back.setAttribute("aria-label", "Back to the game master’s screen");
    screen = make("section", "facing", make("div", "players"), back);
    screen.setAttribute("aria-label", "Players’ screen");
    screen.tabIndex = -1; // keeps the focus inside on a tap
    screen.addEventListener("keydown", (event) => {
      event.stopPropagation(); // no shortcuts of the fight here
      if (event.key === "Escape") back.click();
    });
    element("app").inert = true;
    document.body.append(screen);
    back.focus();
  }
  const place = /** @type {HTMLElement} */ (screen.firstChild);
  if (state.facing === "screen") draw(place, readView(state.view));
  else await (await import("./qr_link.js")).drawCode(place, state.view);
}

function hideScreen() {
  if (!screen) return;
  screen.remove();
  screen = undefined;
  element("app").inert = false;
  if (openerFocus instanceof HTMLElement && openerFocus.isConnected && openerFocus.checkVisibility()) openerFocus.focus({ preventScroll: true });
  else element("menu").focus({ preventScroll: true });
}

/** @returns {string} the token that identifies this tab to its windows, also after a reload */
function token() {
  const kept = sessionStorage.getItem(TOKEN) ?? "";
  if (isToken(kept)) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(TOKEN, made);
  return made;
}
