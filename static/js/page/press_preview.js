/**
 * Previews a choice while it is pressed or has the keyboard focus: a ghost of the actor at its new place, the next
 * combatant, and the sentence in the line. The HTML carries all of it; no rule is known here and Python is not asked.
 *
 * Lifting the finger carries the choice out; sliding off cancels it.
 */
import { fillBackLayer } from "./back_layer.js";
import { isDragging } from "./drag.js";
import { element } from "./element.js";
import { isField } from "./fields.js";
import { recordPlaces } from "./row_animation.js";
import { isSheetOpen } from "./sheet.js";
import { doubleTaps } from "./taps.js";

/** The distance in CSS pixels after which browsers make no click of a touch. */
const FARTHEST = 10;

/** Quiet time before the likeliest tap is computed, in milliseconds: the computation must not delay a tap. */
const QUIET_MS = 200;
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** @type {HTMLElement | null} the previewed choice */
let shown = null;

/** @type {(() => void) | null} removes the ghost */
let removeGhost = null;

/** @type {{ choice: HTMLElement, id: number, x: number, y: number } | null} */
let pressed = null;

/** @type {HTMLElement | null} the choice that a finger has just released */
let lifted = null;

/** Whether the previewed choice is being carried out. Most of its preview then disappears with the front layer. */
let isCarriedOut = false;

const isSecondTap = doubleTaps();

/** @type {(intent: string, arg: string, isTouched?: boolean) => void} */
let prepare = () => {};
let quiet = 0;

/**
 * @param {(intent: string, arg: string, isTouched?: boolean) => void} preparer computes a tap in advance: the pressed one, and
 *   before that the likeliest one
 */
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
    if (choice?.matches(":focus-visible")) showPreview(choice);
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
  const leading = document.querySelector("#deck .choice.leading:not(.refused)") ?? document.querySelector("#deck .choice:not(.refused)");
  if (leading instanceof HTMLElement) prepare(leading.dataset.do ?? "", leading.dataset.arg ?? "");
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
function press({ target, pointerId, pointerType, isPrimary, clientX, clientY, button }) {
  const choice = choiceAt(target);
  if (!choice || !isPrimary || button || isDragging()) return;
  hidePreview();
  pressed = { choice, id: pointerId, x: clientX, y: clientY };
  // Prepare at once: a press is short, and browsers postpone timers while a finger is down.
  prepare(choice.dataset.do ?? "", choice.dataset.arg ?? "", pointerType === "touch");
  previewPressed();
}

