/** The keyboard shortcuts: undo and redo, and single keys that tap the button that carries them. */
import { element } from "./dom.js";
import { isSheetOpen } from "./sheet.js";

/** @type {(intent: string) => void} */
let send = () => {};

/** @param {(intent: string) => void} sender sends intents from now on */
export function enableShortcuts(sender) {
  send = sender;
  document.addEventListener("keydown", onKey);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const typing = target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && doByKey(key)) {
    event.preventDefault(); // or it is typed
    return;
  }
  if (typing || !(event.ctrlKey || event.metaKey)) return;
  const letter = key.toLowerCase();
  if (letter !== "z" && letter !== "y") return;
  event.preventDefault();
  send(letter === "y" || event.shiftKey ? "redo" : "undo");
}

/**
 * Runs a keyboard shortcut, if shortcuts are on. “/” and “?” work everywhere; other keys tap the button that carries them.
 *
 * @param {string} key @returns {boolean} whether the key was used
 */
function doByKey(key) {
  if (element("app").inert || document.documentElement.dataset.view !== "fight" || document.querySelector('[data-keys="off"]')) return false;
  if (key === "c") return goToChoices();
  if (key === "d" && !isSheetOpen()) return goToDamage();
  const asks = key === "/" || key === "?";
  if (asks) send(key === "/" ? "find" : "keys");
  const target = asks ? null : document.querySelector(`#${isSheetOpen() ? "dialog" : "app"} [data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (target instanceof HTMLElement) target.click();
  return asks || target !== null;
}

/** Focuses the first amount of damage: against whoever was attacked last, else on the uppermost row. @returns {boolean} whether there is one */
function goToDamage() {
  const amount = document.querySelector("#track .struck .hurts button") ?? document.querySelector("#track .hurts button");
  if (!(amount instanceof HTMLElement)) return false;
  amount.focus();
  return true;
}

/** Focuses the likeliest choice. @returns {boolean} whether there is one in sight */
function goToChoices() {
  const choice = document.querySelector("#deck .leading") ?? document.querySelector("#deck .choice") ?? document.querySelector("#open");
  if (isSheetOpen() || !(choice instanceof HTMLElement)) return false;
  choice.focus();
  return true;
}
