/**
 * Connects the page with Python: shows updates, and sends taps and input.
 *
 * Elements name their intents: `data-do` (with `data-arg`) on a tap, `data-submit` when their form is sent, `data-change`
 * when a value is committed, and on each change of a value `data-enter` or, if only the sheet is redrawn, `data-type`.
 */
import { setWakeLock } from "./wake_lock.js";
import { enableDragging, isDragging } from "./row_drag.js";
import { element } from "./find_element.js";
import { isChanged, isField, valueOf, valuesIn } from "./field_values.js";
import { refreshPreview, watchChoices, prepareWhenIdle } from "./choice_press.js";
import { beforePaint, recordPlaces } from "./row_animation.js";
import { rasterizeIcons } from "./icon_sprite_bitmap.js";
import { useModule } from "./lazy_load.js";
import { ownName } from "./storage_namespace.js";
import { afterPaint } from "./after_paint.js";
import { joinHtml, parseAhead, patch, patchList } from "./patch.js";
import { firstInSheet, isFocusLost, isSheetOpen, isTapBeside, handleSheetClose, moveAmongResults, showSheet } from "./sheet.js";
import { ensureTabStop, enableRowKeys } from "./row_keys.js";
import { doubleTaps } from "./double_taps.js";

export { afterPaint };

/** @typedef {{ view: string, regions: Record<string, string>, lists: Record<string, import("./patch.js").ListChange>, dialog: string, live: string, toast: string, title: string, side: string, players?: string }} Update */

const TOAST_SECONDS = 8;

/** @type {(intent: string, arg?: string, values?: Record<string, string | boolean>, from?: EventTarget | null) => void} */
let send = () => {};
const isSecondClick = doubleTaps();
let turn = whoseTurn(); // the last picture may be on the page already
let toastTimer = 0;
let isShowing = false;
let isByFinger = false;

/** Whether a field that is being left has committed its value: no element has the focus until the next one takes it. */
let isCommitting = false;

/** @type {EventTarget | null} the element that has got the focus since the last click */
let entered = null;

/** @type {Update | null} */
let ready = null;

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
  recordPlaces();
  isShowing = true;
  refreshPreview();
  for (const [id, html] of Object.entries(update.regions)) patch(element(id), html);
  for (const [id, change] of Object.entries(update.lists)) patchList(document.getElementById(id), change);
  dataset.view = update.view;
  element("slab").toggleAttribute("data-notice", document.querySelector("#notice > .notice:not(.passing)") !== null); // :has would restyle the slab on each change
  isShowing = false;
  for (const part of document.querySelectorAll(`[data-side]:not([data-side="${update.side}"])`)) part.setAttribute("data-side", update.side);
  document.title = update.title;
  showSheet(update.dialog, activeElement, isWithin, isCommitting);
  element("live").textContent = update.live;
  showToast(update.toast);
  setWakeLock(update.view === "fight");
  if (document.querySelector("[data-since]")) void useModule(clock, (tick) => tick());
  if (document.querySelector("[data-code]")) void useModule(qrImage, (drawQrCodes) => drawQrCodes());
  if (update.players !== undefined) void updatePlayers(update.players);
  ensureTabStop();
  beforePaint(scrollToTop);
  prepareWhenIdle();
  const bringBack = () => restoreFocus(focused, update.view);
  if (isByFinger) void afterPaint().then(bringBack); // finding the focus forces a layout, which must not delay the paint
  else bringBack();
}

/** @param {string | null} focused the id of the element that had the focus; null for none @param {string} view */
function restoreFocus(focused, view) {
  if (focused === null || !isFocusLost()) return;
  if (focused) document.getElementById(focused)?.focus(); // a moved row has lost the focus
  if (isFocusLost()) fallbackFocus(view).focus({ preventScroll: true });
}

/**
 * Sends taps and input to the handler from now on.
 *
 * @param {(intent: string, arg: string, values: string, typed: string, isWithin: boolean) => void} handler takes as JSON the
 *   values of the submitted form and the other typed fields, and whether the intent comes from the open sheet
 * @param {(intent: string, arg: string) => void} prepare computes a tap in advance
 */
