/** Loads parts of the page on first use, and reports failures together with a way out. */
import { make } from "./make_element.js";
import { messageOf } from "./error_name_and_message.js";

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
