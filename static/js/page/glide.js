/**
 * A row that has found another place glides there, from the string to the slab and back too.
 *
 * Where they were is looked at before the first change of a frame, and where they are just before that frame is painted:
 * looked at in between, the page would have to be laid out for it once more each time.
 */

import { element } from "./element.js";

const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {Map<string, DOMRect>} Places where beads are, by the ids of their rows */

/** @type {Places | null} where they are on the screen, while that is being changed */
let before = null;

/** @type {Set<() => void>} */
const waiting = new Set();
let isAwaited = false;

/** @param {() => void} task is done once just before the next painting, however often it is asked for */
export function beforePaint(task) {
  waiting.add(task);
  awaitFrame();
}

function awaitFrame() {
  if (!isAwaited) requestAnimationFrame(doWaiting);
  isAwaited = true;
}

function doWaiting() {
  isAwaited = false;
  const tasks = [...waiting];
  waiting.clear();
  for (const task of tasks) task();
  if (before) glide(before);
  before = null;
}

/** @returns {Places} */
function places() {
  const rows = document.querySelectorAll("#acting .row, #track .row");
  return new Map(Array.from(rows, (row) => [row.id, (row.firstElementChild ?? row).getBoundingClientRect()]));
}

/** Has whatever changes its place from now on glide. Called before anything on the page is changed. */
export function letGlide() {
  if (stillness.matches || before) return;
  before = places();
  awaitFrame();
}

/**
 * Whoever has gone its own way glides; those that only make room, together, are there at once. It comes last: what holds
 * rows back would have the page looked at anew.
 *
 * @param {Places} from
 */
function glide(from) {
  /** @type {Map<string, string[]>} the ids of the rows by where they come from */
  const moved = new Map();
  for (const [id, { x, y }] of places()) {
    const was = from.get(id);
    if (!was?.width || (was.x === x && was.y === y) || Math.max(was.y, y) < 0 || Math.min(was.y, y) > innerHeight) continue;
    const way = `translate(${Math.round(was.x - x)}px, ${Math.round(was.y - y)}px)`;
    moved.set(way, [...(moved.get(way) ?? []), id]);
  }
  for (const [way, [id, ...others]] of moved) {
    // Each row that glides is a picture of its own while it does: a dozen took up to a tenth of a tap on a slow processor.
    if (!others.length) setOff(element(id), way);
  }
}

/**
 * The row stands where it stood until the frame with all that has changed is painted: to begin to glide in that frame took
 * a tenth of a tap.
 *
 * @param {HTMLElement} row @param {string} way
 */
function setOff(row, way) {
  row.style.transform = way;
  setTimeout(() => {
    row.style.transform = "";
    if (!row.getAttribute("style")) row.removeAttribute("style"); // what is being dragged has a style of its own
    row.animate([{ transform: way }, { transform: "none" }], GLIDE);
  });
}
