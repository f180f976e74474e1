/**
 * What a tap will show lies behind what is in sight while the finger is down, laid out and painted already: when the finger
 * lifts, what is in front has only to go.
 *
 * Slab and deck are a layer each, in a place where two can lie. The string is not: to lay it out again takes as long as the
 * two, which is longer than a finger stays on a slow tablet, and few of its rows change with a tap.
 */
import { element } from "./element.js";
import { isField } from "./fields.js";
import { parsed, patchList } from "./patch.js";

/** @typedef {import("./page.js").Update} Update */

/** On a phone all is as high as it is, and what lies behind would move what comes below. */
const narrow = matchMedia("(max-width: 44rem)");

/** What the names of radio buttons begin with there. */
const BEHIND = "behind:";

/** @type {Update | null} what lies there, or as much of it as can */
let laid = null;

/** @type {Map<HTMLElement, HTMLElement>} by the layer in front, the one behind it */
const layers = new Map();

/** @type {Set<string>} the ids of what has changed in those behind */
let changed = new Set();

/** Lays an update there, in place of what lay there. @param {Update | null} update null for nothing */
export function layBehind(update) {
  for (const copy of layers.values()) copy.remove();
  layers.clear();
  changed = new Set();
  laid = update;
  if (!update || narrow.matches) return;
  const panel = element("panel");
  const scrolled = [panel, panel.querySelector("#deck")].map((part) => part?.scrollTop); // on a low screen the panel scrolls
  for (const [id, html] of Object.entries(update.regions)) copyOf(id, false)?.replaceChildren(parsed(html));
  for (const [id, change] of Object.entries(update.lists)) patchList(copyOf(id, true), change);
  for (const [layer, copy] of layers) {
    if (copy.dataset.side !== undefined) copy.dataset.side = update.side;
    nameRadios(copy, (name) => BEHIND + name); // of one name only one is checked on the whole page
    layer.after(copy);
  }
  const copy = layers.get(panel);
  for (const [at, part] of [copy, copy?.querySelector("#deck")].entries()) if (part && scrolled[at]) part.scrollTop = scrolled[at];
}

/**
 * @param {string} id of what changes @param {boolean} isFilled whether all that is in it is wanted, too
 * @returns {Element | null} the same in the layer behind; null where there is none
 */
function copyOf(id, isFilled) {
  const there = document.getElementById(id);
  const layer = there?.closest(".layer");
  if (!(layer instanceof HTMLElement) || isTypedIn(layer)) return null;
  const copy = layers.get(layer) ?? copied(layer, isFilled || there !== layer);
  layers.set(layer, copy);
  changed.add(id);
  return there === layer ? copy : copy.querySelector(`#${CSS.escape(id)}`);
}

/** @param {HTMLElement} layer @param {boolean} isFilled @returns {HTMLElement} */
function copied(layer, isFilled) {
  const copy = /** @type {HTMLElement} */ (layer.cloneNode(isFilled));
  copy.classList.add("behind");
  copy.ariaHidden = "true";
  for (const row of copy.querySelectorAll("[style]")) row.removeAttribute("style"); // it was about to glide
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
 * Has what lies there take the place of what is in front of it, if it is this update; else nothing is left of it.
 *
 * @param {Update} update @returns {Set<string>} the ids of what need not be changed any longer
 */
export function bringForward(update) {
  if (update !== laid) layBehind(null);
  for (const [layer, copy] of layers) {
    layer.remove();
    nameRadios(copy, (name) => name.slice(BEHIND.length));
    copy.classList.remove("behind");
    copy.ariaHidden = null;
  }
  const shown = changed;
  layers.clear();
  layBehind(null);
  return shown;
}
