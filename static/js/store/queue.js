/**
 * What waits to be saved, and the loop that writes it: one strict transaction a record, and a second chance beside it.
 *
 * A record counts as saved when its transaction has completed, and the mark on the screen says so only then. Python hears of
 * it where something goes wrong.
 */
import { Conflict, FORMAT, isNewer, LONGEST_SECONDS, transact } from "./database.js";
import { append, mend, replace, wanted } from "./journals.js";
import { Late } from "../page/timeouts.js";
import { markSaving, noteSaved } from "../page/save_indicator.js";
import { painted } from "../page/after_paint.js";
import { nameOf } from "../page/errors.js";
import { isSeated, tell } from "./writer_lock.js";
import * as backupLog from "./backup_log.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./journals.js").Mending} Mending */
/** @typedef {import("./journals.js").Step} Step */
/** @typedef {import("./journals.js").Writing} Writing */

/**
 * What is to be saved: a step, which ends a journal that is to be mended, or to be written anew, if it says so.
 *
 * @typedef {Step & { mending?: undefined, anew?: undefined }} Appended
 * @typedef {Step & { mending: Mending, anew?: undefined }} Mended
 * @typedef {Step & { mending?: undefined, anew: Row[] }} Renewed
 * @typedef {Appended | Mended | Renewed} Entry
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** How long the step that is being saved is waited for when another tab has taken the seat. */
const LAST_STEP_MS = 2_000;

/** How long a step may take to be saved before it is tried again, with twice the time: a whole journal may be written anew. */
const FIRST_LIMIT_SECONDS = 10;

/** @type {Entry[]} oldest first, not yet known to be saved */
const pending = [];
let writing = false;
/** @type {Promise<unknown>} the transaction that is under way, however it ends */
let underWay = Promise.resolve();
/** Whether nothing more is written: another tab has the seat. */
let isOver = false;
/** Whether the last try to write has failed. */
let failing = false;
/** Why it failed, as Python was told; empty where it did not. */
let trouble = "";
/** @type {() => void} tries at once what would be tried after a pause */
let tryNow = () => {};

/** @type {Map<string, Row[]>} the journals that this tab goes on with, whole, in case that they must be written anew */
const journals = new Map();

/** The encounter that this tab goes on with; empty for none. */
let chosen = "";

/**
 * Encounters of which this tab alone has steps, since another tab or a newer version has gone on with them; and whether the
 * game master has those steps as a file.
 *
 * @type {Map<string, boolean>}
 */
const unkept = new Map();

/** @type {(kind: string, detail: string) => void} */
let report = () => {};

/** @param {typeof report} handler hears from now on of what goes wrong, with the detail as JSON */
export function reportTo(handler) {
  report = handler;
}

/** Whether leaving the page would lose steps. */
export const isLosing = () => pending.length > 0 || [...unkept.values()].includes(false);

/** @param {string} key @returns {boolean} whether something of it is still to be saved */
const isPending = (key) => pending.some((entry) => entry.key === key);

/** @param {string} key @returns {boolean} whether this tab has steps of it that are saved nowhere */
export const isUnsaved = (key) => isPending(key) || unkept.has(key);

/** @param {string} key @returns {Row[] | undefined} the journal of which something is still to be saved */
export const unsaved = (key) => (isPending(key) ? journals.get(key) : undefined);

/** Says how things are when there is nothing to save. */
export function settle() {
  if (unkept.size) say("failed");
  else if (isNewer()) say("readOnly");
  else if (!isSeated()) say("following");
  else if (!pending.length) say("saved");
}

/** @param {Parameters<typeof markSaving>[0]} how @param {"full" | "refused" | ""} [why] of a failure */
export function say(how, why = "") {
  markSaving(how);
  if (why === trouble) return; // each step is saved: Python hears only of what it has to tell more about
  trouble = why;
  report("failed", JSON.stringify({ why }));
}

/** Waits until what there is to save is saved, as long as that goes well. */
export async function finish() {
  for (let turn = 0; writing && turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Tries again at once. */
export const retry = () => tryNow();

/** Another tab has the seat now: what this one had to save is handed over, but for the step that is just being saved. */
export async function giveUp() {
  isOver = true;
  await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, LAST_STEP_MS))]);
  isOver = false;
  if (!pending.length) return;
  handOver([...new Set(pending.map(({ key }) => key))]);
  tryNow();
}

/** The journals that this tab has gone on with may have gone on elsewhere. */
export const forgetJournals = () => journals.clear();

/**
 * Appends one record, after those that were appended before it.
 *
 * @param {string} key @param {number} number @param {string} record
 * @param {string} before the checksum of the record before it @param {string} sum
 * @param {string} about JSON: name, system and combatants of the encounter, and how it is left
 */
export function keep(key, number, record, before, sum, about) {
  const journal = journals.get(key) ?? [];
  journals.set(key, journal);
  const row = { number, record, sum };
  journal.push(row);
  const known = JSON.parse(about);
  const { name, system, combatants } = known;
  backupLog.remember(key, row, { name, system, combatants, played: Date.now() }, isUnsaved);
  add({ ...known, key, row, before });
}

/**
 * Keeps these records in place of all that were kept of it before, in one transaction: a journal that has become too long.
 *
 * @param {string} key @param {string} texts JSON: the rows, each as number, record and checksum
 * @param {string} before the checksum that the journal has ended with
 * @param {string} about JSON: name, system and combatants of the encounter, and how it is left
 */
export function renew(key, texts, before, about) {
  const rows = rowsIn(JSON.parse(texts));
  const row = rows.at(-1);
  if (!row) throw new Error("a journal has one record at least");
  journals.set(key, rows);
  add({ ...JSON.parse(about), key, row, before, anew: rows });
}

