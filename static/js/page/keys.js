/** What Escape, Enter and the arrow keys do in sheets, in fields, and among the rows. */
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

/** The Tab stop; Tab skips all other buttons of the rows. */
const STOP = ":is(#acting, #track) [tabindex='0']";

export function enableRowNavigation() {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.matches(":is(#acting, #track) button")) setTabStop(target);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !target.matches(":is(#acting, #track) button")) return;
    const next = neighbour(target, key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** Sets a Tab stop if new rows have none. */
export function ensureTabStop() {
  if (document.querySelector(STOP)) return;
  const first = document.querySelector(":is(#acting, #track) .body");
  if (first instanceof HTMLElement) first.tabIndex = 0;
}

/** @param {HTMLElement} button */
function setTabStop(button) {
  for (const other of document.querySelectorAll(STOP)) if (other instanceof HTMLElement) other.tabIndex = -1;
  button.tabIndex = 0;
}

/** @param {HTMLElement} from @param {string} key @returns {HTMLElement | undefined} the button to focus */
function neighbour(from, key) {
  const row = from.closest("li");
  const within = row ? buttonsIn(row) : [];
  if (key === "ArrowLeft" || key === "ArrowRight") return within[within.indexOf(from) + (key === "ArrowLeft" ? -1 : 1)];
  const rows = [...document.querySelectorAll(":is(#acting, #track) > li")].filter((each) => buttonsIn(each).length);
  const at = rows.findIndex((each) => each === row);
  const next = { ArrowUp: rows[at - 1], ArrowDown: rows[at + 1], Home: rows[0], End: rows.at(-1) }[key];
  const body = next?.querySelector(".body");
  const column = next && row && from.matches(".hurts > *") ? [...next.querySelectorAll(".hurts > *")][[...from.parentElement?.children ?? []].indexOf(from)] : null;
  if (column instanceof HTMLElement) return column;
  return body instanceof HTMLElement ? body : next && buttonsIn(next)[0];
}

/** @param {Element} row @returns {HTMLElement[]} */
const buttonsIn = (row) => [...row.querySelectorAll("button")].filter((button) => button.checkVisibility());
