/** Shows an update from Python: regions, lists, sheet, toast, title, focus, and the scrolling of a new turn. */
import { setWakeLock } from "./wake_lock.js";
import { element } from "./dom.js";
import { refreshPreview, prepareWhenIdle } from "./choice_press.js";
import { restoreFocus, showSheet } from "./sheet.js";
import { animateMoves, findMoves } from "./row_animation.js";
import { useModule } from "./load.js";
import { updatePlayers } from "./players_screen.js";
import { joinHtml, parseAhead, patch, patchList } from "./patch.js";
import { ensureTabStop } from "./keys.js";

/** @typedef {{ view: string, regions: Record<string, string>, lists: Record<string, import("./patch.js").ListChange>, dialog: string, live: string, toast: string, title: string, side: string, players?: string }} Update */

const TOAST_SECONDS = 8;

let turn = whoseTurn(); // the last picture may be on the page already
let toastTimer = 0;
let isShowing = false;

/** Whether a field that is being left has committed its value: no element has the focus until the next one takes it. */
let isCommitting = false;

/** @type {Update | null} */
let ready = null;

/** Whether an update is being shown. */
export const isUpdating = () => isShowing;

/** Sends the value of a field that is being left. @param {() => void} commit */
export function commitValue(commit) {
  isCommitting = true;
  commit();
  isCommitting = false;
}

const clock = async () => (await import("./turn_clock.js")).tick;
const qrImage = async () => (await import("./qr_image.js")).drawQrCodes;

/** Parses an update in advance. @param {string} text an Update, as JSON */
export function makeReady(text) {
  /** @type {Update} */
  const update = JSON.parse(text);
  parseAhead([...Object.values(update.regions), ...Object.values(update.lists).map(({ changed }) => joinHtml(changed))]);
  ready = update;
}

/** Shows the update of makeReady(). */
export function showReady() {
  if (ready) apply(ready);
}

/** @param {string} text an Update, as JSON */
export function show(text) {
  apply(JSON.parse(text));
}

/** Shows an update. @param {Update} update */
function apply(update) {
  const { activeElement } = document;
  const focused = activeElement && activeElement !== document.body ? activeElement.id : null;
  const { dataset } = document.documentElement;
  const isWithin = element("dialog").contains(activeElement);
  const moves = findMoves(update.lists);
  isShowing = true;
  refreshPreview();
  for (const [id, html] of Object.entries(update.regions)) patch(element(id), html);
  for (const [id, change] of Object.entries(update.lists)) patchList(document.getElementById(id), change);
  dataset.view = update.view;
  element("slab").toggleAttribute("data-notice", document.querySelector("#notice > .notice:not(.passing)") !== null); // :has would restyle the slab on each change
  isShowing = false;
  for (const part of document.querySelectorAll(`[data-side]:not([data-side="${update.side}"])`)) part.setAttribute("data-side", update.side);
  if (document.title !== update.title) document.title = update.title;
  showSheet(update.dialog, activeElement, isWithin, isCommitting);
  element("live").textContent = update.live;
  showToast(update.toast);
  setWakeLock(update.view === "fight");
  if (document.querySelector("[data-since]")) void useModule(clock, (tick) => tick());
  if (document.querySelector("[data-code]")) void useModule(qrImage, (drawQrCodes) => drawQrCodes());
  if (update.players !== undefined) void updatePlayers(update.players);
  ensureTabStop();
  scrollToTop();
  animateMoves(moves);
  prepareWhenIdle();
  restoreFocus(focused, update.view);
}

/** @param {string} message */
function showToast(message) {
  clearTimeout(toastTimer);
  element("toast").textContent = message;
  if (message) toastTimer = setTimeout(() => (element("toast").textContent = ""), TOAST_SECONDS * 1000);
}

/** Returns a key of the current turn and the panel's first block. */
function whoseTurn() {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector("#now [data-turn]"));
  const first = document.querySelector("#deck > .block");
  return [document.documentElement.dataset.view, stage?.dataset.turn, first?.id].join(" ");
}

/** Scrolls string and choices to their top on a new turn. */
function scrollToTop() {
  const before = turn;
  turn = whoseTurn();
  if (turn === before) return;
  for (const part of document.querySelectorAll("#fight, #track-area, #panel, #deck")) part.scrollTop = 0; // #fight scrolls on a phone
}
