/**
 * The page's two ends: what Python wants shown goes onto it, what the table taps and types goes to Python.
 *
 * Elements say what they ask for: `data-do` (with `data-arg`) when tapped, `data-submit` when their form is sent,
 * `data-enter` as their value changes.
 */
import { letTrackBeDragged, isDragging } from "./drag.js";
import { patch, patchList } from "./patch.js";

/** @typedef {{ view: string, regions: Record<string, string>, lists: Record<string, { order: string[], changed: Record<string, string> }>, dialog: boolean, live: string, toast: string, title: string }} Update */

const TOAST_SECONDS = 8;

/** @param {string} id @returns {HTMLElement} */
const element = (id) => document.getElementById(id);

/** @type {(intent: string, arg?: string, values?: Record<string, string | boolean>) => void} */
let send = () => {};
let turn = whoseTurn(); // what was last seen may be there already
let place = whereActing();
let toastTimer = 0;
let isDialogWanted = false;

/**
 * Brings an update onto the page, in one go.
 *
 * @param {string} text an Update, as JSON
 */
export function show(text) {
  /** @type {Update} */
  const update = JSON.parse(text);
  const { activeElement } = document;
  const focused = activeElement && activeElement !== document.body ? activeElement.id : null;
  for (const [id, html] of Object.entries(update.regions)) patch(element(id), html);
  for (const [id, change] of Object.entries(update.lists)) patchList(element(id), change);
  document.documentElement.dataset.view = update.view;
  document.title = update.title;
  showDialog(update.dialog);
  element("live").textContent = update.live;
  showToast(update.toast);
  followActing();
  if (focused !== null && isFocusLost()) {
    if (focused) element(focused)?.focus(); // a row that has moved has lost it
    if (isFocusLost()) fallbackFocus(update.view).focus({ preventScroll: true });
  }
}

/**
 * Sends what happens on the page to the handler, from now on.
 *
 * @param {(intent: string, arg: string, values: string, typed: string) => void} handler takes as JSON the values of the
 *   form that is sent, and what else is typed
 */
export function listen(handler) {
  send = (intent, arg = "", values = {}) => handler(intent, arg, JSON.stringify(values), typed());
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("keydown", onKey);
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    send("dismiss");
  });
  // The second of two gestures that go back closes it whatever the page says.
  dialog.addEventListener("close", () => isDialogWanted && send("dismiss"));
  dialog.addEventListener("click", (event) => event.target === dialog && send("dismiss"));
  letTrackBeDragged(element("track"), (intent, arg) => send(intent, arg));
}

/** @param {MouseEvent} event */
function onClick(event) {
  const asked = event.target instanceof Element && event.target.closest("[data-do]");
  if (!(asked instanceof HTMLElement) || isDragging()) return;
  const { do: intent, arg } = asked.dataset;
  // The second tap of a double tap would hit what the first one has put in its place.
  if (event.detail > 1 && intent === "choose") return;
  // Some browsers leave the focus in a field when a button is tapped, and what has the focus keeps what was typed.
  if (document.activeElement !== asked && document.activeElement?.matches("input, textarea")) document.activeElement.blur();
  send(intent, arg);
  if (intent === "forget-typed") for (const form of element("dialog").querySelectorAll("form")) form.reset();
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.submit) send(form.dataset.submit, form.dataset.arg, valuesOf(form));
}

/** @param {HTMLFormElement} form @returns {Record<string, string | boolean>} */
function valuesOf(form) {
  const boxes = [...form.elements].filter((box) => "name" in box && box.name && "value" in box);
  return Object.fromEntries(boxes.map((box) => [box.name, box.type === "checkbox" ? box.checked : box.value]));
}

/**
 * Whatever closes the dialog, what stands in its forms is told with it, so that it can be there again.
 *
 * @returns {string} the fields of the open dialog that differ from what Python has shown in them, as JSON
 */
export function typed() {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  if (!dialog.open) return "{}";
  const changed = [...dialog.querySelectorAll("form[data-submit] [name]")].filter(isChanged);
  return JSON.stringify(Object.fromEntries(changed.map((box) => [box.name, box.type === "checkbox" ? box.checked : box.value])));
}

/** @param {Element} box */
function isChanged(box) {
  if (box instanceof HTMLSelectElement) return !(box.querySelector("[selected]") ?? box.options[0])?.selected;
  return box.type === "checkbox" ? box.checked !== box.defaultChecked : box.value !== box.defaultValue;
}

/** Resolves when what was shown can be seen; where nothing is painted, as in a tab behind others, soon. */
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });

/** @param {Event} event */
function onInput({ target }) {
  if (!(target instanceof HTMLElement)) return;
  const { enter, option } = target.dataset;
  if (option) send("option", `${option}:${target.value}`);
  else if (enter) send("enter", enter, { value: target.type === "checkbox" ? target.checked : target.value });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const handle = target instanceof HTMLElement && target.dataset.handle;
  if (handle && (key === "ArrowUp" || key === "ArrowDown")) {
    event.preventDefault();
    send(key === "ArrowUp" ? "up" : "down", handle);
    element(`handle-${handle}`)?.focus();
    return;
  }
  const typing = target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea");
  if (typing || !(event.ctrlKey || event.metaKey) || element("dialog").open) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  send(letter === "y" || event.shiftKey ? "redo" : "undo");
}

/** @param {boolean} open */
function showDialog(open) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  isDialogWanted = open;
  if (!open) return dialog.close();
  if (!dialog.open) dialog.showModal();
  else if (!isFocusLost()) return;
  dialog.querySelector("[data-first]")?.focus();
}

/** Whether nothing has the focus, or something that has gone out of sight. */
function isFocusLost() {
  const focused = document.activeElement;
  return !focused || focused === document.body || !focused.checkVisibility();
}

/** Where to go on with the keyboard when what had the focus is gone. @param {string} view @returns {HTMLElement} */
function fallbackFocus(view) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  return dialog.open ? dialog.querySelector("button") : element(view === "fight" ? "panel" : "home");
}

/** @param {string} message */
function showToast(message) {
  clearTimeout(toastTimer);
  element("toast").textContent = message;
  if (message) toastTimer = setTimeout(() => (element("toast").textContent = ""), TOAST_SECONDS * 1000);
}

/** Whose turn it is: all who act, since another than the first may have done, and which turn, since the same may go on. */
function whoseTurn() {
  const rows = Array.from(document.querySelectorAll("#track .acting"), (row) => row.id);
  const actor = /** @type {HTMLElement | null} */ (document.querySelector("#panel [data-turn]"));
  return [document.documentElement.dataset.view, actor?.dataset.turn, ...rows].join(" ");
}

/** Where the first of those who act stands on the track. */
function whereActing() {
  return [...document.querySelectorAll("#track .row")].findIndex((row) => row.matches(".acting"));
}

/** Whoever has come to act is brought into sight, with the choices from their top. */
function followActing() {
  const [before, stood] = [turn, place];
  [turn, place] = [whoseTurn(), whereActing()];
  if (turn === before && place === stood) return;
  document.querySelector("#track .acting")?.scrollIntoView({ block: "nearest" });
  if (turn === before) return;
  element("panel").scrollTop = 0;
  document.scrollingElement.scrollTop = 0; // on a phone the page itself scrolls, and the choices come first
}
