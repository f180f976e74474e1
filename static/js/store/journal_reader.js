/**
 * Reads the journal of an encounter from the database, the copy in localStorage, or the unsaved rows of this tab. Python
 * decides how it continues (static/app/storage/).
 */
import { FORMAT, isNewer, transact } from "./database.js";
import { rowsOf } from "./journal_append_and_replace.js";
import { unsaved, continueJournal, rowsIn } from "./write_queue.js";
import { holdsLock } from "./writer_lock.js";
import { intactHead, isText, readHead } from "./row_validation.js";
import * as localCopy from "./local_storage_copy.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Keyed} Keyed */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Purged} Purged */

/**
 * Reads an encounter from the database and the copy in localStorage, or its unsaved rows from this tab.
 *
 * @param {string} key
 * @returns {Promise<{ text: string, continueJournal: (plan: string) => Promise<void> }>} as JSON: `rows` and the copy's rows (`second`),
 *   each as number, record and checksum, unchecked; `head` in the list and `remembered` head in the copy; whether it is `newer`,
 *   `waits` to be saved, and `mayMend`. `continueJournal` continues the journal
 */
export async function readJournal(key) {
  const [listed, stored] = await readRows(key);
  const head = readHead(listed);
  const waiting = unsaved(key);
  /** @type {Row[]} */
  const rows = waiting ?? stored;
  // A following tab reads only saved rows, as the writing tab may be one step ahead.
  const second = holdsLock() ? localCopy.read(key) : [];
  const remembered = localCopy.entryOf(key);
  const newer = Boolean(head && head.format > FORMAT);
  const seen = {
    rows: rows.map(rawRow),
    second: second.map(rawRow),
    head: intactHead(listed) ?? null,
    remembered: remembered ?? null,
    newer,
    waits: Boolean(waiting),
    mayMend: holdsLock() && !isNewer() && !newer,
  };
  return {
    text: JSON.stringify(seen),
    continueJournal: (plan) => carryOut(plan, { key, waiting, rows, remembered }),
  };
}

/** @param {string} key @returns {Promise<[Head | Purged | undefined, Keyed[]]>} its list entry and its rows, unchecked */
const readRows = (key) =>
  transact(["records", "encounters"], "readonly", (t) =>
    Promise.all([t.objectStore("encounters").get(key), t.objectStore("records").getAll(rowsOf(key))]),
  );

/** @param {Row} row unchecked @returns {[number: number, record: string, sum: string]} */
const rawRow = ({ number, record, sum }) => [Number.isSafeInteger(number) ? number : 0, isText(record) ? record : "", isText(sum) ? sum : ""];

/** @typedef {import("./journal_append_and_replace.js").About} About */

/**
 * Python's plan for a journal: the number of rows that stay, the rows that follow, and for a repair the list entry and the
 * reason for the quarantine.
 *
 * @typedef {{ kept: number, added: [number: number, record: string, sum: string][], mending?: About & { why: string } }} Plan
 */

/**
 * Carries out a plan.
 *
 * @param {string} plan JSON
 * @param {{ key: string, waiting: Row[] | undefined, rows: Row[], remembered: Head | undefined }} read the journal: its rows, those of
 *   this tab if some are unsaved, and its entry in the copy in localStorage
 */
export function carryOut(plan, { key, waiting, rows, remembered }) {
  /** @type {Plan} */
  const { kept, added, mending } = JSON.parse(plan);
  const journal = waiting ?? [...rows.slice(0, kept), ...rowsIn(added)];
  const bad = rows.slice(kept);
  return continueJournal(key, journal, mending && { ...mending, key, whole: journal, bad, kept, remembered });
}