/** Shows the preview in the next frame, if the choice is still pressed. */
function previewPressed() {
  const asked = pressed;
  requestAnimationFrame(() => {
    if (!asked?.choice.isConnected || pressed !== asked) return;
    asked.choice.classList.add("pressed");
    showPreview(asked.choice);
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
  const swallow = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
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
  pressed = null;
  requestAnimationFrame(() => setTimeout(() => pressed || clearPreview())); // a removed element and a second tap make no click
}

/** Removes the preview and the back layer. */
function clearPreview() {
  hidePreview();
  fillBackLayer(null);
}

/**
 * Carries out the choice on touchend. The browser's own click comes later, because it first checks for other gestures and
 * lays out the page; after a long press there is none.
 *
 * @param {TouchEvent} event
 */
function commitPress(event) {
  if (!event.isTrusted) return; // sent by drag.js
  const choice = lifted;
  lifted = null;
  const { timeStamp, changedTouches: [{ clientX, clientY }] } = event;
  const isSecond = isSecondTap({ at: timeStamp, x: clientX, y: clientY }, choice?.dataset.do === "choose");
  if (!choice?.isConnected || !event.cancelable || event.touches.length) return;
  event.preventDefault();
  if (isSecond) return;
  isCarriedOut = true;
  recordPlaces();
  choice.click();
  isCarriedOut = false;
  hidePreview();
}

function release() {
  prepare("", "");
  pressed = null;
  hidePreview();
}

/** @param {HTMLElement} choice */
function showPreview(choice) {
  if (choice === shown) return;
  if (choice !== pressed?.choice) hidePreview();
  shown = choice;
  const line = element("would");
  line.textContent = choice.ariaDescription ?? choice.getAttribute("aria-description");
  line.hidden = false;
  element("line").classList.add("would");
  const { next, after, lands } = choice.dataset;
  if (next) document.querySelector(`.coming [data-ids~="${CSS.escape(next)}"]`)?.classList.add("would");
  if (after) showGhost(after, lands);
}

const isPreviewing = () => shown !== null || document.querySelector(".choice.pressed") !== null;

/**
 * Removes the preview before another change, since restoring it later would touch a string that is gone; a pressed choice is
 * previewed again. Called after the back layer is swapped in, because most preview elements disappear with the front layer.
 */
export function refreshPreview() {
  hidePreview();
  if (pressed) previewPressed();
}

/** Removes the preview. */
function hidePreview() {
  if (!isPreviewing()) return;
  recordPlaces();
  document.querySelector(".choice.pressed")?.classList.remove("pressed");
  shown = null;
  element("would").hidden = true;
  element("line").classList.remove("would");
  document.querySelector(".coming .would")?.classList.remove("would");
  removeGhost?.();
  removeGhost = null;
}

/**
 * Inserts a ghost of the actor where the choice would put it.
 *
 * @param {string} after its number then
 * @param {string | undefined} lands the id of the next row below; undefined for the end of the round
 */
function showGhost(after, lands) {
  const actor = document.querySelector("#acting .row");
  const below = document.querySelector(lands ? `#track .row[data-id="${CSS.escape(lands)}"]` : "#line-end");
  if (!actor || !below) return;
  const ghost = document.createElement("li");
  ghost.id = "ghost";
  ghost.className = `row ghost ${[...actor.classList].find((name) => name.startsWith("side-")) ?? ""}`;
  ghost.classList.toggle("unscaled", document.querySelector("#track > .unscaled") !== null);
  ghost.ariaHidden = "true";
  const bead = Object.assign(document.createElement("span"), { className: "bead", textContent: after });
  const body = Object.assign(document.createElement("span"), { className: "body" });
  const name = Object.assign(document.createElement("b"), { className: "name", textContent: actor.querySelector(".name")?.textContent ?? "" });
  const from = Object.assign(document.createElement("span"), { className: "about", textContent: `from ${actor.querySelector(".number")?.textContent}` });
  body.append(name, from);
  ghost.append(bead, body);
  below.before(ghost);
  const old = { name: below.className, way: below.getAttribute("data-way") };
  if (document.querySelector("#track [data-way]")) {
    const above = ghost.previousElementSibling ?? actor;
    setWay(ghost, numberOn(above) - numberOn(ghost));
    setWay(below, numberOn(ghost) - numberOn(below));
  }
  removeGhost = () => {
    ghost.remove();
    below.className = old.name;
    if (old.way === null) below.removeAttribute("data-way");
    else below.setAttribute("data-way", old.way);
  };
}

/** @param {Element} row @returns {number} 0 for the end of the round */
const numberOn = (row) => Number((row.querySelector(".bead")?.textContent ?? "0").replace("−", "-"));

/**
 * Sets the distance to the row above, with the classes that Python uses (`_way`).
 *
 * @param {Element} row @param {number} points
 */
function setWay(row, points) {
  const way = Math.min(Math.max(points, 0), 40);
  row.classList.remove(...[...row.classList].filter((name) => /^(tens|units)-/.test(name)));
  row.classList.toggle("ticked", way > 0);
  if (way) row.classList.add(`tens-${Math.floor(way / 10)}`, `units-${way % 10}`);
  row.toggleAttribute("data-way", way > 1);
  if (way > 1) row.setAttribute("data-way", String(way));
}
