/** Animates rows that move to another place, also between string and slab (the FLIP technique). */
import { afterPaint, element } from "./dom.js";

const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ id: string, was: DOMRect }} Move of a row: its id, and its position on the screen before the move */

/** @param {Element} row */
const rectOf = (row) => (row.firstElementChild ?? row).getBoundingClientRect();

/**
 * Finds the rows that a change will move to another list, or to another place among the other rows. Rows that only make room
 * are left out: each animated row becomes a compositor layer of its own, which is slow for many rows.
 *
 * @param {Record<string, { order: string[] }>} change the ids of each changed list, in their new order
 * @returns {Move[]}
 */
export function findMoves(change) {
  if (stillness.matches) return [];
  const lists = [element("acting"), element("track")];
  const rows = lists.flatMap((list) => [...list.children]).filter((child) => child.classList.contains("row"));
  const places = new Map(rows.map((row, nth) => [row.id, { row, nth }]));
  const next = lists.flatMap((list) => {
    const order = change[list.id]?.order ?? Array.from(list.children, ({ id }) => id);
    return order.flatMap((id) => {
      const place = places.get(id); // a new row has none
      return place ? [{ ...place, list }] : [];
    });
  });
  const inOrder = longestRun(next.map(({ nth }) => nth));
  const moved = next.filter(({ row, list }, nth) => !inOrder.has(nth) || row.parentElement !== list);
  return moved.map(({ row }) => ({ id: row.id, was: rectOf(row) }));
}

/**
 * Animates rows from their former positions. Called after all other changes, because reading the new positions lays the page
 * out.
 *
 * @param {Move[]} moves
 */
export function animateMoves(moves) {
  const glides = moves.flatMap(({ id, was }) => {
    const row = document.getElementById(id);
    const way = row ? transformFrom(row, was) : "";
    return row && way ? [{ row, way }] : [];
  });
  for (const { row, way } of glides) row.style.transform = way;
  if (glides.length) void afterPaint().then(() => glides.forEach(startAnimation));
}

/**
 * @param {Element} row @param {DOMRect} was
 * @returns {string} the transform to the former position; empty if that was not visible
 */
function transformFrom(row, was) {
  const { x, y } = rectOf(row);
  if (!was.width || (was.x === x && was.y === y) || was.bottom < 0 || was.y > innerHeight) return "";
  return `translate(${Math.round(was.x - x)}px, ${Math.round(was.y - y)}px)`;
}

/**
 * Starts the animation after the change has been painted, because starting it in the same frame delays that frame.
 *
 * @param {{ row: HTMLElement, way: string }} from
 */
function startAnimation({ row, way }) {
  row.style.transform = "";
  if (!row.getAttribute("style")) row.removeAttribute("style"); // a dragged row keeps other styles
  row.animate([{ transform: way }, { transform: "none" }], GLIDE);
}

/**
 * Finds the largest part of a list that can stay in place while the other items are moved.
 *
 * @param {number[]} places former index of each item, in the new order
 * @returns {Set<number>} the new indexes of a longest increasing subsequence
 */
function longestRun(places) {
  /** @type {number[]} the former indexes of the items in `ends` */
  const lowest = [];
  /** @type {number[]} for each length, the item with the lowest former index that ends a subsequence */
  const ends = [];
  /** @type {number[]} the predecessor of each item in its subsequence */
  const before = [];
  for (const [index, place] of places.entries()) {
    let length = lowest.findIndex((low) => low > place);
    if (length < 0) length = ends.length;
    lowest[length] = place;
    before[index] = ends[length - 1];
    ends[length] = index;
  }
  const members = new Set();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) members.add(index);
  return members;
}
