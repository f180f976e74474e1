/**
 * Creates an element.
 *
 * @param {string} name @param {string} kind its classes @param {...(Node | string | false)} content
 * @returns {HTMLElement}
 */
export function make(name, kind, ...content) {
  const made = document.createElement(name);
  made.className = kind.trim();
  made.append(...content.map((part) => part || ""));
  return made;
}
