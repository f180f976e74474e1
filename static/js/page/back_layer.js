/**
 * Lays out and paints the result of a tap behind the visible layer while the finger is down. When the finger lifts, the
 * front layer only has to be removed.
 *
 * Slab and deck are layers. The string is not, because its layout takes longer than a press, and a tap changes few of its
 * rows.
 */
import { element } from "./element.js";
import { isField } from "./fields.js";
import { parse, patchList } from "./patch.js";

/** @typedef {import("./page.js").Update} Update */

/** On a phone layers have no fixed height, and a back layer would move the content below. */
const narrow = matchMedia("(max-width: 44rem)");

/** Prefix of the names of radio buttons in a back layer. */
const BEHIND = "behind:";

/** @type {Update | null} the update in the back layers, as far as they show it */
let laid = null;

/** @type {Map<HTMLElement, HTMLElement>} back layers by their front layers */
const layers = new Map();

/** @type {Set<string>} the ids of regions and lists that changed in the back layers */
let changed = new Set();

/** Puts an update into the back layers, in place of an earlier one. @param {Update | null} update null to clear them */
export function fillBackLayer(update) {
  for (const copy of layers.values()) copy.remove();
  layers.clear();
  changed = new Set();
  laid = update;
  if (!update || narrow.matches) return;
  const panel = element("panel");
  const scrolled = [panel, panel.querySelector("#deck")].map((part) => part?.scrollTop); // on a low screen the panel scrolls
  for (const [id, html] of Object.entries(update.regions)) copyOf(id, false)?.replaceChildren(parse(html));
  for (const [id, change] of Object.entries(update.lists)) patchList(copyOf(id, true), change);
  for (const [layer, copy] of layers) {
    if (copy.dataset.side !== undefined) copy.dataset.side = update.side;
    nameRadios(copy, (name) => BEHIND + name); // a name allows only one checked button on the whole page
    layer.after(copy);
  }
  const copy = layers.get(panel);
  for (const [at, part] of [copy, copy?.querySelector("#deck")].entries()) if (part && scrolled[at]) part.scrollTop = scrolled[at];
}

/**
 * @param {string} id of a region or list @param {boolean} isFilled whether its content is needed
 * @returns {Element | null} its copy in the back layer; null if there is none
 */
function copyOf(id, isFilled) {
  const there = document.getElementById(id);
  const layer = there?.closest(".layer");
  if (!(layer instanceof HTMLElement) || isTypedIn(layer)) return null;
  const copy = layers.get(layer) ?? copyLayer(layer, isFilled || there !== layer);
  layers.set(layer, copy);
  changed.add(id);
  return there === layer ? copy : copy.querySelector(`#${CSS.escape(id)}`);
}

/** @param {HTMLElement} layer @param {boolean} isFilled @returns {HTMLElement} */
function copyLayer(layer, isFilled) {
  const copy = /** @type {HTMLElement} */ (layer.cloneNode(isFilled));
  copy.classList.add("behind");
  copy.ariaHidden = "true";
  for (const row of copy.querySelectorAll("[style]")) row.removeAttribute("style"); // drops the transform of an animation
  return copy;
}

/** @param {HTMLElement} layer @param {(name: string) => string} rename */
function nameRadios(layer, rename) {
  for (const radio of layer.querySelectorAll("input[type=radio]")) if (radio instanceof HTMLInputElement) radio.name = rename(radio.name);
}

/** @param {Element} layer */
function isTypedIn(layer) {
  const { activeElement } = document;
  return activeElement !== null && isField(activeElement) && layer.contains(activeElement);
}

/**
 * Swaps the back layers in if they show this update; otherwise discards them.
 *
 * @param {Update} update @returns {Set<string>} the ids of regions and lists that are up to date now
 */
export function swapLayers(update) {
  if (update !== laid) fillBackLayer(null);
  for (const [layer, copy] of layers) {
    layer.remove();
    nameRadios(copy, (name) => name.slice(BEHIND.length));
    copy.classList.remove("behind");
    copy.ariaHidden = null;
  }
  const shown = changed;
  layers.clear();
  fillBackLayer(null);
  return shown;
}
