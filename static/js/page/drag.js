/** Dragging rows of the turn track by their handles. What a drag means is asked of Python; this only says what was dropped where. */
import Sortable from "../../../vendor/sortable.js";

/** @typedef {import("sortablejs").SortableEvent & { originalEvent?: PointerEvent }} Chosen SortableJS's own types leave out the latter */

let dragging = false;
let cancelled = false;

/** @type {number | null} the pointer that has taken a row by its handle */
let holding = null;

/** Whether a row is being dragged: other taps wait until it is dropped. */
export const isDragging = () => dragging;

/**
 * @param {HTMLElement} track the list of rows, each with `data-id`
 * @param {(intent: string, arg: string) => void} send
 */
export function letTrackBeDragged(track, send) {
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  Sortable.create(track, {
    handle: ".handle",
    draggable: ".row",
    forceFallback: true,
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
    onEnd: ({ item, oldIndex, newIndex }) => {
      dragging = false;
      // The list is put back, or into its new order, by what Python then shows.
      if (cancelled || oldIndex === newIndex) send("redraw", "");
      else send("move", `${item.dataset.id}:${rowAfter(item)?.dataset.id ?? ""}`);
    },
  });
  for (const type of ["pointercancel", "touchcancel"]) addEventListener(type, giveUp, { capture: true });
  addEventListener("blur", giveUp); // of the window: moving a row takes the focus from what is in it
  document.addEventListener("visibilitychange", () => document.hidden && giveUp());
  addEventListener("keydown", ({ key }) => key === "Escape" && giveUp(), { capture: true });
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

/** @param {Element} row @returns {HTMLElement | null} */
function rowAfter(row) {
  let next = row.nextElementSibling;
  while (next && !next.matches(".row")) next = next.nextElementSibling;
  return /** @type {HTMLElement | null} */ (next);
}
