/**
 * Repairs a journal with its bad rows in quarantine, and restores rows from there. Python decides how the journal should be
 * (static/app/storage/journal.py).
 */
import { FORMAT, transact } from "./database.js";
import { intactHead, readHead } from "./row_validation.js";
import { putEntry } from "./list_entries.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */
/** @typedef {import("./journal_append_and_replace.js").About} About */
/** @typedef {import("./database.js").Head} Head */

/**
 * @typedef {About & { key: string, whole: Row[], bad: Row[], kept: number, why: string, remembered?: Head }} Mending a repair: the
 *   journal as it should be, the rows to quarantine with the reason, the number of rows that stay, and the entry in the copy in
 *   localStorage
 */

/**
 * @typedef {{ key: string, id: number, end: End, newEnd: End }} Back quarantined rows to restore to a journal that still ends at `end`
 */
/** @typedef {{ count: number, sum: string }} End of a journal */

/**
 * Repairs a journal, and quarantines its bad rows.
 *
 * @param {Writing} transaction @param {Mending} mending
 * @returns {Promise<false>} false, as the journal was not lost
 */
export async function repair(transaction, { key, name, system, combatants, whole, bad, kept, why, remembered }) {
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
  const known = { played: Date.now(), ...remembered, ...soundFields(listed) };
  const last = whole.at(-1);
  const mended = { name, system, combatants, ...known, key, format: FORMAT, count: whole.length, sum: last?.sum ?? "" };
  if (last) await putEntry(transaction, mended);
  else await heads.delete(key); // all rows are in quarantine
  return false;
}

/**
 * @param {Head | import("./database.js").Purged | undefined} listed the entry as it was found
 * @returns {Partial<Head>} its fields, but for those that are damaged
 */
function soundFields(listed) {
  const head = readHead(listed);
  if (!head || head.purged) return {};
  const raw = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (listed));
  return Object.fromEntries(Object.entries(head).filter(([name, value]) => raw[name] === value || name === "left"));
}

/** @param {Back} back @returns {Promise<boolean>} whether the journal still ended there; if not, nothing has changed */
export const restoreRows = ({ key, id, end, newEnd }) =>
  transact(["records", "encounters", "aside"], "readwrite", async (t) => {
    const [head, aside] = [await t.objectStore("encounters").get(key), await t.objectStore("aside").get(id)];
    if (!aside || !head || head.purged || head.count !== end.count || head.sum !== end.sum) return false;
    for (const { number, record, sum } of aside.records) await t.objectStore("records").add({ key, number, record, sum });
    await putEntry(t, { ...head, ...newEnd });
    await t.objectStore("aside").delete(id);
    return true;
  });
