/**
 * The queue of unsaved steps, and the loop that writes them: one strict transaction for each record, besides the copy in
 * localStorage.
 *
 * A record counts as saved when its transaction is complete; the indicator says so only then. Python is told of failures.
 */
import { Conflict, FORMAT, isNewer, LONGEST_SECONDS, transact } from "./database.js";
import { appendRow, replaceRows } from "./journal_append_and_replace.js";
import { putEntry, withoutDeletion, forgetLastPlace } from "./list_entries.js";
import { repair } from "./journal_repair_and_quarantine.js";
import { TimedOut, nameOf } from "../page/errors.js";
import { markSaving, noteSaved } from "../page/status_indicators.js";
import { afterPaint } from "../page/dom.js";
import { isMemoryOnly } from "./memory_only.js";
import { broadcast } from "./tab_messages.js";
import { holdsLock, stealLock } from "./writer_lock.js";
import * as localCopy from "./local_storage_copy.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./journal_repair_and_quarantine.js").Mending} Mending */
/** @typedef {import("./journal_append_and_replace.js").Step} Step */
/** @typedef {import("./journal_append_and_replace.js").Writing} Writing */

/**
 * An entry of the queue: a step, which may end a journal that must be repaired or replaced.
 *
 * @typedef {Step & { mending?: undefined, anew?: undefined }} Appended
 * @typedef {Step & { mending: Mending, anew?: undefined }} Mended
 * @typedef {Step & { mending?: undefined, anew: Row[] }} Renewed
 * @typedef {Appended | Mended | Renewed} Entry
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** How long to wait for the current transaction after another tab has taken the lock. */
const LAST_STEP_MS = 2_000;

/** The first limit for a transaction. It doubles with each attempt, because a whole journal may have to be written. */
const FIRST_LIMIT_SECONDS = 10;

/** @type {Entry[]} unsaved entries, oldest first */
const pending = [];
let writing = false;
/** @type {Promise<unknown>} settles when the current transaction ends */
let underWay = Promise.resolve();
/** Whether writing has stopped because another tab has the lock. */
let isOver = false;
/** Whether this tab has written a step. */
let isChanged = false;
/** Whether the last attempt to write failed. */
let failing = false;
/** The reason last reported to Python; empty for none. */
let trouble = "";
/** @type {() => void} ends the pause before the next attempt */
let tryNow = () => {};

/** @type {Map<string, Row[]>} complete journals that this tab continues, in case they must be written again */
const journals = new Map();

/** The open encounter; empty for none. */
let chosen = "";

/**
 * Encounters with steps that only this tab has, because another tab or a newer version has continued them; and whether those
 * steps are exported.
 *
 * @type {Map<string, boolean>}
 */
const unkept = new Map();

/** @type {(kind: string, detail: string) => void} */
let report = () => {};

/** @param {typeof report} handler called from now on, with the detail as JSON */
export function reportTo(handler) {
  report = handler;
}

/** Whether steps would be lost by leaving the page. */
export const isLosing = () => pending.length > 0 || [...unkept.values()].includes(false) || (isMemoryOnly() && isChanged);

/** @param {string} key @returns {boolean} whether a step of it is in the queue */
const isPending = (key) => pending.some((entry) => entry.key === key);

/** @param {string} key @returns {boolean} whether this tab has unsaved steps of it */
export const isUnsaved = (key) => isPending(key) || unkept.has(key);

/** @param {string} key @returns {Row[] | undefined} its journal if a step of it is in the queue */
export const unsaved = (key) => (isPending(key) ? journals.get(key) : undefined);

/** Shows the state of saving when the queue is empty. */
export function showIdleState() {
  if (unkept.size) showState("failed");
  else if (isNewer()) showState("readOnly");
  else if (!holdsLock()) showState("following");
  else if (!pending.length) showState("saved");
}

/** @param {Parameters<typeof markSaving>[0]} how @param {"full" | "refused" | ""} [why] reason of a failure */
function showState(how, why = "") {
  markSaving(how);
  if (why === trouble) return; // Python is told only of changes
  trouble = why;
  report("failed", JSON.stringify({ why }));
}

