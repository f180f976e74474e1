/** Appends a record to a journal, or replaces all its rows, unless another tab has written something different. */
import { Conflict, FORMAT } from "./database.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */
/** @typedef {Pick<Head, "name" | "system" | "combatants" | "left">} About an encounter */
/**
 * @typedef {About & { key: string, row: Row, before: string, campaign?: string, played?: number }} Step a record to append after
 *   the record with the checksum `before`; without `played` the step was played now
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
export async function appendRow(transaction, { key, row, before, name, system, combatants, left, campaign, played = Date.now() }, journal) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && (head.format > FORMAT || head.purged)) throw new Conflict("the encounter is of a newer version, or deleted for good");
  const next = { ...(campaign && { campaign }), ...(head && withoutDeletion(head)), key, format: FORMAT, name, system, combatants, left, played, count: row.number, sum: row.sum };
  const goesOn = head ? head.count === row.number - 1 && head.sum === before : row.number === 1;
  if (goesOn) {
    await records.add({ key, ...row });
    await heads.put(next);
    return false;
  }
  const there = await records.get([key, row.number]);
  if (there?.sum === row.sum) return false; // completed by an earlier attempt that was reported as failed
  const lost = !head || (head.count < row.number && journal[head.count - 1]?.sum === head.sum);
  if (!lost) throw new Conflict("another tab has written something different");
  const missing = journal.filter(({ number }) => number > (head?.count ?? 0) && number <= row.number);
  for (const each of missing) await records.put({ key, ...each });
  await heads.put(next);
  return true;
}

/**
 * Replaces all rows of a journal. Throws Conflict if another tab has continued it.
 *
 * @param {Writing} transaction @param {Step} step @param {Row[]} anew
 * @returns {Promise<boolean>} whether the store had lost the journal
 */
export async function replaceRows(transaction, { key, row, before, name, system, combatants, left }, anew) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && !head.purged && head.sum === row.sum) return false; // completed by an earlier attempt that was reported as failed
  if (head && (head.format > FORMAT || head.purged || head.sum !== before)) throw new Conflict("another tab has gone on with it");
  await records.delete(rowsOf(key));
  for (const each of anew) await records.put({ key, ...each });
  await heads.put({ ...head, key, format: FORMAT, name, system, combatants, left, played: Date.now(), count: row.number, sum: row.sum });
  return !head;
}

/** @param {Head} head @returns {Head} the entry without the marks of a deletion */
export function withoutDeletion(head) {
  const { deleted, seen, age, ...rest } = head;
  return rest;
}
