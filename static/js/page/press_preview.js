/**
 * What a choice leads to, for as long as a finger is on it or the keyboard has come to it: a ghost on the string where the
 * actor would stand, whoever would act then, and the sentence in the line. All of it came with the choice: no rule is
 * known here, and Python is not asked.
 *
 * To lift the finger does it, to slide off takes it back.
 */
import { layBehind } from "./back_layer.js";
import { isDragging } from "./drag.js";
import { element } from "./element.js";
import { isField } from "./fields.js";
import { letGlide } from "./row_animation.js";
import { isSheetOpen } from "./sheet.js";
import { doubleTaps } from "./taps.js";

/** A finger that has moved farther has left: browsers make no click of it. In CSS pixels. */
const FARTHEST = 10;

/** So long nothing has changed before the likeliest tap is worked out: nobody may have to wait for that. */
const QUIET_MS = 200;
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** @type {HTMLElement | null} the choice whose consequence is shown */
let shown = null;

/** @type {(() => void) | null} takes the ghost from the string */
let putBack = null;

/** @type {{ choice: HTMLElement, id: number, x: number, y: number } | null} */
let pressed = null;

/** @type {HTMLElement | null} the choice that a finger has just left */
let lifted = null;

/** Whether what is foretold is being carried out: most of what shows it goes then with what is in front. */
let isCarriedOut = false;

const isSecondTap = doubleTaps();

/** @type {(intent: string, arg: string, isTouched?: boolean) => void} */
let prepare = () => {};
let quiet = 0;

/**
 * @param {(intent: string, arg: string, isTouched?: boolean) => void} preparer has a tap worked out, so that it can be
 *   carried out at once: one whose finger is down, and before that the likeliest
 */
export function letChoicesForesee(preparer) {
  prepare = preparer;
  const whole = { capture: true };
  addEventListener("pointerdown", press, whole);
  addEventListener("pointermove", move, whole);
  addEventListener("pointerup", lift, whole);
  addEventListener("pointercancel", lift, whole);
  addEventListener("touchend", carryOut, { ...whole, passive: false });
  document.addEventListener("focusin", ({ target }) => {
    const choice = choiceAt(target);
    if (choice?.matches(":focus-visible")) foresee(choice);
    else if (!pressed) forget();
  });
  document.addEventListener("focusout", () => pressed || forget());
  document.addEventListener("click", () => isCarriedOut || forget(), whole);
}

/** Has the likeliest tap worked out soon, if nobody touches anything until then. Called when the page has changed. */
export function thinkAhead() {
  clearTimeout(quiet);
  quiet = setTimeout(() => whenIdle(workOutLikeliest), QUIET_MS);
}

function workOutLikeliest() {
  if (pressed || isDragging() || isSheetOpen()) return;
  dropCaret();
  const leading = document.querySelector("#deck .choice.leading:not(.refused)") ?? document.querySelector("#deck .choice:not(.refused)");
  if (leading instanceof HTMLElement) prepare(leading.dataset.do ?? "", leading.dataset.arg ?? "");
}

/** A caret that a field has left behind is seen by nobody, and with every change browsers look for where it is now. */
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
  forget();
  pressed = { choice, id: pointerId, x: clientX, y: clientY };
  // A finger stays for a tenth of a second, which on a slow device is no longer than to work the tap out takes. And
  // while one is down browsers put off what is to be done later.
  prepare(choice.dataset.do ?? "", choice.dataset.arg ?? "", pointerType === "touch");
  foreseePressed();
}

/** Shows what comes of the choice under the finger with the next picture, if it is still there. */
function foreseePressed() {
  const asked = pressed;
  requestAnimationFrame(() => {
    if (!asked?.choice.isConnected || pressed !== asked) return;
    asked.choice.classList.add("pressed");
    foresee(asked.choice);
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

/** Nothing changes before the click, or the browser would draw that first. @param {PointerEvent} event */
function lift({ type, pointerType }) {
  lifted = null;
  if (!pressed) return;
  if (type === "pointercancel") return release();
  if (pointerType === "touch") lifted = pressed.choice;
  pressed = null;
  requestAnimationFrame(() => setTimeout(() => pressed || leave())); // no click comes of what has gone from under the finger, nor of a second tap
}

/** Takes back what shows where a finger is, or what would come of it. */
function leave() {
  forget();
  layBehind(null);
}

/**
 * The browser would make a click of it, too, but only after it has looked for what else the touch may mean, and laid out the
 * page for that; and none where the finger has stayed to read what is foretold.
 *
 * @param {TouchEvent} event
 */
function carryOut(event) {
  if (!event.isTrusted) return; // with which drag.js ends a drag
  const choice = lifted;
  lifted = null;
  const { timeStamp, changedTouches: [{ clientX, clientY }] } = event;
  const isSecond = isSecondTap({ at: timeStamp, x: clientX, y: clientY }, choice?.dataset.do === "choose");
  if (!choice?.isConnected || !event.cancelable || event.touches.length) return;
  event.preventDefault();
  if (isSecond) return;
  isCarriedOut = true;
  letGlide();
  choice.click();
  isCarriedOut = false;
  forget();
}

function release() {
  prepare("", "");
  pressed = null;
  forget();
}

/** @param {HTMLElement} choice */
function foresee(choice) {
  if (choice === shown) return;
  if (choice !== pressed?.choice) forget();
  shown = choice;
  const line = element("would");
  line.textContent = choice.ariaDescription ?? choice.getAttribute("aria-description");
  line.hidden = false;
  element("line").classList.add("would");
  const { next, after, lands } = choice.dataset;
  if (next) document.querySelector(`.coming [data-ids~="${CSS.escape(next)}"]`)?.classList.add("would");
  if (after) showGhost(after, lands);
}

const isForetold = () => shown !== null || document.querySelector(".choice.pressed") !== null;

/**
 * Takes back what is foretold before something else changes: what was put back later would be of a string that has gone.
 * What comes of the choice that a finger is still on is shown anew. Of what is being carried out most goes with what is in
 * front, so that it is called when what lay behind has come forward.
 */
export function foreseeAnew() {
  forget();
  if (pressed) foreseePressed();
}

/** Takes back all that is foretold. */
function forget() {
  if (!isForetold()) return;
  letGlide();
  document.querySelector(".choice.pressed")?.classList.remove("pressed");
  shown = null;
  element("would").hidden = true;
  element("line").classList.remove("would");
  document.querySelector(".coming .would")?.classList.remove("would");
  putBack?.();
  putBack = null;
}

/**
 * Puts a ghost of whoever acts where the choice would bring it.
 *
 * @param {string} after its number then
 * @param {string | undefined} lands whose row would be the next below; behind all others if none
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
  putBack = () => {
    ghost.remove();
    below.className = old.name;
    if (old.way === null) below.removeAttribute("data-way");
    else below.setAttribute("data-way", old.way);
  };
}

/** @param {Element} row @returns {number} 0 for the end of the round */
const numberOn = (row) => Number((row.querySelector(".bead")?.textContent ?? "0").replace("−", "-"));

/** How far a row is from the one above, as Python says it (`_way`). @param {Element} row @param {number} points */
function setWay(row, points) {
  const way = Math.min(Math.max(points, 0), 40);
  row.classList.remove(...[...row.classList].filter((name) => /^(tens|units)-/.test(name)));
  row.classList.toggle("ticked", way > 0);
  if (way) row.classList.add(`tens-${Math.floor(way / 10)}`, `units-${way % 10}`);
  row.toggleAttribute("data-way", way > 1);
  if (way > 1) row.setAttribute("data-way", String(way));
}
