/**
 * Drags combatants by their beads, along the string and to and from the slab, or moves them by the arrow keys on a bead. Python
 * decides what a drop means.
 */
import Sortable from "../../../vendor/sortable.js";
import { element, swallowClick } from "./dom.js";

/**
 * @typedef {import("sortablejs").SortableEvent & { originalEvent?: PointerEvent }} Chosen with a field that SortableJS's types lack
 */

let dragging = false;
let cancelled = false;

/** @type {number | null} the pointer that drags */
let holding = null;

/** Whether a row is being dragged. Other taps are ignored until it is dropped. */
export const isDragging = () => dragging;

/** @type {(intent: string, arg: string) => void} */
let send = () => {};

/** @type {(id: string, before: string) => string} */
let foretell = () => "";

/** @returns {HTMLElement[]} the lists of rows with `data-id`: acting combatants, then the others */
const lists = () => [element("acting"), element("track")];

/**
 * @param {(intent: string, arg: string) => void} sender
 * @param {(id: string, before: string) => string} foreteller says what a drop will do
 */
export function enableDragging(sender, foreteller) {
  send = sender;
  foretell = foreteller;
  lists().forEach(makeSortable);
  for (const type of ["pointercancel", "touchcancel"]) addEventListener(type, cancelDrag, { capture: true });
  addEventListener("blur", cancelDrag); // of the window; moving a row blurs only elements in it
  document.addEventListener("visibilitychange", () => document.hidden && cancelDrag());
  addEventListener("keydown", ({ key }) => key === "Escape" && cancelDrag(), { capture: true });
  document.addEventListener("keydown", moveByKey);
}

/** @param {HTMLElement} list */
function makeSortable(list) {
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  Sortable.create(list, {
    group: "string",
    handle: ".handle",
    draggable: ".row",
    forceFallback: true,
    fallbackOnBody: true, // or the slab would clip the dragged row
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
    // Sortable moves the row after it has called this.
    onChange: ({ item }) => queueMicrotask(() => dragging && tell(foretell(item.dataset.id ?? "", rowAfter(item)?.dataset.id ?? ""))),
    onEnd: ({ item, from, to, oldIndex, newIndex }) => {
      dragging = false;
      tell("");
      swallowClick();
      // Python then redraws the lists in their old or new order.
      if (cancelled || (from === to && oldIndex === newIndex)) send("redraw", "");
      else send("Move", JSON.stringify({ id: item.dataset.id, before: rowAfter(item)?.dataset.id ?? "" }));
    },
  });
}

/** Shows words in the line instead of its last sentence; that one again without words. @param {string} words */
function tell(words) {
  const line = element("would");
  line.textContent = words;
  line.hidden = !words;
  element("line").classList.toggle("would", Boolean(words));
}

// SortableJS mistakes the release of any finger for the one that drags.
for (const type of /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel"])) {
  const ignoreOthers = (/** @type {PointerEvent} */ event) => {
    if (holding !== null && event.isTrusted && event.pointerId !== holding) event.stopImmediatePropagation();
  };
  addEventListener(type, ignoreOthers, { capture: true });
}

/** @param {KeyboardEvent} event */
function moveByKey(event) {
  const { key, target } = event;
  const handle = target instanceof HTMLElement && target.dataset.handle;
  if (!handle || (key !== "ArrowUp" && key !== "ArrowDown")) return;
  event.preventDefault();
  send(key === "ArrowUp" ? "up" : "down", handle);
  document.getElementById(`bead-${handle}`)?.focus();
}

/** Cancels the drag. SortableJS itself treats an interrupted drag as a drop. */
function cancelDrag() {
  if (!dragging || cancelled) return;
  cancelled = true;
  for (const type of ["pointerup", "touchend", "mouseup"]) document.dispatchEvent(new Event(type));
}

/** @param {Element} row @returns {HTMLElement | undefined} the next row, also of the next list */
function rowAfter(row) {
  const rows = lists().flatMap((list) => [...list.querySelectorAll(".row")]);
  return /** @type {HTMLElement | undefined} */ (rows[rows.indexOf(row) + 1]);
}
