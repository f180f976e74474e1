/**
 * Animates rows that move to another place, also between string and slab (the FLIP technique).
 *
 * Former positions are read before the first change of a frame, and new ones just before that frame is painted: reading them
 * in between would force another layout.
 */

import { longestRun } from "./longest_run.js";
import { element } from "./find_element.js";

const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {{ list: string | undefined, nth: number, at: DOMRect }} Place of a row: its list, its index among all rows, and
 *   its position on the screen
 */

/** @type {Map<string, Place> | null} former places by the rows' ids, during a change */
let before = null;

/** @type {Set<() => void>} */
const pendingTasks = new Set();
let isAwaited = false;

/** Runs a task just before the next paint, once for all requests. @param {() => void} task */
export function beforePaint(task) {
  pendingTasks.add(task);
  awaitFrame();
}

function awaitFrame() {
  if (!isAwaited) requestAnimationFrame(runTasks);
  isAwaited = true;
}

function runTasks() {
  isAwaited = false;
  const tasks = [...pendingTasks];
  pendingTasks.clear();
  for (const task of tasks) task();
  if (before) animateRows(before);
  before = null;
}

/** @returns {HTMLElement[]} */
const rows = () => [element("acting"), element("track")].flatMap((list) => [...list.querySelectorAll(".row")]).filter((row) => row instanceof HTMLElement);

/** @param {Element} row */
const rectOf = (row) => (row.firstElementChild ?? row).getBoundingClientRect();

/** Records the places of all rows. Called before the first change of the page. */
export function recordPlaces() {
  if (stillness.matches || before) return;
  before = new Map(rows().map((row, nth) => [row.id, { list: row.parentElement?.id, nth, at: rectOf(row) }]));
  awaitFrame();
}

/**
 * Animates the rows that changed their relative order or their list. Rows that only make room jump: each animated row
 * becomes a compositor layer of its own, which is slow for many rows.
 *
 * Runs after all other tasks of the frame, because the transforms would force another layout.
 *
 * @param {Map<string, Place>} from
 */
function animateRows(from) {
  const all = rows();
  const inOrder = longestRun(all.map((row) => from.get(row.id)?.nth));
  const moved = all.filter((row, nth) => !inOrder.has(nth) || from.get(row.id)?.list !== row.parentElement?.id);
  const ways = moved.map((row) => transformFrom(row, from.get(row.id)?.at));
  const gliding = moved.flatMap((row, nth) => (ways[nth] ? [{ row, way: ways[nth] }] : []));
  for (const { row, way } of gliding) row.style.transform = way;
  // A timeout and not another frame: a frame would delay what waits for this one to be painted.
  if (gliding.length) setTimeout(() => gliding.forEach(startAnimation));
}

/**
 * @param {Element} row @param {DOMRect} [was]
 * @returns {string} the transform to the former position; empty if that was not visible
 */
function transformFrom(row, was) {
  const { x, y } = rectOf(row);
  if (!was?.width || (was.x === x && was.y === y) || was.bottom < 0 || was.y > innerHeight) return "";
  return `translate(${Math.round(was.x - x)}px, ${Math.round(was.y - y)}px)`;
}

/**
 * Starts the animation one frame after the change, because starting it in the same frame delays that frame.
 *
 * @param {{ row: HTMLElement, way: string }} from
 */
function startAnimation({ row, way }) {
  row.style.transform = "";
  if (!row.getAttribute("style")) row.removeAttribute("style"); // a dragged row keeps other styles
  row.animate([{ transform: way }, { transform: "none" }], GLIDE);
}
