/** Inserts words that are tapped at the cursor of a text field. */
import { element } from "./find_element.js";

/** Inserts a word at the cursor of the box for quick lines. @param {string} word */
export function insertWord(word) {
  const box = element("lines");
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.setRangeText(word, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
