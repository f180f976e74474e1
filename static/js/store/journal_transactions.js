/**
 * Operations on journals within one transaction: append, replace, repair and restore. Python decides how a journal should be
 * (static/app/storage/journal_chain.py); this module compares and writes.
 */
import { Conflict, FORMAT, transact } from "./database.js";
import { readHead, intactHead } from "./validation.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Keyed} Keyed */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Purged} Purged */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */
/** @typedef {Pick<Head, "name" | "system" | "combatants" | "left">} About an encounter */
/**
 * @typedef {About & { key: string, row: Row, before: string, campaign?: string }} Step a record to append after the one with the checksum `before`
 */

/**
 * @typedef {About & { key: string, whole: Row[], bad: Row[], kept: number, why: string, played?: number }} Mending a repair: the
 *   journal as it should be, the rows to quarantine with the reason, and the number of rows that stay
 */

/**
 * @typedef {{ key: string, id: number, end: End, newEnd: End }} Back quarantined rows to restore to a journal that still ends at `end`
 */
/** @typedef {{ count: number, sum: string }} End of a journal */

/** @param {string} key @returns {IDBKeyRange} the range of its rows */
export const rowsOf = (key) => IDBKeyRange.bound([key, 0], [key, Infinity]);

/** @param {string} key @returns {Promise<[Head | Purged | undefined, Keyed[]]>} its list entry and its rows, unchecked */
export const readRows = (key) =>
  transact(["records", "encounters"], "readonly", (t) =>
    Promise.all([t.objectStore("encounters").get(key), t.objectStore("records").getAll(rowsOf(key))]),
  );

/**
 * Appends a record. Throws Conflict if another tab has written a different one.
 *
 * @param {Writing} transaction @param {Step} step
 * @param {Row[]} journal all rows, in case the store has lost them
 * @returns {Promise<boolean>} whether the lost journal was written again
 */
export async function appendRow(transaction, { key, row, before, name, system, combatants, left, campaign }, journal) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && (head.format > FORMAT || head.purged)) throw new Conflict("the encounter is of a newer version, or deleted for good");
  const next = { ...(campaign && { campaign }), ...(head && withoutDeletion(head)), key, format: FORMAT, name, system, combatants, left, played: Date.now(), count: row.number, sum: row.sum };
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

/**
 * Repairs a journal, and quarantines its bad rows.
 *
 * @param {Writing} transaction @param {Mending} mending
 * @returns {Promise<false>} false, as the journal was not lost
 */
export async function repair(transaction, { key, name, system, combatants, whole, bad, kept, why, played = Date.now() }) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  if (bad.length) await transaction.objectStore("aside").add({ format: FORMAT, key, name, why, at: Date.now(), records: bad });
  for (const { number } of bad) await records.delete([key, number]);
  for (const row of whole.slice(kept)) await records.put({ key, ...row });
  const listed = await heads.get(key);
  if (listed && !listed.purged && !intactHead(listed)) {
    // Without records: such a part cannot be restored, only exported.
    await transaction.objectStore("aside").add(/** @type {never} */ ({ format: FORMAT, name, at: Date.now(), listed }));
  }
  const head = readHead(listed);
  const about = { played, ...head, key, format: FORMAT };
  const last = whole.at(-1);
  const mended = { name, system, combatants, ...about, count: whole.length, sum: last?.sum ?? "" };
  if (last) await heads.put(mended);
  else await heads.delete(key); // all rows are in quarantine
  return false;
}

/** @param {Back} back @returns {Promise<boolean>} whether the journal still ended there; if not, nothing has changed */
export const restoreRows = ({ key, id, end, newEnd }) =>
  transact(["records", "encounters", "aside"], "readwrite", async (t) => {
    const [head, aside] = [await t.objectStore("encounters").get(key), await t.objectStore("aside").get(id)];
    if (!aside || !head || head.purged || head.count !== end.count || head.sum !== end.sum) return false;
    for (const { number, record, sum } of aside.records) await t.objectStore("records").add({ key, number, record, sum });
    await t.objectStore("encounters").put({ ...head, ...newEnd });
    await t.objectStore("aside").delete(id);
    return true;
  });
