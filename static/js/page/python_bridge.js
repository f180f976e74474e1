/**
 * Connects the page with Python: sends taps and input, and passes updates on (screen_update.js).
 *
 * Elements name their intents: `data-do` (with `data-arg`) on a tap, `data-submit` when their form is sent, `data-change`
 * when a value is committed, and on each change of a value `data-enter` or, if only the sheet is redrawn, `data-type`.
 */
import { enableDragging, isDragging } from "./row_drag.js";
import { element, isChanged, isField, valueOf, valuesIn, insertWord, selectWhole, watchEntry } from "./dom.js";
import { watchInput, isSheetOpen, isTapBeside, handleSheetClose } from "./sheet.js";
import { enableSheetKeys, enableRowNavigation } from "./keys.js";
import { enableShortcuts } from "./keyboard_shortcuts.js";
import { watchChoices, doubleTaps } from "./choice_press.js";
import { resumeWindows } from "./players_screen.js";
import { commitValue, isUpdating } from "./screen_update.js";

export { afterPaint } from "./dom.js";
export { isFacing } from "./players_screen.js";
export { makeReady, show, showReady } from "./screen_update.js";

/** @type {(intent: string, arg?: string, values?: Record<string, string | boolean>, from?: EventTarget | null) => void} */
let send = () => {};
const isSecondClick = doubleTaps();

/**
 * Sends taps and input to the handler from now on.
 *
 * @param {(intent: string, arg: string, values: string, typed: string, isWithin: boolean) => void} handler takes as JSON the
 *   values of the submitted form and the other typed fields, and whether the intent comes from the open sheet
 * @param {(intent: string, arg: string) => void} prepare computes a tap in advance
 * @param {(id: string, before: string) => string} foretell says what the drop of a row before another will do
 */
export function listen(handler, prepare, foretell) {
  send = (intent, arg = "", values = {}, from = null) => {
    handler(intent, arg, JSON.stringify(values), typed(), from instanceof Node && element("dialog").contains(from));
  };
  watchInput();
  watchEntry();
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", onInput);
  document.addEventListener("change", onChange);
  enableSheetKeys((intent) => send(intent));
  enableShortcuts((intent) => send(intent));
  addEventListener("beforeprint", () => send("lay-out"));
  addEventListener("afterprint", () => send("put-away"));
  handleSheetClose(() => send("step-back"));
  enableDragging((intent, arg) => send(intent, arg), foretell);
  enableRowNavigation(); // after dragging, which takes the arrow keys on a bead
  watchChoices(prepare);
  resumeWindows((intent) => send(intent));
}

/** @param {MouseEvent} event */
function onClick(event) {
  selectWhole(event.target);
  const asked = event.target instanceof Element && event.target.closest("[data-do]");
  if (isTapBeside(event.target)) send("dismiss");
  const word = event.target instanceof HTMLElement && event.target.dataset.word;
  if (word) insertWord(word);
  if (!(asked instanceof HTMLElement) || isDragging()) return;
  if (asked instanceof HTMLButtonElement) event.preventDefault(); // a patch may make it the button that sends the form
  const { do: intent = "", arg } = asked.dataset;
  // A click without a pointer comes from a key, or from a touch that choice_press.js has checked.
  if (event.detail && isSecondClick({ at: event.timeStamp, x: event.clientX, y: event.clientY }, intent === "Act")) return;
  // Some browsers leave the focus in a field when a button is tapped, and a focused field keeps its typed text.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== asked && activeElement.matches("input, textarea")) activeElement.blur();
  const unfolded = unfoldedRow();
  send(intent, arg, {}, asked);
  if (unfoldedRow() !== unfolded) unfoldedRow()?.scrollIntoView({ block: "nearest" });
  if (intent === "forget-typed") for (const form of element("dialog").querySelectorAll("form")) form.reset();
}

/** Returns the open row of rules, or the open line or its open word. */
const unfoldedRow = () => [...document.querySelectorAll("#dialog :is(.made-rows, .understood) [aria-expanded=true]")].at(-1)?.closest(".line-words, li") ?? null;

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

/** @param {Event} event */
function onInput({ target }) {
  if (!target || !isField(target)) return;
  const { enter, option, type } = target.dataset;
  if (option) send("ChooseOption", JSON.stringify({ key: option, value: target.value }), {}, target);
  else if (enter) send("enter", enter, { value: valueOf(target) }, target);
  else if (type) send("type", type, { value: valueOf(target) }, target);
  if (type && target instanceof HTMLTextAreaElement) showLineTyped(target);
}

/** Scrolls to how the line being typed is understood. @param {HTMLTextAreaElement} area */
function showLineTyped({ value, selectionStart }) {
  let number = value.slice(0, selectionStart).split("\n").length;
  while (number && !document.getElementById(`line-${number}`)) number -= 1; // it may belong to a line above
  document.getElementById(`line-${number}`)?.scrollIntoView({ block: "nearest" });
}

/** Sends a committed value; ignores fields that an update removes from the page. @param {Event} event */
function onChange({ target }) {
  if (isUpdating() || !target || !isField(target)) return;
  const { change, arg } = target.dataset;
  if (change) commitValue(() => send(change, arg, { [target.name]: valueOf(target) }, target));
}
