/** Elements of the page, the fields in it, and the next paint. */

/** @param {string} id @returns {HTMLElement} Throws if the element is missing */
export function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element “${id}”`);
  return node;
}

/**
 * Creates an element.
 *
 * @param {string} name @param {string} kind its classes @param {...(Node | string | false)} content
 * @returns {HTMLElement}
 */
export function make(name, kind, ...content) {
  const made = document.createElement(name);
  made.className = kind.trim();
  made.append(...content.map((part) => part || ""));
  return made;
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {EventTarget} box @returns {box is Field} */
export const isField = (box) => box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement || box instanceof HTMLSelectElement;

/** @param {Field} field @returns {field is HTMLInputElement} */
const isCheckbox = (field) => field.type === "checkbox";

/** @param {Field} field @returns {field is HTMLInputElement} */
const isRadio = (field) => field.type === "radio";

/** @param {Field} field */
const isValue = (field) => Boolean(field.name) && (!isRadio(field) || field.checked);

/** @param {Field} field @returns {string | boolean} */
export const valueOf = (field) => (isCheckbox(field) ? field.checked : field.value);

/** @param {Field[]} fields @returns {Record<string, string | boolean>} the values of the named fields */
export const valuesIn = (fields) => Object.fromEntries(fields.filter(isValue).map((field) => [field.name, valueOf(field)]));

/** @param {Field} field */
export function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const shown = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return !shown?.selected;
  }
  return isCheckbox(field) || isRadio(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

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

/** Swallows the click at the end of a drag, or of a press that was moved away; if none follows, the next press is heard. */
export function swallowClick() {
  const swallow = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
}

/** Inserts a word at the cursor of the box for quick lines. @param {string} word */
export function insertWord(word) {
  const box = element("lines");
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  box.setRangeText(word, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** @type {Promise<void> | null} settles after the next paint */
let nextPaint = null;

/** Resolves after the next paint, or after 200 ms where the page is not painted, as in a background tab. */
export function afterPaint() {
  nextPaint ??= new Promise((done) => {
    requestAnimationFrame(() => {
      nextPaint = null; // what changes after this frame waits for another paint
      setTimeout(done);
    });
    setTimeout(done, 200);
  });
  return nextPaint;
}
