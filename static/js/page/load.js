/** Loads scripts and style sheets on first use, and reports failures together with a way out. */
import { make } from "./dom.js";
import { messageOf } from "./errors.js";

const OLDER = "This page is an older version: reload it.";
const MISSING = "A part of this page cannot be loaded: reload the page.";

/**
 * @template {(...given: never[]) => unknown} F
 * @param {() => Promise<F>} load imports one function
 * @param {(does: F) => unknown} use calls it
 * @returns {Promise<boolean>} whether both succeeded
 */
export async function useModule(load, use) {
  let isThere = false;
  try {
    const does = await load();
    isThere = typeof does === "function"; // another version may lack the function
    await use(does);
    return true;
  } catch (problem) {
    console.warn("a part of the page does not work", problem);
    const isOlder = "overtaken" in document.documentElement.dataset || isOtherVersion(problem);
    if (isOlder) offerReload(OLDER);
    else offerReload(isThere ? `That does not work now: reload the page. ${messageOf(problem)}` : MISSING);
    return false;
  }
}

/** @param {unknown} problem @returns {boolean} whether the part is of another version */
const isOtherVersion = (problem) => problem instanceof SyntaxError || (problem instanceof TypeError && /is not a function|is not a constructor/.test(problem.message));

/** @param {string} words */
function offerReload(words) {
  document.querySelector(".stale")?.remove();
  const again = make("button", "primary", "Reload");
  again.addEventListener("click", () => location.reload());
  const told = make("p", "stale", words, again);
  told.setAttribute("role", "alert");
  document.body.append(told);
}

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** @param {string} name without its ending @returns {Promise<void>} when it is loaded; rejects if that fails */
export function loadCss(name) {
  const sheet = asked.get(name) ?? addSheet(name);
  asked.set(name, sheet);
  sheet.catch(() => asked.delete(name));
  return sheet;
}

/** @param {string} name @returns {Promise<void>} */
function addSheet(name) {
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
