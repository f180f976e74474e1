/** Appends a record to a journal, or replaces all its rows, unless another tab has written something different. */
import { Conflict, FORMAT } from "./database.js";
import { nextPlace, putEntry, withoutDeletion } from "./list_entries.js";
import { placeOf } from "./row_validation.js";
import * as localCopy from "./local_storage_copy.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */
/**
 * @typedef {Pick<Head, "name" | "system" | "combatants" | "left" | "campaign"> & { played?: number }} About an encounter, as far as a
 *   step changes its entry; without `played` the step was played now
 * @typedef {{ key: string, row: Row, before: string, about: About }} Step a record to append after the record with the checksum
 *   `before`
 */

/** @param {string} key @returns {IDBKeyRange} the range of its rows */
export const rowsOf = (key) => IDBKeyRange.bound([key, 0], [key, Infinity]);

/**
 * Appends a record. Throws Conflict if another tab has written a different one.
 *
 * @param {Writing} transaction @param {Step} step
 * @param {Row[]} journal all rows, in case the store has lost them
 * @returns {Promise<boolean>} whether the lost journal was written again
 */
export async function appendRow(transaction, { key, row, before, about }, journal) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && (head.format > FORMAT || head.purged)) throw new Conflict("the encounter is of a newer version, or deleted for good");
  const next = await entryAfter(transaction, key, row, about, head);
  const goesOn = head ? head.count === row.number - 1 && head.sum === before : row.number === 1;
  if (goesOn) {
    await records.add({ key, ...row });
    await putEntry(transaction, next);
    return false;
  }
  const there = await records.get([key, row.number]);
  if (there?.sum === row.sum) return false; // completed by an earlier attempt that was reported as failed
  const lost = !head || (head.count < row.number && journal[head.count - 1]?.sum === head.sum);
  if (!lost) throw new Conflict("another tab has written something different");
  const missing = journal.filter(({ number }) => number > (head?.count ?? 0) && number <= row.number);
  for (const each of missing) await records.put({ key, ...each });
  await putEntry(transaction, next);
  return true;
}

/**
 * Replaces all rows of a journal. Throws Conflict if another tab has continued it.
 *
 * @param {Writing} transaction @param {Step} step @param {Row[]} anew
 * @returns {Promise<boolean>} whether the store had lost the journal
 */
export async function replaceRows(transaction, { key, row, before, about }, anew) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && !head.purged && head.sum === row.sum) return false; // completed by an earlier attempt that was reported as failed
  if (head && (head.format > FORMAT || head.purged || head.sum !== before)) throw new Conflict("another tab has gone on with it");
  await records.delete(rowsOf(key));
  for (const each of anew) await records.put({ key, ...each });
  await putEntry(transaction, await entryAfter(transaction, key, row, about, head));
  return !head;
}

/**
 * @param {Writing} transaction @param {string} key @param {Row} row @param {About} about
 * @param {Head | undefined} head the entry before; if the store has lost it, the copy in localStorage has one
 * @returns {Promise<Head>} the entry after the record. A stored encounter stays in its campaign
 */
async function entryAfter(transaction, key, row, { campaign, played, ...about }, head) {
  const known = head ?? localCopy.entryOf(key);
  const at = played ?? Date.now();
  const order = played !== undefined && known ? placeOf(known) : await nextPlace(transaction, at);
  return { ...(campaign && { campaign }), ...(known && withoutDeletion(known)), ...about, key, format: FORMAT, played: at, order, count: row.number, sum: row.sum };
}