/** @param {[number: number, record: string, sum: string][]} given @returns {Row[]} */
export const rowsIn = (given) => given.map(([number, record, sum]) => ({ number, record, sum }));

/** @param {Entry} entry */
function add(entry) {
  pending.push(entry);
  if (!failing) say("saving");
  if (!writing) void writeOncePainted();
}

/** To begin to write takes time of the frame that shows what was done; until then the second chance has it. */
async function writeOncePainted() {
  writing = true;
  await painted();
  await write();
}

/**
 * Goes on with a journal, in which something may be to be mended first, as soon as there is room.
 *
 * @param {string} key @param {Row[]} journal @param {Mending | undefined} mending
 */
export async function goOn(key, journal, mending) {
  if (mending) {
    try {
      await transact(["records", "encounters", "aside"], "readwrite", (t) => mend(t, mending));
    } catch (problem) {
      console.warn("not mended", problem);
      const row = journal.at(-1);
      if (row) pending.push({ ...mending, row, before: "", mending });
    }
  }
  if (isSeated()) journals.set(key, journal);
  if (!pending.length) settle();
  else if (!writing) void write();
}

/** Stops going on with a journal, unless something of it is still to be saved. @param {string} key */
export function leave(key) {
  if (!isPending(key)) journals.delete(key);
}

async function write() {
  writing = true;
  let pause = FIRST_PAUSE_MS;
  let limit = FIRST_LIMIT_SECONDS;
  while (pending.length && !isOver) {
    const entry = pending[0];
    try {
      const saving = transact(["records", "encounters", "aside"], "readwrite", (t) => save(t, entry), limit);
      underWay = Promise.allSettled([saving]);
      const anew = await saving;
      if (pending[0] === entry) pending.shift();
      if (anew) {
        await choose(chosen);
        report("anew", "{}");
      }
      const { key, row } = entry;
      if (entry.anew) rememberAnew(key);
      tell({ kind: "kept", key, number: row.number, record: row.record });
      noteSaved(row.number);
      failing = false;
      pause = FIRST_PAUSE_MS;
      limit = FIRST_LIMIT_SECONDS;
    } catch (problem) {
      if (isNewer()) {
        // What is not saved stays in the second chance too, for the newer version to find.
        report("newer", "{}");
        handOver([...new Set(pending.map(({ key }) => key))]);
        break;
      }
      if (problem instanceof Conflict) {
        console.warn("not saved", problem);
        handOver([entry.key]);
        continue;
      }
      console.warn("not saved", problem);
      if (problem instanceof Late) limit = Math.min(2 * limit, LONGEST_SECONDS);
      failing = true;
      const full = nameOf(problem) === "QuotaExceededError";
      say(full ? "full" : "failed", full ? "full" : "refused");
      await new Promise((resolve) => {
        tryNow = () => resolve(undefined);
        setTimeout(resolve, pause);
      });
      tryNow = () => {};
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
  writing = failing = false;
  settle();
}

/**
 * @param {Writing} transaction @param {Entry} entry
 * @returns {Promise<boolean>} whether the store had lost the journal
 */
function save(transaction, entry) {
  if (entry.anew) return replace(transaction, entry, entry.anew);
  if (entry.mending) return mend(transaction, entry.mending);
  return append(transaction, entry, journals.get(entry.key) ?? []);
}

/** The second chance knows nothing of the old journal any longer, which might be taken for the longer history. @param {string} key */
function rememberAnew(key) {
  backupLog.forget(key);
  for (const { row, name, system, combatants } of pending.filter((entry) => entry.key === key)) {
    backupLog.remember(key, row, { name, system, combatants, played: Date.now() }, isUnsaved);
  }
}

/**
 * Others have gone on with these encounters: what this tab had to save is handed over, to be kept as others.
 *
 * @param {string[]} keys
 */
function handOver(keys) {
  const histories = keys.map((key) => ({ key, records: (journals.get(key) ?? []).map(({ record }) => record) }));
  pending.splice(0, pending.length, ...pending.filter(({ key }) => !keys.includes(key)));
  for (const key of keys) {
    journals.delete(key);
    unkept.set(key, false);
  }
  report("unkept", JSON.stringify({ histories }));
}

/** What this tab had of the encounter is kept as another one. @param {string} key */
export function rescued(key) {
  backupLog.forget(key); // or it would be taken for the longer history the next time
  letGo(key);
}

/** What only this tab has of the encounter is in a file. @param {string} key */
export function exported(key) {
  if (unkept.has(key)) unkept.set(key, true);
}

/** What only this tab has of the encounter is not wanted any longer. @param {string} key */
export function letGo(key) {
  unkept.delete(key);
  if (!pending.length) settle();
}

/**
 * Makes it the encounter that this tab goes on with, and that the next start opens.
 *
 * @param {string} key or nothing
 */
export async function choose(key) {
  chosen = key;
  for (const other of journals.keys()) if (other !== key && !isPending(other)) journals.delete(other);
  if (!pending.length) settle();
  if (!isSeated() || isNewer()) return;
  try {
    await transact(["settings"], "readwrite", (t) => {
      const noted = t.objectStore("settings").put(key, "current");
      t.commit(); // so that it is kept even if the page is left at once
      return noted;
    });
    const isBack = await transact(["encounters"], "readwrite", async (t) => {
      const head = await t.objectStore("encounters").get(key);
      if (!head?.deleted || head.format > FORMAT) return false;
      await t.objectStore("encounters").put(wanted(head));
      return true;
    });
    if (isBack) tell({ kind: "list" });
  } catch (problem) {
    console.warn("the next start opens another encounter", problem);
  }
  tell({ kind: "chosen", key });
}
