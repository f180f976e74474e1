/** Loads style sheets on first use. */

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** @param {string} name without its ending @returns {Promise<void>} when it is loaded; rejects if that fails */
export function loadCss(name) {
  const sheet = asked.get(name) ?? load(name);
  asked.set(name, sheet);
  sheet.catch(() => asked.delete(name));
  return sheet;
}

/** @param {string} name @returns {Promise<void>} */
function load(name) {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.remove();
      fail(new Error(`${name}.css cannot be had`));
    });
    link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
    document.head.append(link);
  });
}
