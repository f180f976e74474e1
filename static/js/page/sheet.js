/**
 * The sheet that opens beside the fight. Visible parts of the fight stay usable; a tap on a covered or faded part closes the
 * sheet.
 *
 * The keyboard focus moves into the sheet, and back when it is closed.
 */
import { element, afterPaint } from "./dom.js";

/** The parts that the sheet covers. */
const BEHIND = ["deck-area", "home", "device"];

/** The name of the open dialog; empty for none. */
let shown = "";

/** @type {Element | null} the element that opened the sheet */
let opener = null;

/** @type {Map<string, string>} by dialog, the id of the button that led to the next one */
const ways = new Map();

/** @returns {HTMLDialogElement} */
function theDialog() {
  const dialog = element("dialog");
  if (!(dialog instanceof HTMLDialogElement)) throw new Error("the page has no dialog");
  return dialog;
}

export const isSheetOpen = () => theDialog().open;

/** @param {() => void} stepBack requests the previous dialog, or none */
export function handleSheetClose(stepBack) {
  const dialog = theDialog();
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    stepBack();
  });
  // A browser closes the dialog on the second “back” gesture in any case.
  dialog.addEventListener("close", () => shown && stepBack());
}

/** @param {EventTarget | null} target @returns {boolean} whether a tap there closes the sheet */
export const isTapBeside = (target) => isSheetOpen() && target instanceof Element && BEHIND.some((id) => target.contains(element(id)));

/**
 * @param {string} name of the dialog to open; empty for none
 * @param {Element | null} focused the element that had the focus before the update
 * @param {boolean} isWithin whether it was in the sheet
 * @param {boolean} isMoving whether the focus is on its way from one field to another
 */
export function showSheet(name, focused, isWithin, isMoving) {
  const dialog = theDialog();
  const before = shown;
  shown = name;
  document.documentElement.toggleAttribute("data-sheet", name !== "");
  document.documentElement.toggleAttribute("data-making", name.startsWith("making "));
  if (Boolean(name) !== Boolean(before)) for (const id of BEHIND) element(id).inert = name !== "";
  if (!name) {
    dialog.close();
    if (before && (isWithin || isFocusLost())) focusAgain(opener);
    ways.clear();
    return;
  }
  if (!dialog.open) dialog.show();
  if (name === before && (isMoving || !isFocusLost())) return;
  if (name !== before) {
    if (!isWithin) opener = focused;
    else if (focused?.id) ways.set(before, focused.id);
    for (const part of dialog.querySelectorAll(".sheet-body")) part.scrollTop = 0;
  }
  const led = name !== before && document.getElementById(ways.get(name) ?? "");
  if (led && dialog.contains(led)) led.focus();
  else firstInSheet()?.focus();
  ways.delete(name);
}

/** @returns {HTMLElement | null} the element to focus in the open sheet; null if none is open */
const firstInSheet = () => (isSheetOpen() ? theDialog().querySelector("[data-first]") ?? theDialog().querySelector(".close") : null);

/** @param {Element | null} wanted or the element that has its id now */
function focusAgain(wanted) {
  const there = wanted?.isConnected ? wanted : document.getElementById(wanted?.id ?? "");
  if (there instanceof HTMLElement && there.checkVisibility()) there.focus({ preventScroll: true });
}

/** Whether no visible and enabled element has the focus. */
function isFocusLost() {
  const focused = document.activeElement;
  return !focused || focused === document.body || !focused.checkVisibility() || focused.closest("[inert]") !== null;
}

/**
 * Moves among search results of a sheet or the first screen by arrow keys; Enter taps the first result.
 *
 * @param {HTMLElement} from @param {string} key
 * @returns {boolean} whether the key was used
 */
export function moveAmongResults(from, key) {
  const isGame = element("home").contains(from);
  const results = [...document.querySelectorAll(isGame ? "#games .new" : "#dialog .found button")];
  const box = element(isGame ? "game-search" : "sought");
  const place = results.indexOf(from);
  if (key === "Enter") {
    const [first] = results;
    if (from !== box || !(first instanceof HTMLElement)) return false;
    first.click();
    return true;
  }
  const next = key === "ArrowDown" ? results[place + 1] : place < 1 ? box : results[place - 1];
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}

let isByFinger = false;

/** Watches whether the last input came from a finger or a key. */
export function watchInput() {
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (isByFinger = type === "pointerdown"), { capture: true });
}

/**
 * Restores a focus that an update has taken.
 *
 * @param {string | null} focused the id of the element that had the focus; null for none @param {string} view
 */
export function restoreFocus(focused, view) {
  if (focused === null) return;
  const isKept = document.activeElement?.id === focused; // then whoever takes it before the next paint is the user
  const bringBack = () => refocus(isKept ? "" : focused, view);
  if (isByFinger) void afterPaint().then(bringBack); // finding the focus forces a layout, which must not delay the paint
  else bringBack();
}

/** @param {string} focused the id of the element that had the focus; empty if it has none @param {string} view */
function refocus(focused, view) {
  if (!isFocusLost()) return;
  if (focused) document.getElementById(focused)?.focus(); // a moved row has lost the focus
  if (isFocusLost()) fallbackFocus(view).focus({ preventScroll: true });
}

/** Returns the element to focus when the focused one is gone. @param {string} view @returns {HTMLElement} */
const fallbackFocus = (view) => firstInSheet() ?? element(view === "fight" ? "deck-area" : "home");