export function listen(handler, prepare) {
  send = (intent, arg = "", values = {}, from = null) => {
    handler(intent, arg, JSON.stringify(values), typed(), from instanceof Node && element("dialog").contains(from));
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (isByFinger = type === "pointerdown"), { capture: true });
  document.addEventListener("focusin", ({ target }) => (entered = target));
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("change", onChange);
  document.addEventListener("keydown", onKey);
  addEventListener("beforeprint", () => send("lay-out"));
  addEventListener("afterprint", () => send("put-away"));
  handleSheetClose(() => send("step-back"));
  enableRowKeys();
  enableDragging((intent, arg) => send(intent, arg));
  watchChoices(prepare);
  resumeWindows();
  rasterizeIcons();
}

/** @param {MouseEvent} event */
function onClick(event) {
  selectWhole(event.target);
  const asked = event.target instanceof Element && event.target.closest("[data-do]");
  if (isTapBeside(event.target)) send("dismiss");
  const word = event.target instanceof HTMLElement && event.target.dataset.word;
  if (word) insertWord(word);
  if (!(asked instanceof HTMLElement) || isDragging()) return;
  const { do: intent = "", arg } = asked.dataset;
  // A click without a pointer comes from a key, or from a touch that choice_press.js has checked.
  if (event.detail && isSecondClick({ at: event.timeStamp, x: event.clientX, y: event.clientY }, intent === "choose")) return;
  // Some browsers leave the focus in a field when a button is tapped, and a focused field keeps its typed text.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== asked && activeElement.matches("input, textarea")) activeElement.blur();
  const unfolded = unfoldedRow();
  send(intent, arg, {}, asked);
  if (unfoldedRow() !== unfolded) unfoldedRow()?.scrollIntoView({ block: "nearest" });
  if (intent === "forget-typed") for (const form of element("dialog").querySelectorAll("form")) form.reset();
}

/**
 * Selects what is in a field of a number, or of a name to be replaced, with the tap that enters it: what is typed next
 * replaces it.
 *
 * @param {EventTarget | null} target
 */
function selectWhole(target) {
  if (target === entered && target instanceof HTMLInputElement && target.matches("[inputmode=numeric], [data-whole]")) target.select();
  entered = null;
}

const unfoldedRow = () => document.querySelector("#dialog .made-rows [aria-expanded=true]")?.closest("li") ?? null;

/** Inserts a word at the cursor of the box for quick lines. @param {string} word */
function insertWord(word) {
  const box = element("lines");
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.setRangeText(word, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.submit) send(form.dataset.submit, form.dataset.arg, valuesOf(form), form);
  if (form.querySelector("[role='alert']")) focusRefused(form);
}

/** Focuses the refused field. @param {HTMLFormElement} form */
function focusRefused(form) {
  const box = form.querySelector("[aria-invalid='true']") ?? form.querySelector("[data-first]");
  if (box instanceof HTMLElement) box.focus();
}

/** @param {HTMLFormElement} form @returns {Record<string, string | boolean>} */
function valuesOf(form) {
  return valuesIn([...form.elements].filter(isField));
}

/**
 * Returns the fields of the open dialog that differ from those that Python rendered. They go with every intent, so that a
 * closed dialog can restore them.
 *
 * @returns {string} JSON
 */
export function typed() {
  if (!isSheetOpen()) return "{}";
  return JSON.stringify(valuesIn([...element("dialog").querySelectorAll("form[data-submit] [name], [data-change]")].filter(isField).filter(isChanged)));
}

const clock = async () => (await import("./turn_clock.js")).tick;
const qrImage = async () => (await import("./qr_image.js")).drawQrCodes;

const FACING = ownName("turntrack.facing");

/** Updates the players' screen. @param {string} told JSON; empty if no players' screen is open */
async function updatePlayers(told) {
  const isFacing = Boolean(told && JSON.parse(told).facing);
  noteFacing(isFacing);
  const isShown = await useModule(
    async () => (await import("../players/game_master_side.js")).showPlayers,
    (showPlayers) => showPlayers(told, heardWindow),
  );
  if (isShown || !isFacing) return;
  noteFacing(false);
  send("face-back");
}

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

