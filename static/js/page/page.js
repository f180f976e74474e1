/**
 * The page's two ends: what Python wants shown goes onto it, what the table taps and types goes to Python.
 *
 * Elements say what they ask for: `data-do` (with `data-arg`) when tapped, `data-submit` when their form is sent,
 * `data-enter` or, where only the sheet is drawn for it, `data-type` as their value changes; `data-change` once it has.
 */
import { keepAwake } from "./wake_lock.js";
import { bringForward, layBehind } from "./back_layer.js";
import { followLists, letRowsBeDragged, isDragging } from "./drag.js";
import { element } from "./element.js";
import { isChanged, isField, valueOf, valuesIn } from "./fields.js";
import { foreseeAnew, letChoicesForesee, thinkAhead } from "./press_preview.js";
import { beforePaint, letGlide } from "./row_animation.js";
import { drawIconsOnce } from "./icons.js";
import { useLate } from "./late.js";
import { own } from "./storage_names.js";
import { painted } from "./after_paint.js";
import { inOne, parseAhead, patch, patchList } from "./patch.js";
import { firstInSheet, isFocusLost, isSheetOpen, isTapBeside, letSheetClose, moveAmongFound, showSheet } from "./sheet.js";
import { keepAStop, letRowsBeWalked } from "./rows.js";
import { doubleTaps } from "./taps.js";

export { painted };

/** @typedef {{ view: string, regions: Record<string, string>, lists: Record<string, import("./patch.js").ListChange>, dialog: string, live: string, toast: string, title: string, side: string, players?: string }} Update */

const TOAST_SECONDS = 8;

/** @type {(intent: string, arg?: string, values?: Record<string, string | boolean>, from?: EventTarget | null) => void} */
let send = () => {};
const isSecondClick = doubleTaps();
let turn = whoseTurn(); // what was last seen may be there already
let toastTimer = 0;
let isShowing = false;
let isByFinger = false;

/** @type {Update | null} */
let ready = null;

/** A row of the string is as high as a finger needs, at the least: in CSS pixels. */
const LEAST_ROW = 44;

/** @type {(() => void)[]} what is left of the last update until it has been painted: rows that are out of sight */
let rest = [];

/** Does what can be done beforehand of showing an update. @param {string} text an Update, as JSON */
export function makeReady(text) {
  /** @type {Update} */
  const update = JSON.parse(text);
  parseAhead([...Object.values(update.regions), ...Object.values(update.lists).map(({ changed }) => inOne(changed))]);
  ready = update;
}

/** Shows what was made ready last. */
export function showReady() {
  if (ready) bring(ready);
}

/** @param {string} text an Update, as JSON */
export function show(text) {
  bring(JSON.parse(text));
}

/** Brings an update onto the page, in one go. @param {Update} update */
function bring(update) {
  const { activeElement } = document;
  const focused = activeElement && activeElement !== document.body ? activeElement.id : null;
  const { dataset } = document.documentElement;
  const isWithin = element("dialog").contains(activeElement);
  letGlide();
  isShowing = true;
  finish();
  const foremost = isByFinger ? mostInSight() : Infinity;
  const shown = bringForward(update);
  foreseeAnew();
  for (const [id, html] of Object.entries(update.regions)) if (!shown.has(id)) patch(element(id), html);
  const lists = Object.entries(update.lists).filter(([id]) => !shown.has(id));
  rest = lists.flatMap(([id, change]) => patchList(document.getElementById(id), change, foremost) ?? []);
  dataset.view = update.view;
  isShowing = false;
  for (const part of document.querySelectorAll(`[data-side]:not([data-side="${update.side}"])`)) part.setAttribute("data-side", update.side);
  document.title = update.title;
  showSheet(update.dialog, activeElement, isWithin);
  element("live").textContent = update.live;
  showToast(update.toast);
  keepAwake(update.view === "fight");
  if (document.querySelector("[data-since]")) void useLate(clock, (tick) => tick());
  if (document.querySelector("[data-code]")) void useLate(still, (drawStill) => drawStill());
  if (update.players !== undefined) void faceWith(update.players);
  keepAStop();
  beforePaint(followActing);
  thinkAhead();
  const bringBack = () => bringFocusBack(focused, update.view);
  if (rest.length) void painted().then(finish);
  if (shown.size) void painted().then(followLists);
  if (isByFinger) void painted().then(bringBack); // to look for it costs a layout, which the picture need not wait for
  else bringBack();
}

