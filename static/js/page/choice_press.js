/**
 * Follows a tap on a choice from the finger to the paint.
 *
 * 1. `prepareLikeliest`: while the page is idle, Python computes the likeliest tap on a copy of the fight.
 * 2. `press`: the next frame previews the choice.
 * 3. `move`: sliding off cancels.
 * 4. `lift` changes nothing, because the browser would paint that first.
 * 5. `commitPress`, on touchend, clicks the choice. Python commits what it has computed, or computes it now, and `apply` in
 *    screen_update.js shows it. A mouse clicks by itself.
 */
import { hidePreview, showPreview } from "./choice_preview.js";
import { isDragging } from "./row_drag.js";
import { isField, swallowClick } from "./dom.js";
import { isSheetOpen } from "./sheet.js";

/** The distance in CSS pixels after which browsers make no click of a touch. */
const FARTHEST = 10;

/** Quiet time before the likeliest tap is computed, in milliseconds: the computation must not delay a tap. */
const QUIET_MS = 200;
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** @type {{ choice: HTMLElement, id: number, x: number, y: number } | null} */
let pressed = null;

/** @type {HTMLElement | null} the choice that a finger has just released */
let lifted = null;

/** Whether the previewed choice is being carried out: then its preview is removed with the change. */
let isCarriedOut = false;

const isSecondTap = doubleTaps();

/** @type {(intent: string, arg: string) => void} */
let prepare = () => {};
let quiet = 0;

/** @param {(intent: string, arg: string) => void} preparer computes a tap in advance */
export function watchChoices(preparer) {
  prepare = preparer;
  const whole = { capture: true };
  addEventListener("pointerdown", press, whole);
  addEventListener("pointermove", move, whole);
  addEventListener("pointerup", lift, whole);
  addEventListener("pointercancel", lift, whole);
  addEventListener("touchend", commitPress, { ...whole, passive: false });
  document.addEventListener("focusin", ({ target }) => {
    const choice = choiceAt(target);
    if (choice?.matches(":focus-visible")) showPreview(choice, false);
    else if (!pressed) hidePreview();
  });
  document.addEventListener("focusout", () => pressed || hidePreview());
  document.addEventListener("click", () => isCarriedOut || hidePreview(), whole);
}

/** Computes the likeliest tap after some quiet time. Called when the page has changed. */
export function prepareWhenIdle() {
  clearTimeout(quiet);
  quiet = setTimeout(() => whenIdle(prepareLikeliest), QUIET_MS);
}

function prepareLikeliest() {
  if (pressed || isDragging() || isSheetOpen()) return;
  dropCaret();
  const likely = ["#open:not(:disabled)", "#deck .choice.leading:not(.refused)", "#deck .choice:not(.refused)"];
  const likeliest = likely.map((selector) => document.querySelector(selector)).find((button) => button);
  if (likeliest instanceof HTMLElement) prepare(likeliest.dataset.do ?? "", likeliest.dataset.arg ?? "");
}

/** Removes an invisible caret left behind by a field: browsers update its position on every change. */
function dropCaret() {
  const selection = getSelection();
  const { activeElement } = document;
  if (selection?.type === "Caret" && !(activeElement && isField(activeElement))) selection.removeAllRanges();
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function choiceAt(target) {
  return target instanceof Element ? target.closest(":is(#panel, #dialog) .choice[aria-description]") : null;
}

/** @param {PointerEvent} event */
function press({ target, pointerId, isPrimary, clientX, clientY, button }) {
  const choice = choiceAt(target);
  if (!choice || !isPrimary || button || isDragging()) return;
  hidePreview();
  pressed = { choice, id: pointerId, x: clientX, y: clientY };
  previewPressed();
}

/** Shows the preview in the next frame, if the choice is still pressed. */
function previewPressed() {
  const asked = pressed;
  requestAnimationFrame(() => {
    if (asked?.choice.isConnected && pressed === asked) showPreview(asked.choice, true);
  });
}

/** @param {PointerEvent} event */
function move({ pointerId, pointerType, clientX, clientY }) {
  if (pointerId !== pressed?.id) return;
  const { choice, x, y } = pressed;
  const { left, right, top, bottom } = choice.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  if (inside && (pointerType === "mouse" || Math.hypot(clientX - x, clientY - y) <= FARTHEST)) return;
  release();
  swallowClick();
}

/**
 * Ends a press. Changes nothing on the page before the click, or the browser would paint that first.
 *
 * @param {PointerEvent} event
 */
function lift({ type, pointerType }) {
  lifted = null;
  if (!pressed) return;
  if (type === "pointercancel") return release();
  if (pointerType === "touch") lifted = pressed.choice;
  else requestAnimationFrame(() => setTimeout(() => pressed || hidePreview())); // in case no click follows
  pressed = null;
}

/**
 * Carries out the choice on touchend. The browser's own click comes later, because it first checks for other gestures and
 * lays out the page; after a long press there is none.
 *
 * @param {TouchEvent} event
 */
function commitPress(event) {
  if (!event.isTrusted) return; // sent by row_drag.js
  const choice = lifted;
  lifted = null;
  const { timeStamp, changedTouches: [{ clientX, clientY }] } = event;
  const isSecond = isSecondTap({ at: timeStamp, x: clientX, y: clientY }, choice?.dataset.do === "Act");
  if (!choice) return;
  if (choice.isConnected && event.cancelable && !event.touches.length) {
    event.preventDefault();
    if (!isSecond) carryOut(choice);
  }
  hidePreview();
}

/** @param {HTMLElement} choice */
function carryOut(choice) {
  isCarriedOut = true;
  choice.click();
  isCarriedOut = false;
}

function release() {
  pressed = null;
  hidePreview();
}

/** Removes the preview before another change, and previews a pressed choice again: a change replaces what a preview marks. */
export function refreshPreview() {
  hidePreview();
  if (pressed) previewPressed();
}

/** Two taps within this time (ms) and distance (CSS px) are a double tap. */
const DOUBLE_TAP_MS = 250;
const DOUBLE_TAP_PX = 20;

/** @typedef {{ at: number, x: number, y: number }} Tap */

/**
 * @returns {(tap: Tap, isChoice: boolean) => boolean} whether a tap on a choice is the second of a double tap. Time counts from
 *   the last tap that was not, so that none of a steady series is lost
 */
export function doubleTaps() {
  /** @type {Tap} */
  let last = { at: -Infinity, x: 0, y: 0 };
  return (tap, isChoice) => {
    const isSecond = isChoice && tap.at - last.at < DOUBLE_TAP_MS && Math.hypot(tap.x - last.x, tap.y - last.y) < DOUBLE_TAP_PX;
    if (!isSecond) last = tap;
    return isSecond;
  };
}
