/** Patches HTML made by Python into the page, changing only what differs. */
import { morphInner } from "../../../vendor/morphlex.js";
import { isField } from "./dom.js";
import { trustedMarkup } from "./trusted_types.js";

/**
 * Patches the children of a node. Rows are matched by id; focus and typed text are preserved.
 *
 * @param {Element} node
 * @param {string} html
 */
export function patch(node, html) {
  patchChildren(node, [...parse(html).childNodes]);
}

/** @param {Element} node @param {Node[]} children that it shall have */
function patchChildren(node, children) {
  const wanted = /** @type {Element} */ (node.cloneNode(false));
  wanted.append(...children);
  /** @param {ParentNode} parent @returns {boolean} whether to patch the children; those of lists are left to patchList() */
  function beforeChildrenVisited(parent) {
    // morphlex marks changed fields, to give them their rendered value again. They keep what is typed.
    if (parent === node) for (const field of node.querySelectorAll("[morphlex-dirty]")) field.removeAttribute("morphlex-dirty");
    return parent === node || !(/** @type {Element} */ (parent).hasAttribute("data-list"));
  }
  morphInner(node, wanted, { ...OPTIONS, beforeChildrenVisited });
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
  const rendered = new Map(Array.from(parse(joinHtml(changed)).children, (child) => [child.id, child]));
  patchChildren(
    node,
    order.map((id) => rendered.get(id) ?? placeholder(known.get(id), id)),
  );
}

/** @param {Element | undefined} child that stays as it is @param {string} id @returns {Element} what stands for it in the wanted list */
function placeholder(child, id) {
  if (!child) throw new Error(`the list has no “${id}”`);
  const copy = /** @type {Element} */ (child.cloneNode(false));
  copy.setAttribute(UNCHANGED, "");
  return copy;
}

const UNCHANGED = "data-unchanged";

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

/**
 * Removes surplus attributes. Of several, morphlex 1.4.0 removes every second: its source is mended, but the published build
 * is older and walks the live list. `checked` and `selected` are left to it, as it also unticks and deselects; no element
 * has both.
 *
 * @param {Element} from @param {Element} to
 */
function removeAttributes(from, to) {
  for (const name of from.getAttributeNames()) {
    if (!to.hasAttribute(name) && name !== "checked" && name !== "selected") from.removeAttribute(name);
  }
}

/** @satisfies {import("../../../vendor/morphlex.js").Options} */
const OPTIONS = {
  /** @param {Node} from @param {Node} to @returns {boolean} whether to patch the node */
  beforeNodeVisited(from, to) {
    if (!(from instanceof Element && to instanceof Element)) return true;
    if (to.hasAttribute(UNCHANGED)) return false;
    if (from.getAttribute("tabindex") === "0" && to.getAttribute("tabindex") === "-1") to.setAttribute("tabindex", "0"); // keeps the Tab stop of the rows
    if (from.isEqualNode(to)) return false;
    if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) to.open = from.open; // keeps unfolded details open
    if (from === document.activeElement && isField(from)) {
      if (!(from instanceof HTMLInputElement)) return false; // morphlex would take the content for the value
      if (to.getAttribute("value") === from.value) from.defaultValue = from.value; // it was sent, and is no longer unsent text
      to.setAttribute("value", from.value); // keeps what is being typed
    }
    removeAttributes(from, to);
    return true;
  },

  /** @param {Element} element @param {string} name @returns {boolean} whether to update the attribute */
  beforeAttributeUpdated: (element, name) => name !== "value" || element !== document.activeElement,
};