/** How many rows of the string can be in sight; all of them where it has been scrolled, or is not to be seen yet. */
function mostInSight() {
  const { scrollTop, clientHeight } = element("track-area");
  return scrollTop || !clientHeight ? Infinity : Math.ceil(clientHeight / LEAST_ROW);
}

/** Does what was left of the last update. */
function finish() {
  for (const make of rest) make();
  rest = [];
}

/** @param {string | null} focused the id of what had the focus, if anything had @param {string} view */
function bringFocusBack(focused, view) {
  if (focused === null || !isFocusLost()) return;
  if (focused) document.getElementById(focused)?.focus(); // a row that has moved has lost it
  if (isFocusLost()) fallbackFocus(view).focus({ preventScroll: true });
}

/**
 * Sends what happens on the page to the handler, from now on.
 *
 * @param {(intent: string, arg: string, values: string, typed: string, isWithin: boolean) => void} handler takes as JSON
 *   the values of the form that is sent, and what else is typed; and whether it comes from the open sheet
 * @param {(intent: string, arg: string) => boolean} prepare works out what a tap leads to whose finger is down, and says
 *   whether that lies ready; with empty texts it forgets that
 */
export function listen(handler, prepare) {
  send = (intent, arg = "", values = {}, from = null) => {
    handler(intent, arg, JSON.stringify(values), typed(), from instanceof Node && element("dialog").contains(from));
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (isByFinger = type === "pointerdown"), { capture: true });
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("change", onChange);
  document.addEventListener("keydown", onKey);
  addEventListener("beforeprint", () => send("lay-out"));
  addEventListener("afterprint", () => send("put-away"));
  letSheetClose(() => send("step-back"));
  letRowsBeWalked();
  letRowsBeDragged((intent, arg) => send(intent, arg));
  letChoicesForesee((intent, arg, isTouched) => {
    const isReady = prepare(intent, arg);
    layBehind(isReady && isTouched ? ready : null);
  });
  letWindowsFollow();
  drawIconsOnce();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const asked = event.target instanceof Element && event.target.closest("[data-do]");
  if (isTapBeside(event.target)) send("dismiss");
  const word = event.target instanceof HTMLElement && event.target.dataset.word;
  if (word) write(word);
  if (!(asked instanceof HTMLElement) || isDragging()) return;
  const { do: intent = "", arg } = asked.dataset;
  // Without a pointer it comes from a key, or from a finger that press_preview.js has looked at.
  if (event.detail && isSecondClick({ at: event.timeStamp, x: event.clientX, y: event.clientY }, intent === "choose")) return;
  // Some browsers leave the focus in a field when a button is tapped, and what has the focus keeps what was typed.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== asked && activeElement.matches("input, textarea")) activeElement.blur();
  send(intent, arg, {}, asked);
  if (intent === "forget-typed") for (const form of element("dialog").querySelectorAll("form")) form.reset();
}

/** Writes a word into the box for quick lines, at the place where one types. @param {string} word */
function write(word) {
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
  if (form.querySelector("[role='alert']")) leadToMend(form);
}

/** What was refused is mended where it was typed: the keyboard goes on there. @param {HTMLFormElement} form */
function leadToMend(form) {
  const box = form.querySelector("[aria-invalid='true']") ?? form.querySelector("[data-first]");
  if (box instanceof HTMLElement) box.focus();
}

/** @param {HTMLFormElement} form @returns {Record<string, string | boolean>} */
function valuesOf(form) {
  return valuesIn([...form.elements].filter(isField));
}

/**
 * Whatever closes the dialog, what stands in its forms is told with it, so that it can be there again.
 *
 * @returns {string} the fields of the open dialog that differ from what Python has shown in them, as JSON
 */
export function typed() {
  if (!isSheetOpen()) return "{}";
  return JSON.stringify(valuesIn([...element("dialog").querySelectorAll("form[data-submit] [name], [data-change]")].filter(isField).filter(isChanged)));
}

const clock = async () => (await import("./clock.js")).tick;
const still = async () => (await import("./qr_image.js")).drawStill;

const FACING = own("turntrack.facing");

