/**
 * Previews a choice: a ghost of the actor at its new place, the next combatant, and the sentence in the line. The HTML
 * carries all of it; no rule is known here and Python is not asked.
 */
import { element } from "./find_element.js";
import { insertGhost } from "./choice_preview_ghost_row.js";

/** @type {HTMLElement | null} the previewed choice */
let shown = null;

/** @type {(() => void) | null} removes the ghost, if there is one */
let removeGhost = null;

/** Previews a choice in place of another. @param {HTMLElement} choice @param {boolean} isPressed */
export function showPreview(choice, isPressed) {
  if (choice === shown) return;
  hidePreview();
  shown = choice;
  choice.classList.toggle("pressed", isPressed);
  const line = element("would");
  line.textContent = choice.ariaDescription ?? choice.getAttribute("aria-description");
  line.hidden = false;
  element("line").classList.add("would");
  const { next, after, lands } = choice.dataset;
  if (next) document.querySelector(`.coming [data-ids~="${CSS.escape(next)}"]`)?.classList.add("would");
  if (after) removeGhost = insertGhost(after, lands);
}

/** Removes the preview. */
export function hidePreview() {
  if (!shown) return;
  shown.classList.remove("pressed");
  shown = null;
  element("would").hidden = true;
  element("line").classList.remove("would");
  document.querySelector(".coming .would")?.classList.remove("would");
  removeGhost?.();
  removeGhost = null;
}
