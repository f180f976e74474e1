/** Parts of the page that are loaded when they are first asked for. What goes wrong with them is told, with the way on. */
import { make } from "./dom.js";
import { messageOf } from "./errors.js";

const OLDER = "This page is of an older version: load it again.";
const MISSING = "A part of this page cannot be loaded: load the page again.";

/**
 * @template {(...given: never[]) => unknown} F
 * @param {() => Promise<F>} load one function of a part
 * @param {(does: F) => unknown} use
 * @returns {Promise<boolean>} whether all went well
 */
export async function useLate(load, use) {
  let isThere = false;
  try {
    const does = await load();
    isThere = typeof does === "function"; // a part of another version may lack it
    await use(does);
    return true;
  } catch (problem) {
    console.warn("a part of the page does not work", problem);
    const isOlder = "overtaken" in document.documentElement.dataset || isOfOther(problem);
    if (isOlder) offerToLoad(OLDER);
    else offerToLoad(isThere ? `That does not work now: load the page again. ${messageOf(problem)}` : MISSING);
    return false;
  }
}

/** @param {unknown} problem @returns {boolean} whether a part was found that does not fit this page */
const isOfOther = (problem) => problem instanceof SyntaxError || (problem instanceof TypeError && /is not a function|is not a constructor/.test(problem.message));

/** @param {string} words */
function offerToLoad(words) {
  document.querySelector(".stale")?.remove();
  const again = make("button", "primary", "Load again");
  again.addEventListener("click", () => location.reload());
  const told = make("p", "stale", words, again);
  told.setAttribute("role", "alert");
  document.body.append(told);
}