/** Waits until the queue is written, as long as that succeeds. */
export async function finish() {
  for (let turn = 0; writing && !failing && turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
}

export const retry = () => tryNow();

/**
 * Stops writing after the current transaction, because another tab has the lock, and reports the rest of the queue to
 * Python.
 */
async function stopWriting() {
  isOver = true;
  await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, LAST_STEP_MS))]);
  isOver = false;
  if (!pending.length) return;
  reportUnsaved([...new Set(pending.map(({ key }) => key))]);
  tryNow();
}

/** Forgets all journals, which another tab may continue now. */
const clearJournals = () => journals.clear();

/**
 * Appends one record to the queue.
 *
 * @param {string} key @param {number} number @param {string} record
 * @param {string} before checksum of the previous record @param {string} sum
 * @param {string} text JSON: the About
 */
export function append(key, number, record, before, sum, text) {
  const journal = journals.get(key) ?? [];
  journals.set(key, journal);
  const row = { number, record, sum };
  journal.push(row);
  const about = JSON.parse(text);
  localCopy.append(key, row, about, isUnsaved);
  add({ key, row, before, about });
}

/**
 * Replaces a journal that has become too long, in one transaction.
 *
 * @param {string} key @param {string} texts JSON: the rows, each as number, record and checksum
 * @param {string} before last checksum of the old journal
 * @param {string} text JSON: the About
 */
export function replaceJournal(key, texts, before, text) {
  const rows = rowsIn(JSON.parse(texts));
  const row = rows.at(-1);
  if (!row) throw new Error("a journal has one record at least");
  journals.set(key, rows);
  add({ key, row, before, about: JSON.parse(text), anew: rows });
}

/** @param {[number: number, record: string, sum: string][]} given @returns {Row[]} */
export const rowsIn = (given) => given.map(([number, record, sum]) => ({ number, record, sum }));

/** @param {Entry} entry */
function add(entry) {
  pending.push(entry);
  if (!failing) showState("saving");
  if (!writing) void writeAfterPaint();
}

/** Starts to write after the paint, which writing would delay. Until then the copy in localStorage has the step. */
async function writeAfterPaint() {
  writing = true;
  await afterPaint();
  await write();
}

/**
 * Continues a journal, and repairs it first if needed; without room the repair is queued.
 *
 * @param {string} key @param {Row[]} journal @param {Mending | undefined} mending
 */
export async function continueJournal(key, journal, mending) {
  if (mending) {
    try {
      await transact(["records", "encounters", "aside"], "readwrite", (t) => repair(t, mending));
    } catch (problem) {
      console.warn("not mended", problem);
      const row = journal.at(-1);
      const { name, system, combatants } = mending;
      if (row) pending.push({ key, row, before: "", about: { name, system, combatants }, mending });
    }
  }
  if (holdsLock()) journals.set(key, journal);
  if (!pending.length) showIdleState();
  else if (!writing) void write();
}

/** Closes a journal, unless a step of it is in the queue. @param {string} key */
export function closeJournal(key) {
  if (!isPending(key)) journals.delete(key);
}

