/** Dragging combatants by their beads, along the string and to and from the slab. What a drag means is asked of Python; this only says what was dropped where. */
import Sortable from "../../../vendor/sortable.js";
import { element } from "./element.js";

/** @typedef {import("sortablejs").SortableEvent & { originalEvent?: PointerEvent }} Chosen SortableJS's own types leave out the latter */

let dragging = false;
let cancelled = false;

/** @type {number | null} the pointer that has taken a row by its handle */
let holding = null;

/** Whether a row is being dragged: other taps wait until it is dropped. */
export const isDragging = () => dragging;

/** @type {(intent: string, arg: string) => void} */
let send = () => {};

/** @returns {HTMLElement[]} the lists of rows, each with `data-id`: whoever acts, then all others */
const lists = () => [element("acting"), element("track")];

/** @type {Sortable[]} */
let sortables = [];

/** @param {(intent: string, arg: string) => void} sender */
export function letRowsBeDragged(sender) {
  send = sender;
  followLists();
  for (const type of ["pointercancel", "touchcancel"]) addEventListener(type, giveUp, { capture: true });
  addEventListener("blur", giveUp); // of the window: moving a row takes the focus from what is in it
  document.addEventListener("visibilitychange", () => document.hidden && giveUp());
  addEventListener("keydown", ({ key }) => key === "Escape" && giveUp(), { capture: true });
}

/** Lets the rows of the lists be dragged that have come into the place of others. */
export function followLists() {
  const there = lists();
  if (dragging || there.every((list, nth) => sortables[nth]?.el === list)) return;
  for (const { el } of sortables) if (!there.includes(el)) Sortable.get(el)?.destroy();
  sortables = there.map((list) => Sortable.get(list) ?? letListBeDragged(list));
}

/** @param {HTMLElement} list */
function letListBeDragged(list) {
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  return Sortable.create(list, {
    group: "string",
    handle: ".handle",
    draggable: ".row",
    forceFallback: true,
    fallbackOnBody: true, // what is lifted would be cut off by the slab
    fallbackTolerance: 4,
    touchStartThreshold: 4,
    animation: stillness.matches ? 0 : 120,
    ghostClass: "gap",
    chosenClass: "chosen",
    fallbackClass: "lifted",
    onChoose: (/** @type {Chosen} */ { originalEvent }) => (holding = originalEvent?.pointerId ?? null),
    onUnchoose: () => (holding = null),
    onStart: () => {
      dragging = true;
      cancelled = false;
    },
    onEnd: ({ item, from, to, oldIndex, newIndex }) => {
      dragging = false;
      setTimeout(followLists); // which may have been put off for this drag
      swallowClick();
      // The lists are put back, or into their new order, by what Python then shows.
      if (cancelled || (from === to && oldIndex === newIndex)) send("redraw", "");
      else send("move", `${item.dataset.id}:${rowAfter(item)?.dataset.id ?? ""}`);
    },
  });
}

/** A mouse that lets go of a bead has clicked on it: that was the drag, and asks for nothing. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
}

// SortableJS takes whichever finger is lifted for the one that drags.
for (const type of /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel"])) {
  const ignoreOthers = (/** @type {PointerEvent} */ event) => {
    if (holding !== null && event.isTrusted && event.pointerId !== holding) event.stopImmediatePropagation();
  };
  addEventListener(type, ignoreOthers, { capture: true });
}

/** The row is put back: SortableJS itself would take a drag that was interrupted for one that was dropped. */
function giveUp() {
  if (!dragging || cancelled) return;
  cancelled = true;
  for (const type of ["pointerup", "touchend", "mouseup"]) document.dispatchEvent(new Event(type));
}

/** @param {Element} row @returns {HTMLElement | undefined} the next one below it, be it in another list */
function rowAfter(row) {
  const rows = lists().flatMap((list) => [...list.querySelectorAll(".row")]);
  return /** @type {HTMLElement | undefined} */ (rows[rows.indexOf(row) + 1]);
}
