/**
 * The sheet: what opens beside the fight. All that it leaves in sight can be used; what it covers, or leaves faded, cannot,
 * and a tap there closes it.
 *
 * The keyboard goes into it, and when it is closed, to where it came from.
 */
import { element } from "./element.js";

/** What lies behind it. */
const BEHIND = ["deck-area", "home", "device"];

/** What is open, as Python calls it; empty for nothing. */
let shown = "";

/** @type {Element | null} from where it was opened */
let opener = null;

/** @type {Map<string, string>} by what was open, the id of what led on from there */
const ways = new Map();

/** @returns {HTMLDialogElement} the one dialog of the page */
function theDialog() {
  const dialog = element("dialog");
  if (!(dialog instanceof HTMLDialogElement)) throw new Error("the page has no dialog");
  return dialog;
}

export const isSheetOpen = () => theDialog().open;

/** @param {() => void} stepBack asks for what was open before, or nothing */
export function letSheetClose(stepBack) {
  const dialog = theDialog();
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    stepBack();
  });
  // The second of two gestures that go back closes it whatever the page says.
  dialog.addEventListener("close", () => shown && stepBack());
}

/** @param {EventTarget | null} target @returns {boolean} whether it is what the sheet lies over, and nothing there that can be tapped */
export const isTapBeside = (target) => isSheetOpen() && target instanceof Element && BEHIND.some((id) => target.contains(element(id)));

/**
 * @param {string} name of what is to be open; empty for nothing
 * @param {Element | null} focused what had the focus until now
 * @param {boolean} isWithin whether it was in the sheet
 */
export function showSheet(name, focused, isWithin) {
  const dialog = theDialog();
  const before = shown;
  shown = name;
  document.documentElement.toggleAttribute("data-sheet", name !== "");
  document.documentElement.toggleAttribute("data-making", name.startsWith("making "));
  if (Boolean(name) !== Boolean(before)) for (const id of BEHIND) element(id).inert = name !== "";
  if (!name) {
    dialog.close();
    if (before && (isWithin || isFocusLost())) goTo(opener);
    ways.clear();
    return;
  }
  if (!dialog.open) dialog.show();
  if (name === before && !isFocusLost()) return;
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

/** @returns {HTMLElement | null} where the keyboard begins in the open sheet; null where none is open */
export const firstInSheet = () => (isSheetOpen() ? theDialog().querySelector("[data-first]") ?? theDialog().querySelector(".close") : null);

/** @param {Element | null} wanted or what stands in its place by now, if that can be seen */
function goTo(wanted) {
  const there = wanted?.isConnected ? wanted : document.getElementById(wanted?.id ?? "");
  if (there instanceof HTMLElement && there.checkVisibility()) there.focus({ preventScroll: true });
}

/** Whether nothing has the focus, or something that has gone out of sight. */
export function isFocusLost() {
  const focused = document.activeElement;
  return !focused || focused === document.body || !focused.checkVisibility() || focused.closest("[inert]") !== null;
}

/**
 * Arrows lead from what is looked for through what is found, and back; Enter takes the first of it.
 *
 * @param {HTMLElement} from @param {string} key
 * @returns {boolean} whether that was done
 */
export function moveAmongFound(from, key) {
  const results = [...document.querySelectorAll("#dialog .found button")];
  const box = element("sought");
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
