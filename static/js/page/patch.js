/** Brings HTML made in Python onto the page, changing only what differs. */
import morphdom from "../../../vendor/morphdom.js";
import { ascending } from "./longest_run.js";
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
  arrange(node, wanted);
  morphdom(node, wanted, { childrenOnly: true, ...CAREFULLY });
}

/** @typedef {{ order: string[], changed: Record<string, string> }} ListChange the ids of all, and the HTML of those that are new or have changed */

/**
 * Brings the children of the node into the order of the ids, and makes those that have changed what the HTML says. The
 * node says whether they are several: a selector that looks into it would have all that it holds styled anew each time.
 *
 * @param {Element | null} node @param {ListChange} change
 * @param {number} [foremost] so many of the order are made so at once
 * @returns {(() => void) | null} makes the others so, if there are any
 */
export function patchList(node, { order, changed }, foremost = order.length) {
  if (!node) return null;
  node.toggleAttribute("data-several", order.length > 1);
  const known = new Map(Array.from(node.children, (child) => [child.id, child]));
  const kept = new Set(order);
  for (const [id, child] of known) if (!kept.has(id)) child.remove();
  const wanted = new Map(Array.from(parsed(inOne(changed)).children, (child) => [child.id, child]));
  const make = (/** @type {string[]} */ ids) => ids.map((id) => makeSo(known, id, wanted.get(id)));
  const first = make(order.slice(0, foremost));
  putInOrder(node, [...new Set([...first, ...node.children])]);
  return foremost < order.length ? () => putInOrder(node, [...first, ...make(order.slice(foremost))]) : null;
}

/** @param {Map<string, Element>} known the children by their ids @param {string} id @param {Element} [wanted] unless it stays as it is @returns {Element} */
function makeSo(known, id, wanted) {
  const child = known.get(id) ?? wanted;
  if (!child) throw new Error(`the list has no “${id}”`);
  if (wanted && wanted !== child) morphdom(child, wanted, CAREFULLY);
  return child;
}

/** Moves as few of the children as can be: whatever is moved is laid out anew. @param {Node} node @param {Node[]} children of it, or new */
function putInOrder(node, children) {
  const places = new Map(Array.from(node.childNodes, (child, place) => [child, place]));
  const staying = ascending(children.map((child) => places.get(/** @type {ChildNode} */ (child))));
  /** @type {Node | null} */
  let next = null;
  for (let place = children.length - 1; place >= 0; place--) {
    if (!staying.has(place)) node.insertBefore(children[place], next);
    next = children[place];
  }
}

/**
 * Gives the node the children that are wanted, in their order, before morphdom makes each what it is to be: where something
 * new has come among them, morphdom would take out all that follow and put them in again.
 *
 * @param {Element} node @param {Element} wanted
 */
function arrange(node, wanted) {
  const there = [...node.childNodes];
  const children = [...wanted.childNodes];
  if (there.length === children.length && there.every((child, place) => nameOf(child) === nameOf(children[place]))) return;
  const left = new Set(there);
  const named = new Map(there.filter(hasId).map((child) => [child.id, child]));
  const arranged = children.map((child) => {
    const existing = hasId(child) ? (named.get(child.id) ?? document.getElementById(child.id)) : there.find((each) => left.has(each) && nameOf(each) === nameOf(child));
    if (existing instanceof Element || existing instanceof Text) left.delete(existing);
    return existing ?? child.cloneNode(true);
  });
  const all = /** @type {Element | DocumentFragment} */ (wanted.getRootNode());
  for (const child of left) if (!hasId(child) || !all.querySelector(`#${CSS.escape(child.id)}`)) child.remove();
  putInOrder(node, arranged);
}

/** @param {Node} child @returns {child is Element} */
const hasId = (child) => child instanceof Element && child.id !== "";

/**
 * A button that is being tapped must not become one that sends a form: the browser would send it.
 *
 * @param {Node} child @returns {string} its id, or else what it is and does
 */
function nameOf(child) {
  if (hasId(child)) return child.id;
  return child instanceof HTMLElement ? [child.nodeName, child.getAttribute("type"), child.dataset.do].join(" ") : child.nodeName;
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
export function parsed(html) {
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
    if (from.getAttribute("tabindex") === "0" && to.getAttribute("tabindex") === "-1") to.setAttribute("tabindex", "0"); // the Tab key's stop stays (rows.js)
    if (from.isEqualNode(to)) return false;
    if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open; // what the table has unfolded stays so
    if (from === document.activeElement && isField(from) && isField(to)) to.value = from.value;
    return true;
  },

  /** @param {Element} from @param {Element} to @returns {boolean} whether what is in it is to be changed too */
  onBeforeElChildrenUpdated(from, to) {
    if (to.hasAttribute("data-list")) return false;
    arrange(from, to);
    return true;
  },
};
