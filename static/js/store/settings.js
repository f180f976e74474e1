/**
 * The settings of this device that a start reads: the open encounter, the editor's draft, the time of the last backup, and the
 * folder for backups.
 */
import { transact } from "./database.js";

/** @typedef {string | number | import("./backup_files.js").Folder} Setting */

/** The writes so far. */
let noting = Promise.resolve();

/** @param {string[]} names @returns {Promise<unknown[]>} their values, unchecked */
export const readSettings = (names) => transact(["settings"], "readonly", (t) => Promise.all(names.map((name) => t.objectStore("settings").get(name))));

/** @param {string} name @returns {Promise<unknown>} its value after all writes so far, unchecked */
export async function readSetting(name) {
  await noting;
  const [value] = await readSettings([name]);
  return value;
}

/** Saves a setting for the next start. @param {"making" | "backup" | "folder"} name @param {Setting} value */
export function saveSetting(name, value) {
  noting = saveSettingAfter(noting, name, value);
}

/** @param {Promise<void>} before earlier writes @param {string} name @param {Setting} value */
async function saveSettingAfter(before, name, value) {
  await before;
  try {
    await transact(["settings"], "readwrite", (t) => t.objectStore("settings").put(value, name));
  } catch (problem) {
    console.warn(`the next start does not know the last “${name}”`, problem);
  }
}
