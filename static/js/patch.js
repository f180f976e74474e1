/** Brings HTML made in Python onto the page, changing only what differs. */
import morphdom from "../../vendor/morphdom.js";
import { trustedMarkup } from "./trusted.js";

/**
 * Makes the children of the node what the HTML says. Rows are recognised by their id, whatever has the focus keeps it,
 * and a field being typed into keeps what was typed.
 *
 * @param {Element} node
 * @param {string} html
 */
export function patch(node, html) {
  const wanted = node.cloneNode(false);
  wanted.append(parsed(html));
  morphdom(node, wanted, { childrenOnly: true, ...CAREFULLY });
}

/**
 * Brings the children of the node into the order of the ids, and makes those that have changed what the HTML says.
 *
 * @param {Element | null} node @param {{ order: string[], changed: Record<string, string> }} change
 */
export function patchList(node, { order, changed }) {
  if (!node) return;
  const drawn = node instanceof SVGElement;
  const html = Object.values(changed).join("");
  const content = drawn ? parsed(`<svg>${html}</svg>`).firstElementChild : parsed(html);
  const known = new Map([...node.children].map((child) => [child.id, child]));
  for (const wanted of [...content.children]) {
    const old = known.get(wanted.id);
    if (old) morphdom(old, wanted, CAREFULLY);
    else known.set(wanted.id, wanted);
  }
  const kept = new Set(order);
  for (const [id, child] of known) if (!kept.has(id)) child.remove();
  let next = node.firstElementChild;
  for (const id of order) {
    const child = known.get(id);
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
}

/** @param {string} html @returns {DocumentFragment} */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = trustedMarkup(html);
  return template.content;
}

const CAREFULLY = {
  /** @param {Element} from @param {Element} to @returns {boolean} whether the element is to be changed */
  onBeforeElUpdated(from, to) {
    if (from.isEqualNode(to)) return false;
    if (from instanceof HTMLDetailsElement) to.open = from.open; // what the table has unfolded stays so
    if (from === document.activeElement && from.matches("input, select, textarea")) to.value = from.value;
    return true;
  },

  /** @param {Element} from @param {Element} to @returns {boolean} whether what is in it is to be changed too */
  onBeforeElChildrenUpdated: (from, to) => !to.hasAttribute("data-list"),
};
