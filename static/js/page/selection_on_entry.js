/** Selects the whole of a number or a name with the tap that enters its field. */

/** @type {EventTarget | null} the element that has got the focus since the last click */
let entered = null;

export function watchEntry() {
  document.addEventListener("focusin", ({ target }) => (entered = target));
}

/**
 * Selects what is in a field of a number, or of a name to be replaced, with the tap that enters it: what is typed next
 * replaces it.
 *
 * @param {EventTarget | null} target
 */
export function selectWhole(target) {
  if (target === entered && target instanceof HTMLInputElement && target.matches("[inputmode=numeric], [data-whole]")) target.select();
  entered = null;
}
