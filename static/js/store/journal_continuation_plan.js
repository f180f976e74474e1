/** Python's plan of how a journal that was read continues, and the repair that it may ask for. */
import { continueJournal, rowsIn } from "./write_queue.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./journal_append_and_replace.js").About} About */
/** @typedef {import("./database.js").Head} Head */

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
