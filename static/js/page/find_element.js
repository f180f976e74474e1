/** Finds elements that index.html always has. */

/** @param {string} id @returns {HTMLElement} Throws if the element is missing */
export function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element “${id}”`);
  return node;
}
