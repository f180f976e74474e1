/** Form fields: their values, and whether these differ from those that Python rendered. */

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
