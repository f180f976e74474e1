/** The keys of the page: shortcuts, and what Enter, Escape and the arrows do in sheets and fields. */
import { element } from "./find_element.js";
import { isDragging } from "./row_drag.js";
import { isSheetOpen, moveAmongResults } from "./sheet.js";

/** @type {(intent: string, arg?: string) => void} */
let send = () => {};

/** @param {(intent: string, arg?: string) => void} sender sends intents from now on */
export function enableShortcuts(sender) {
  send = sender;
  document.addEventListener("keydown", onKey);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const handle = target instanceof HTMLElement && target.dataset.handle;
  if (handle && (key === "ArrowUp" || key === "ArrowDown")) {
    event.preventDefault();
    send(key === "ArrowUp" ? "up" : "down", handle);
    document.getElementById(`bead-${handle}`)?.focus();
    return;
  }
  if (key === "Escape" && isSheetOpen() && !isDragging()) {
    event.preventDefault(); // or the browser closes it too
    send("step-back");
    return;
  }
  if (key === "Enter" && (event.ctrlKey || event.metaKey) && target instanceof HTMLTextAreaElement) {
    event.preventDefault();
    target.form?.requestSubmit();
    return;
  }
  if (key === "Enter" && target instanceof HTMLInputElement && target.matches(".die")) {
    const next = [...document.querySelectorAll("#dialog input.die")].find((box) => box instanceof HTMLInputElement && !box.value);
    if (next instanceof HTMLInputElement && target.value) {
      event.preventDefault(); // or it would roll the remaining dice
      next.focus();
    }
    return;
  }
  if (target instanceof HTMLElement && target.closest("#dialog:has(#sought), #game-search, #games .new") && ["ArrowDown", "ArrowUp", "Enter"].includes(key)) {
    if (moveAmongResults(target, key)) event.preventDefault();
    return;
  }
  const typing = target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea");
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
  const asks = key === "/" || key === "?";
  if (asks) send(key === "/" ? "find" : "keys");
  const target = asks ? null : document.querySelector(`#${isSheetOpen() ? "dialog" : "app"} [data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (target instanceof HTMLElement) target.click();
  return asks || target !== null;
}

/** Focuses the likeliest choice. @returns {boolean} whether there is one in sight */
function goToChoices() {
  const choice = document.querySelector("#deck .leading") ?? document.querySelector("#deck .choice") ?? document.querySelector("#open");
  if (isSheetOpen() || !(choice instanceof HTMLElement)) return false;
  choice.focus();
  return true;
}
