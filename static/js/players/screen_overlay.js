/** The players' screen laid over the game master's page: the view or the QR code, and a button that leads back. */
import { element, make } from "../page/dom.js";
import { loadCss } from "../page/load.js";
import { draw } from "./draw.js";
import { readView } from "./view_reader.js";

/** @typedef {{ facing: "" | "screen" | "code", codes: number, view: string }} Shown */

/** @type {Shown} */
let state = { facing: "", codes: 0, view: "" };

/** @type {HTMLElement | undefined} */
let screen;
/** @type {Element | null} */
let openerFocus = null;

/** Shows or removes the players' screen over this page. @param {Shown} shown */
export async function updateOverlay(shown) {
  const previous = state;
  state = shown;
  if (!state.facing) return hideOverlay();
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
    screen.addEventListener("keydown", (event) => event.stopPropagation()); // no shortcuts of the fight here
    element("app").inert = true;
    document.body.append(screen);
    screen.focus(); // not the button, which a stray key would press
  }
  const place = /** @type {HTMLElement} */ (screen.firstChild);
  if (state.facing === "screen") draw(place, readView(state.view));
  else await (await import("./qr_link.js")).drawCode(place, state.view);
}

function hideOverlay() {
  if (!screen) return;
  screen.remove();
  screen = undefined;
  element("app").inert = false;
  if (openerFocus instanceof HTMLElement && openerFocus.isConnected && openerFocus.checkVisibility()) openerFocus.focus({ preventScroll: true });
  else element("menu").focus({ preventScroll: true });
}