/** Shows players what they are shown. @param {string} told as JSON, empty where nobody looks */
async function faceWith(told) {
  const isFacing = Boolean(told && JSON.parse(told).facing);
  noteFacing(isFacing);
  const isShown = await useLate(
    async () => (await import("../players/facing.js")).face,
    (face) => face(told, heardWindow),
  );
  if (isShown || !isFacing) return;
  noteFacing(false);
  send("face-back");
}

/** Until their screen lies over the page, and if the page is loaded anew, nothing of the page is seen. @param {boolean} isFacing */
function noteFacing(isFacing) {
  document.documentElement.toggleAttribute("data-facing", isFacing);
  try {
    if (isFacing) sessionStorage.setItem(FACING, "true");
    else sessionStorage.removeItem(FACING);
  } catch {
    // Refused: then a reload shows the game master's screen.
  }
}

/** @returns {boolean} whether this tab was turned to the players when it was last left */
export const isFacing = () => "facing" in document.documentElement.dataset;

const heardWindow = () => send("heard-window");

/** A window for players that this tab has opened may still be there after it was loaded anew. */
function letWindowsFollow() {
  try {
    if (!sessionStorage.getItem(own("turntrack.players"))) return;
    void useLate(
      async () => (await import("../players/facing.js")).answerWindows,
      (answerWindows) => answerWindows(heardWindow),
    );
  } catch {
    // Refused: then no window was opened either.
  }
}

/** @param {Event} event */
function onInput({ target }) {
  if (!target || !isField(target)) return;
  const { enter, option, type } = target.dataset;
  if (option) send("option", `${option}:${target.value}`, {}, target);
  else if (enter) send("enter", enter, { value: valueOf(target) }, target);
  else if (type) send("type", type, { value: valueOf(target) }, target);
}

/** A field that is left, or Enter in it; not one that is taken from the page with what stands in it. @param {Event} event */
function onChange({ target }) {
  if (isShowing || !target || !isField(target)) return;
  const { change, arg } = target.dataset;
  if (change) send(change, arg, { [target.name]: valueOf(target) }, target);
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
    event.preventDefault(); // else the browser would close it too
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
      event.preventDefault(); // else it would roll what is still owed
      next.focus();
    }
    return;
  }
  if (target instanceof HTMLElement && target.closest("#dialog:has(#sought)") && ["ArrowDown", "ArrowUp", "Enter"].includes(key)) {
    if (moveAmongFound(target, key)) event.preventDefault();
    return;
  }
  const typing = target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && doByKey(key)) {
    event.preventDefault(); // else it would be typed
    return;
  }
  if (typing || !(event.ctrlKey || event.metaKey)) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  send(letter === "y" || event.shiftKey ? "redo" : "undo");
}

/**
 * Does what a single key stands for in a fight, if the table has them on: two do the same whatever is open, and the others
 * tap what carries them.
 *
 * @param {string} key @returns {boolean} whether there was anything
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

/** Puts the keyboard on what is done most likely. @returns {boolean} whether it can be seen */
function goToChoices() {
  const choice = document.querySelector("#deck .leading") ?? document.querySelector("#deck .choice") ?? document.querySelector("#open");
  if (isSheetOpen() || !(choice instanceof HTMLElement)) return false;
  choice.focus();
  return true;
}

/** Where to go on with the keyboard when what had the focus is gone. @param {string} view @returns {HTMLElement} */
const fallbackFocus = (view) => firstInSheet() ?? element(view === "fight" ? "deck-area" : "home");

/** @param {string} message */
function showToast(message) {
  clearTimeout(toastTimer);
  element("toast").textContent = message;
  if (message) toastTimer = setTimeout(() => (element("toast").textContent = ""), TOAST_SECONDS * 1000);
}

/** Whose turn it is, and what is first to be done in it. */
function whoseTurn() {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector("#now [data-turn]"));
  const first = document.querySelector("#deck > .block");
  return [document.documentElement.dataset.view, stage?.dataset.turn, first?.id].join(" ");
}

/** With a new turn the string and the choices begin at their top: whoever acts, and is next, is in sight. */
function followActing() {
  const before = turn;
  turn = whoseTurn();
  if (turn === before) return;
  for (const part of document.querySelectorAll("#fight, #track-area, #panel, #deck")) part.scrollTop = 0; // the first of them scrolls on a phone
}
