/** Patches HTML made by Python into the page, changing only what differs. */
import morphdom from "../../../vendor/morphdom.js";
import { longestRun } from "./longest_run.js";
import { isField } from "./field_values.js";
import { trustedMarkup } from "./trusted_types.js";

/**
 * Patches the children of a node. Rows are matched by id; focus and typed text are preserved.
 *
 * @param {Element} node
 * @param {string} html
 */
export function patch(node, html) {
  const wanted = /** @type {Element} */ (node.cloneNode(false));
  wanted.append(parse(html));
  arrangeChildren(node, wanted);
  morphdom(node, wanted, { childrenOnly: true, ...MORPH_OPTIONS });
  setAside.clear();
}

/**
 * @typedef {{ order: string[], changed: Record<string, string> }} ListChange all ids in order, and the HTML of new and changed items
 */

/**
 * Orders the children of a list by id, and patches those that have changed.
 *
 * `data-several` tells whether there are several: a CSS selector for that would restyle the whole list on each change.
 *
 * @param {Element | null} node @param {ListChange} change
 */
export function patchList(node, { order, changed }) {
  if (!node) return;
  node.toggleAttribute("data-several", order.length > 1);
  const known = new Map(Array.from(node.children, (child) => [child.id, child]));
  const kept = new Set(order);
  for (const [id, child] of known) if (!kept.has(id)) child.remove();
  const wanted = new Map(Array.from(parse(joinHtml(changed)).children, (child) => [child.id, child]));
  putInOrder(
    node,
    order.map((id) => patchItem(known, id, wanted.get(id))),
  );
  setAside.clear();
}

/**
 * @param {Map<string, Element>} known the children by id @param {string} id @param {Element} [wanted] undefined if unchanged
 * @returns {Element}
 */
function patchItem(known, id, wanted) {
  const child = known.get(id) ?? wanted;
  if (!child) throw new Error(`the list has no “${id}”`);
  if (wanted && wanted !== child) morphdom(child, wanted, MORPH_OPTIONS);
  return child;
}

/**
 * Orders the children with as few moves as possible, because each moved child is laid out again.
 *
 * @param {Node} node @param {Node[]} children existing and new ones
 */
function putInOrder(node, children) {
  const places = new Map(Array.from(node.childNodes, (child, place) => [child, place]));
  const staying = longestRun(children.map((child) => places.get(/** @type {ChildNode} */ (child))));
  /** @type {Node | null} */
  let next = null;
  for (let place = children.length - 1; place >= 0; place--) {
    if (!staying.has(place)) node.insertBefore(children[place], next);
    next = children[place];
  }
}

/**
 * Inserts, orders and removes children before morphdom patches them. After an insertion morphdom would remove and add all
 * later siblings.
 *
 * @param {Element} node @param {Element} wanted
 */
function arrangeChildren(node, wanted) {
  const there = [...node.childNodes];
  const children = [...wanted.childNodes];
  if (there.length === children.length && there.every((child, place) => nameOf(child) === nameOf(children[place]))) return;
  const left = new Set(there);
  const named = new Map(there.filter(hasId).map((child) => [child.id, child]));
  const arranged = children.map((child) => {
    const existing = hasId(child) ? (named.get(child.id) ?? findOnPage(child.id)) : there.find((each) => left.has(each) && nameOf(each) === nameOf(child));
    if (existing instanceof Element || existing instanceof Text) left.delete(existing);
    return existing ?? make(child);
  });
  const all = /** @type {Element | DocumentFragment} */ (wanted.getRootNode());
  for (const child of left) {
    if (hasId(child) && all.querySelector(`#${CSS.escape(child.id)}`)) setAside.set(child.id, child);
    child.remove(); // left there, morphdom would take it for another
  }
  putInOrder(node, arranged);
}

/** @type {Map<string, Element>} the elements that wait for another parent while a patch runs, by id */
const setAside = new Map();

/** @param {string} id */
const findOnPage = (id) => setAside.get(id) ?? document.getElementById(id);

/**
 * Makes a node as wanted. If the page has elements within it, they are put into it next, as its children are arranged.
 *
 * @param {Node} wanted @returns {Node}
 */
function make(wanted) {
  const named = wanted instanceof Element ? [...wanted.querySelectorAll("[id]")] : [];
  return wanted.cloneNode(!named.some(({ id }) => findOnPage(id)));
}

/** @param {Node} child @returns {child is Element} */
const hasId = (child) => child instanceof Element && child.id !== "";

/**
 * Returns the key by which a node is matched: its id, or else its element, type and intent. A tapped button must not become
 * a submit button, because the browser would then submit the form.
 *
 * @param {Node} child @returns {string}
 */
function nameOf(child) {
  if (hasId(child)) return child.id;
  return child instanceof HTMLElement ? [child.nodeName, child.getAttribute("type"), child.dataset.do].join(" ") : child.nodeName;
}

/** @param {Record<string, string>} changed @returns {string} */
export const joinHtml = (changed) => Object.values(changed).join("");

/** @type {Map<string, DocumentFragment>} fragments parsed in advance, by their HTML */
const ahead = new Map();

/** Parses HTML in advance, and drops fragments of earlier calls. @param {string[]} all */
export function parseAhead(all) {
  ahead.clear();
  for (const html of all) ahead.set(html, parse(html));
}

/** @param {string} html @returns {DocumentFragment} */
export function parse(html) {
  const there = ahead.get(html);
  if (there) {
    ahead.delete(html);
    return there;
  }
  const template = document.createElement("template");
  template.innerHTML = trustedMarkup(html);
  return template.content;
}

const MORPH_OPTIONS = {
  /** @param {Element} from @param {Element} to @returns {boolean} whether to patch the element */
  onBeforeElUpdated(from, to) {
    if (from.getAttribute("tabindex") === "0" && to.getAttribute("tabindex") === "-1") to.setAttribute("tabindex", "0"); // keeps the Tab stop of the rows
    if (from.isEqualNode(to)) return false;
    if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open; // keeps unfolded details open
    if (from === document.activeElement && isField(from) && isField(to)) to.value = from.value;
    return true;
  },

  /** @param {Element} from @param {Element} to @returns {boolean} whether to patch the children */
  onBeforeElChildrenUpdated(from, to) {
    if (to.hasAttribute("data-list")) return false;
    arrangeChildren(from, to);
    return true;
  },
};