async function write() {
  writing = true;
  let pause = FIRST_PAUSE_MS;
  let limit = FIRST_LIMIT_SECONDS;
  while (pending.length && !isOver) {
    const entry = pending[0];
    if (entry.anew) recopyJournal(entry.key);
    try {
      const saving = transact(["records", "encounters", "aside"], "readwrite", (t) => save(t, entry), limit);
      underWay = Promise.allSettled([saving]);
      const anew = await saving;
      if (pending[0] === entry) pending.shift();
      if (anew) {
        await setCurrent(chosen);
        report("anew", "{}");
      }
      const { key, row } = entry;
      broadcast({ kind: "kept", key, number: row.number, record: row.record });
      noteSaved(row.number);
      isChanged = true;
      failing = false;
      pause = FIRST_PAUSE_MS;
      limit = FIRST_LIMIT_SECONDS;
    } catch (problem) {
      if (isNewer()) {
        // The copy in localStorage also keeps the unsaved steps, for the newer version.
        report("newer", "{}");
        reportUnsaved([...new Set(pending.map(({ key }) => key))]);
        break;
      }
      if (problem instanceof Conflict) {
        console.warn("not saved", problem);
        reportUnsaved([entry.key]);
        continue;
      }
      console.warn("not saved", problem);
      if (problem instanceof TimedOut) limit = Math.min(2 * limit, LONGEST_SECONDS);
      failing = true;
      const full = nameOf(problem) === "QuotaExceededError";
      showState(full ? "full" : "failed", full ? "full" : "refused");
      await new Promise((resolve) => {
        tryNow = () => resolve(undefined);
        setTimeout(resolve, pause);
      });
      tryNow = () => {};
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
  writing = failing = false;
  showIdleState();
}

/** @param {Writing} transaction @param {Entry} entry @returns {Promise<boolean>} whether the store had lost the journal */
function save(transaction, entry) {
  if (entry.anew) return replaceRows(transaction, entry, entry.anew);
  if (entry.mending) return repair(transaction, entry.mending);
  return appendRow(transaction, entry, journals.get(entry.key) ?? []);
}

/**
 * Removes the old journal, all of which is saved, from the copy in localStorage, where it could be taken for the longer
 * history. What follows the new journal stays.
 *
 * @param {string} key
 */
function recopyJournal(key) {
  localCopy.remove(key);
  for (const { row, about } of pending.filter((entry) => entry.key === key && !entry.anew)) localCopy.append(key, row, about, isUnsaved);
}

/**
 * Reports unsaved steps to Python, which stores them as new encounters, because another tab has continued these encounters.
 *
 * @param {string[]} keys
 */
function reportUnsaved(keys) {
  const histories = keys.map((key) => ({ key, records: (journals.get(key) ?? []).map(({ record }) => record) }));
  pending.splice(0, pending.length, ...pending.filter(({ key }) => !keys.includes(key)));
  for (const key of keys) {
    journals.delete(key);
    unkept.set(key, false);
  }
  report("unkept", JSON.stringify({ histories }));
}

/** Marks an encounter's unsaved steps as stored in a new encounter. @param {string} key */
export function markRescued(key) {
  localCopy.remove(key); // or the next start would take it for the longer history
  dropUnsaved(key);
}

/** Marks an encounter's unsaved steps as exported. @param {string} key */
export function markExported(key) {
  if (unkept.has(key)) unkept.set(key, true);
}

/** Drops an encounter's unsaved steps. @param {string} key */
export function dropUnsaved(key) {
  unkept.delete(key);
  if (!pending.length) showIdleState();
}

/**
 * Sets the open encounter, which the next start opens. If it was deleted, this restores it.
 *
 * @param {string} key empty for none
 */
export async function setCurrent(key) {
  chosen = key;
  for (const other of journals.keys()) if (other !== key && !isPending(other)) journals.delete(other);
  if (!pending.length) showIdleState();
  if (!holdsLock() || isNewer()) return;
  try {
    await transact(["settings"], "readwrite", (t) => {
      const noted = t.objectStore("settings").put(key, "current");
      t.commit(); // so that it is saved even if the page is closed at once
      return noted;
    });
    const isBack = await transact(["encounters"], "readwrite", async (t) => {
      const head = await t.objectStore("encounters").get(key);
      if (!head?.deleted || head.format > FORMAT) return false;
      await putEntry(t, withoutDeletion(head));
      return true;
    });
    if (isBack) broadcast({ kind: "list" });
  } catch (problem) {
    console.warn("the next start opens another encounter", problem);
  }
  broadcast({ kind: "chosen", key });
}

/** Begins to write or to follow. @param {boolean} isWriter */
export async function handleLockChange(isWriter) {
  if (!isWriter) await stopWriting();
  clearJournals();
  forgetLastPlace();
  showIdleState();
  report("writer", JSON.stringify({ isWriter }));
}

/** Takes over the writer lock. A `writer` event follows. */
export function takeOver() {
  if (!holdsLock()) showState("takingOver");
  void stealLock();
}
