/** Finds what index.html has on every page. */

/**
 * @param {string} id of an element that is always there
 * @returns {HTMLElement}
 */
export function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element “${id}”`);
  return node;
}
