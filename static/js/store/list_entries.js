/**
 * Writes entries of the list. The copy in localStorage is kept like them, and the order in which encounters were saved is known
 * without the clock, which may have been wrong.
 */
import { placeOf, readHead } from "./row_validation.js";
import * as localCopy from "./local_storage_copy.js";

/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Purged} Purged */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */

/** @type {number | undefined} the last place in the order of saving, once it was looked for */
let last;

/** Forgets the last place, which another tab may change now. */
export function forgetLastPlace() {
  last = undefined;
}

/** @param {Writing} transaction @param {Head | Purged} entry */
export async function putEntry(transaction, entry) {
  await transaction.objectStore("encounters").put(entry);
  noteEntry(transaction, entry);
}

/** Notes an entry that the transaction writes. @param {Writing} transaction @param {Head | Purged} entry */
export function noteEntry(transaction, entry) {
  if (entry.purged) return;
  if (last !== undefined) last = Math.max(last, placeOf(entry));
  transaction.done.then(
    () => localCopy.remember(entry),
    () => {}, // nothing was written
  );
}

/**
 * @param {Writing} transaction @param {number} played the time by the clock
 * @returns {Promise<number>} the place of an encounter that is saved now: the time, unless an earlier one has a later time
 */
export async function nextPlace(transaction, played) {
  if (last === undefined) {
    const entries = (await transaction.objectStore("encounters").getAll()).map(readHead);
    last = Math.max(0, ...entries.map((entry) => (entry && !entry.purged ? placeOf(entry) : 0)));
  }
  return played >= last ? played : last + 1;
}

/** @param {Head} head @returns {Head} the entry without the marks of a deletion */
export function withoutDeletion(head) {
  const { deleted, seen, age, ...rest } = head;
  return rest;
}