const heardWindow = () => send("heard-window");

/** Resumes updates to a players' window that was opened before a reload. */
function resumeWindows() {
  try {
    if (!sessionStorage.getItem(ownName("turntrack.players"))) return;
    void useModule(
      async () => (await import("../players/game_master_side.js")).answerWindows,
      (answerWindows) => answerWindows(heardWindow),
    );
  } catch {
    // Storage refused: no window was opened.
  }
}

/** @param {Event} event */
function onInput({ target }) {
  if (!target || !isField(target)) return;
  const { enter, option, type } = target.dataset;
  if (option) send("ChooseOption", JSON.stringify({ key: option, value: target.value }), {}, target);
  else if (enter) send("enter", enter, { value: valueOf(target) }, target);
  else if (type) send("type", type, { value: valueOf(target) }, target);
}

/** Sends a committed value; ignores fields that an update removes from the page. @param {Event} event */
function onChange({ target }) {
  if (isShowing || !target || !isField(target)) return;
  const { change, arg } = target.dataset;
  isCommitting = true;
  if (change) send(change, arg, { [target.name]: valueOf(target) }, target);
  isCommitting = false;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const handle = target instanceof HTMLElement && target.dataset.handle;
  if (handle && (key === "ArrowUp" || key === "ArrowDown")) {
    event.preventDefault();
    send(key === "ArrowUp" ? "up" : "down", handle);
    document.getElementById(`bead-${handle}`)?.focus();
    return;
  }
  if (key === "Escape" && isSheetOpen() && !isDragging()) {
    event.preventDefault(); // or the browser closes it too
    send("step-back");
    return;
  }
  if (key === "Enter" && (event.ctrlKey || event.metaKey) && target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    target.form?.requestSubmit();
    return;
  }
  if (key === "Enter" && target instanceof HTMLInputElement && target.matches(".die")) {
    const next = [...document.querySelectorAll("#dialog input.die")].find((box) => box instanceof HTMLInputElement && !box.value);
    if (next instanceof HTMLInputElement && target.value) {
      event.preventDefault(); // or it would roll the remaining dice
      next.focus();
    }
    return;
  }
  if (target instanceof HTMLElement && target.closest("#dialog:has(#sought), #game-search, #games .new") && ["ArrowDown", "ArrowUp", "Enter"].includes(key)) {
    if (moveAmongResults(target, key)) event.preventDefault();
    return;
  }
  const typing = target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && doByKey(key)) {
    event.preventDefault(); // or it is typed
    return;
  }
  if (typing || !(event.ctrlKey || event.metaKey)) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  send(letter === "y" || event.shiftKey ? "redo" : "undo");
}

/**
 * Runs a keyboard shortcut, if shortcuts are on. “/” and “?” work everywhere; other keys tap the button that carries them.
 *
 * @param {string} key @returns {boolean} whether the key was used
 */
function doByKey(key) {
  if (element("app").inert || document.documentElement.dataset.view !== "fight" || document.querySelector('[data-keys="off"]')) return false;
  if (key === "c") return goToChoices();
  const asks = key === "/" || key === "?";
  if (asks) send(key === "/" ? "find" : "keys");
  const target = asks ? null : document.querySelector(`#${isSheetOpen() ? "dialog" : "app"} [data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (target instanceof HTMLElement) target.click();
  return asks || target !== null;
}

/** Focuses the likeliest choice. @returns {boolean} whether there is one in sight */
function goToChoices() {
  const choice = document.querySelector("#deck .leading") ?? document.querySelector("#deck .choice") ?? document.querySelector("#open");
  if (isSheetOpen() || !(choice instanceof HTMLElement)) return false;
  choice.focus();
  return true;
}

/** Returns the element to focus when the focused one is gone. @param {string} view @returns {HTMLElement} */
const fallbackFocus = (view) => firstInSheet() ?? element(view === "fight" ? "deck-area" : "home");

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
