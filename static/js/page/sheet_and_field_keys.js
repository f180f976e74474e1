/** What Escape, Enter and the arrow keys do in sheets and fields. */
import { isDragging } from "./row_drag.js";
import { isSheetOpen, moveAmongResults } from "./sheet.js";

/** @type {(intent: string) => void} */
let send = () => {};

/** @param {(intent: string) => void} sender sends intents from now on */
export function enableSheetKeys(sender) {
  send = sender;
  document.addEventListener("keydown", onKey);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
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
  }
}
