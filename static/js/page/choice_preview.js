/**
 * Previews a choice: a ghost of the actor at its new place, the next combatant, and the sentence in the line. The HTML
 * carries all of it; no rule is known here and Python is not asked.
 */
import { element } from "./dom.js";

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

/**
 * Inserts a ghost of the actor where a choice would put it.
 *
 * @param {string} after its number then
 * @param {string | undefined} lands the id of the next row below; undefined for the end of the round
 * @returns {(() => void) | null} removes the ghost; null where there is no place for it
 */
function insertGhost(after, lands) {
  const actor = document.querySelector("#acting .row");
  const below = document.querySelector(lands ? `#track .row[data-id="${CSS.escape(lands)}"]` : "#line-end");
  if (!actor || !below) return null;
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
  return () => {
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
