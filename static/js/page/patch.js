/** Brings HTML made in Python onto the page, changing only what differs. */
import morphdom from "../../../vendor/morphdom.js";
import { ascending } from "./ascending.js";
import { isField } from "./fields.js";
import { trustedMarkup } from "./trusted.js";

/**
 * Makes the children of the node what the HTML says. Rows are recognised by their id, whatever has the focus keeps it,
 * and a field being typed into keeps what was typed.
 *
 * @param {Element} node
 * @param {string} html
 */
export function patch(node, html) {
  const wanted = /** @type {Element} */ (node.cloneNode(false));
  wanted.append(parsed(html));
  morphdom(node, wanted, { childrenOnly: true, ...CAREFULLY });
}

/**
 * Brings the children of the node into the order of the ids, and makes those that have changed what the HTML says. The
 * node says whether they are several: a selector that looks into it would have all that it holds styled anew each time.
 *
 * @param {Element | null} node @param {{ order: string[], changed: Record<string, string> }} change
 */
export function patchList(node, { order, changed }) {
  if (!node) return;
  node.toggleAttribute("data-several", order.length > 1);
  const content = parsed(inOne(changed));
  const there = [...node.children];
  const known = new Map(there.map((child) => [child.id, child]));
  for (const wanted of Array.from(content.children)) {
    const old = known.get(wanted.id);
    if (old) morphdom(old, wanted, CAREFULLY);
    else known.set(wanted.id, wanted);
  }
  const kept = new Set(order);
  for (const [id, child] of known) if (!kept.has(id)) child.remove();
  const places = new Map(there.map((child, place) => [child.id, place]));
  const staying = ascending(order.map((id) => places.get(id)));
  /** @type {Element | null} */
  let next = null;
  for (let place = order.length - 1; place >= 0; place--) {
    const child = known.get(order[place]);
    if (!child) throw new Error(`the list has no “${order[place]}”`);
    if (!staying.has(place)) node.insertBefore(child, next);
    next = child;
  }
}

/** @param {Record<string, string>} changed @returns {string} */
export const inOne = (changed) => Object.values(changed).join("");

/** @type {Map<string, DocumentFragment>} what will be wanted soon, by its HTML */
const ahead = new Map();

/** @param {string[]} all HTML that may be wanted soon; what was parsed for another time is forgotten */
export function parseAhead(all) {
  ahead.clear();
  for (const html of all) ahead.set(html, parsed(html));
}

/** @param {string} html @returns {DocumentFragment} one of its own */
function parsed(html) {
  const there = ahead.get(html);
  if (there) {
    ahead.delete(html);
    return there;
  }
  const template = document.createElement("template");
  template.innerHTML = trustedMarkup(html);
  return template.content;
}

const CAREFULLY = {
  /** @param {Element} from @param {Element} to @returns {boolean} whether the element is to be changed */
  onBeforeElUpdated(from, to) {
    if (from.isEqualNode(to)) return false;
    if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open; // what the table has unfolded stays so
    if (from === document.activeElement && isField(from) && isField(to)) to.value = from.value;
    return true;
  },

  /** @param {Element} _from @param {Element} to @returns {boolean} whether what is in it is to be changed too */
  onBeforeElChildrenUpdated: (_from, to) => !to.hasAttribute("data-list"),
};
