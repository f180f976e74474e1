/** Moves the keyboard focus among the rows: together they are one Tab stop, and the arrow keys move between them. */

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
  return body instanceof HTMLElement ? body : next && buttonsIn(next)[0];
}

/** @param {Element} row @returns {HTMLElement[]} */
const buttonsIn = (row) => [...row.querySelectorAll("button")].filter((button) => button.checkVisibility());
