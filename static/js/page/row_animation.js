/**
 * A row that has found another place glides there, from the string to the slab and back too.
 *
 * Where they were is looked at before the first change of a frame, and where they are just before that frame is painted:
 * looked at in between, the page would have to be laid out for it once more each time.
 */

import { ascending } from "./longest_run.js";
import { element } from "./element.js";

const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ list: string | undefined, nth: number, at: DOMRect }} Place of a bead: in which list, which of all, and where on the screen */

/** @type {Map<string, Place> | null} by the ids of their rows, while they are being changed */
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

/** @returns {HTMLElement[]} */
const rows = () => [element("acting"), element("track")].flatMap((list) => [...list.querySelectorAll(".row")]).filter((row) => row instanceof HTMLElement);

/** @param {Element} row */
const rectOf = (row) => (row.firstElementChild ?? row).getBoundingClientRect();

/** Has whatever changes its place from now on glide. Called before anything on the page is changed. */
export function letGlide() {
  if (stillness.matches || before) return;
  before = new Map(rows().map((row, nth) => [row.id, { list: row.parentElement?.id, nth, at: rectOf(row) }]));
  awaitFrame();
}

/**
 * Whoever has overtaken others, or left the string or the slab, glides; those that only make room are there at once. Each
 * row that glides is a picture of its own while it does: a dozen took up to a tenth of a tap on a slow processor.
 *
 * It comes last: what holds rows back would have the page looked at anew.
 *
 * @param {Map<string, Place>} from
 */
function glide(from) {
  const all = rows();
  const inOrder = ascending(all.map((row) => from.get(row.id)?.nth));
  const moved = all.filter((row, nth) => !inOrder.has(nth) || from.get(row.id)?.list !== row.parentElement?.id);
  const ways = moved.map((row) => wayOf(row, from.get(row.id)?.at));
  const gliding = moved.flatMap((row, nth) => (ways[nth] ? [{ row, way: ways[nth] }] : []));
  for (const { row, way } of gliding) row.style.transform = way;
  // A frame that was asked for in this one would come before whatever else waits for this one to be painted.
  if (gliding.length) setTimeout(() => gliding.forEach(setOff));
}

/** @param {Element} row @param {DOMRect} [was] @returns {string} the way back to where it was; empty where it comes from out of sight */
function wayOf(row, was) {
  const { x, y } = rectOf(row);
  if (!was?.width || (was.x === x && was.y === y) || was.bottom < 0 || was.y > innerHeight) return "";
  return `translate(${Math.round(was.x - x)}px, ${Math.round(was.y - y)}px)`;
}

/**
 * The row has stood where it stood until the frame with all that has changed was painted: to begin to glide in that frame
 * took a tenth of a tap.
 *
 * @param {{ row: HTMLElement, way: string }} from
 */
function setOff({ row, way }) {
  row.style.transform = "";
  if (!row.getAttribute("style")) row.removeAttribute("style"); // what is being dragged has a style of its own
  row.animate([{ transform: way }, { transform: "none" }], GLIDE);
}
