/**
 * Keeps the journals of encounters on this device: one strict transaction a record, and a second chance beside it.
 *
 * A record counts as saved when its transaction has completed, and the saving mark on the screen says so only then.
 */
import { fitting, link, START } from "./chain.js";
import { Conflict, isNewer, LONGEST_SECONDS, SCHEMA, transact } from "./database.js";
import { element } from "../page/element.js";
import { Late } from "../page/limits.js";
import { nameOf } from "../page/problems.js";
import { isSeated, sit, takeSeat, tell } from "./seat.js";
import * as tail from "./tail.js";

/** @typedef {import("./chain.js").Row} Row */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Purged} Purged */
/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */
/** @typedef {{ key: string, name: string, system: string, combatants: number }} About an encounter */
/** @typedef {{ whole: Row[], bad: Row[], kept: number }} Mending the history as it should be; of the rows, those that do not fit, and how many stay */

/**
 * What is to be saved: a step, which ends a journal that is to be mended, or to be written anew, if it says so.
 *
 * @typedef {About & { row: Row, before: string }} Step
 * @typedef {Step & { mending?: undefined, anew?: undefined }} Appended
 * @typedef {Step & { mending: Mending, anew?: undefined }} Mended
 * @typedef {Step & { mending?: undefined, anew: Row[] }} Renewed
 * @typedef {Appended | Mended | Renewed} Entry
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** How long a step may take to be saved before it is tried again, with twice the time: a whole journal may be written anew. */
const FIRST_LIMIT_SECONDS = 10;

/** @type {Entry[]} oldest first, not yet known to be saved */
const pending = [];
let writing = false;
/** Whether the last try to write has failed. */
let failing = false;
/** Why it failed; empty where it did not. */
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
const adrift = new Map();

/** Whether leaving the page would lose steps. */
const isLosing = () => pending.length > 0 || [...adrift.values()].includes(false);

/** @param {string} key @returns {boolean} whether this tab has steps of it that are saved nowhere */
const isUnsaved = (key) => isPending(key) || adrift.has(key);

/** @type {(kind: string, detail: string) => void} */
let report = () => {};

// Start and seats

/**
 * @param {(kind: string, detail: string) => void} handler hears from now on, with the detail as JSON: `failed` (why it
 *   cannot be saved; empty again when it can), `seat` (won or lost), `kept`, `chosen` and `list` (what another tab has
 *   done), `stranded`, `anew`
 * @returns {Promise<string>} JSON: whether this tab writes, whether the store is of a newer version, what was restored,
 *   and the encounter to open
 */
export async function start(handler) {
  report = handler;
  addEventListener("beforeunload", (event) => isLosing() && event.preventDefault());
  document.addEventListener("visibilitychange", () => document.hidden || tryNow());
  const seated = await sit({ changed, finish, heard: ({ kind, ...detail }) => report(kind, JSON.stringify(detail)) });
  try {
    const current = (await transact(["settings"], "readonly", (t) => t.objectStore("settings").get("current"))) ?? "";
    const restored = seated && !isNewer() ? await recover() : [];
    settle(seated);
    return JSON.stringify({ seated, newer: isNewer(), restored, current });
  } catch (problem) {
    const advice = "Close other tabs of this page, and load it again. If that does not help, start the browser anew.";
    const detail = { title: "This device’s store does not answer", advice, detail: String(problem) };
    document.dispatchEvent(new CustomEvent("boot:failed", { detail }));
    throw problem;
  }
}

/** @param {boolean} seated */
function changed(seated) {
  if (!seated && pending.length) {
    strand([...new Set(pending.map(({ key }) => key))]);
    tryNow();
  }
  journals.clear();
  settle(seated);
  report("seat", JSON.stringify({ seated }));
}

/** Says how things are when there is nothing to save. @param {boolean} seated */
function settle(seated) {
  if (adrift.size) say("failed", "Not saved");
  else if (!seated || isNewer()) say("following", isNewer() ? "Read only" : "Following");
  else if (!pending.length) say("saved", "Saved");
}

/** Waits until what there is to save is saved, as long as that goes well. */
async function finish() {
  for (let turn = 0; writing && turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Makes this tab the one that writes; `seat` tells when it is. */
export function takeOver() {
  if (!isSeated()) say("following", "Taking over…");
  void takeSeat();
}

/** Tries again at once. */
export const retry = () => tryNow();

// Appending

/** @returns {string} a key that no other encounter has */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Appends one record, after those that were appended before it.
 *
 * @param {string} key @param {number} number @param {string} record
 * @param {string} name @param {string} system @param {number} combatants
 */
export function keep(key, number, record, name, system, combatants) {
  const journal = journals.get(key) ?? [];
  journals.set(key, journal);
  const before = journal.at(-1)?.sum ?? START;
  const row = { number, record, sum: link(before, number, record) };
  journal.push(row);
  tail.remember(key, row, { name, system, combatants, played: Date.now() }, isUnsaved);
  pending.push({ key, row, before, name, system, combatants });
  if (!failing) say("saving", "Saving…");
  if (!writing) void write();
}

async function write() {
  writing = true;
  let pause = FIRST_PAUSE_MS;
  let limit = FIRST_LIMIT_SECONDS;
  while (pending.length) {
    const entry = pending[0];
    try {
      const anew = await transact(["records", "encounters", "aside"], "readwrite", (t) => save(t, entry), limit);
      if (anew) {
        await choose(chosen);
        report("anew", JSON.stringify({ restored: await recover() }));
      }
      const { key, row } = entry;
      if (entry.anew) rememberAnew(key);
      tell({ kind: "kept", key, number: row.number, record: row.record });
      element("saving").dataset.number = String(row.number);
      failing = false;
      pause = FIRST_PAUSE_MS;
      limit = FIRST_LIMIT_SECONDS;
      if (pending[0] === entry) pending.shift();
    } catch (problem) {
      if (isNewer()) {
        // What is not saved stays in the second chance too, for the newer version to find.
        report("newer", "{}");
        strand([...new Set(pending.map(({ key }) => key))]);
        break;
      }
      if (problem instanceof Conflict) {
        console.warn("not saved", problem);
        strand([entry.key]);
        continue;
      }
      console.warn("not saved", problem);
      if (problem instanceof Late) limit = Math.min(2 * limit, LONGEST_SECONDS);
      failing = true;
      const full = nameOf(problem) === "QuotaExceededError";
      say("failed", full ? "Not saved: this device is full" : "Not saved", full ? "full" : "refused");
      await new Promise((resolve) => {
        tryNow = () => resolve(undefined);
        setTimeout(resolve, pause);
      });
      tryNow = () => {};
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
  writing = failing = false;
  settle(isSeated());
}

/**
 * @param {Writing} transaction @param {Entry} entry
 * @returns {Promise<boolean>} whether the store had lost the journal
 */
function save(transaction, entry) {
  if (entry.anew) return replace(transaction, entry, entry.anew);
  if (entry.mending) return mend(transaction, entry, entry.mending);
  return append(transaction, entry);
}

/**
 * @param {Writing} transaction @param {Step} step
 * @returns {Promise<boolean>} whether the whole journal had to be written anew, because the store had lost it
 */
async function append(transaction, { key, row, before, name, system, combatants }) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && (head.v > SCHEMA || head.purged)) throw new Conflict("the encounter is of a newer version, or deleted for good");
  const next = { ...(head && wanted(head)), key, v: SCHEMA, name, system, combatants, played: Date.now(), count: row.number, sum: row.sum };
  if ((head?.count ?? 0) === row.number - 1 && (head?.sum ?? START) === before) {
    await records.add({ key, ...row });
    await heads.put(next);
    return false;
  }
  const there = await records.get([key, row.number]);
  if (there?.sum === row.sum) return false; // completed the last time, though the browser said that it had not
  const journal = journals.get(key) ?? [];
  const lost = !head || (head.count < row.number && journal[head.count - 1]?.sum === head.sum);
  if (!lost) throw new Conflict("another tab has written something different");
  const missing = journal.filter(({ number }) => number > (head?.count ?? 0) && number <= row.number);
  for (const each of missing) await records.put({ key, ...each });
  await heads.put(next);
  return true;
}

// Beginning anew

/**
 * Keeps these records in place of all that were kept of it before, in one transaction: a journal that has become too long.
 *
 * @param {string} key @param {string} texts the records, as JSON
 * @param {string} name @param {string} system @param {number} combatants
 */
export function renew(key, texts, name, system, combatants) {
  const before = journals.get(key)?.at(-1)?.sum ?? START;
  let sum = START;
  /** @type {string[]} */
  const records = JSON.parse(texts);
  const rows = records.map((record, place) => ({ number: place + 1, record, sum: (sum = link(sum, place + 1, record)) }));
  const row = rows.at(-1);
  if (!row) throw new Error("a journal has one record at least");
  journals.set(key, rows);
  pending.push({ key, row, before, name, system, combatants, anew: rows });
  if (!failing) say("saving", "Saving…");
  if (!writing) void write();
}

/**
 * @param {Writing} transaction @param {Step} step @param {Row[]} anew
 * @returns {Promise<boolean>} whether the store had lost it
 */
async function replace(transaction, { key, row, before, name, system, combatants }, anew) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  const head = await heads.get(key);
  if (head && !head.purged && head.sum === row.sum) return false; // completed the last time, though the browser said that it had not
  if (head && (head.v > SCHEMA || head.purged || head.sum !== before)) throw new Conflict("another tab has gone on with it");
  await records.delete(IDBKeyRange.bound([key, 0], [key, Infinity]));
  for (const each of anew) await records.put({ key, ...each });
  await heads.put({ ...head, key, v: SCHEMA, name, system, combatants, played: Date.now(), count: row.number, sum: row.sum });
  return !head;
}

/** The second chance knows nothing of the old journal any longer, which might be taken for the longer history. @param {string} key */
function rememberAnew(key) {
  tail.forget(key);
  for (const { row, name, system, combatants } of pending.slice(1).filter((entry) => entry.key === key)) {
    tail.remember(key, row, { name, system, combatants, played: Date.now() }, isUnsaved);
  }
}

/**
 * @param {Head} head
 * @returns {Head} what it says of an encounter that is played on, wherever it was deleted meanwhile
 */
function wanted(head) {
  const { deleted, seen, age, ...rest } = head;
  return rest;
}

/**
 * Others have gone on with these encounters: what this tab had to save is handed over, to be kept as others.
 *
 * @param {string[]} keys
 */
function strand(keys) {
  const histories = keys.map((key) => ({ key, records: (journals.get(key) ?? []).map(({ record }) => record) }));
  pending.splice(0, pending.length, ...pending.filter(({ key }) => !keys.includes(key)));
  for (const key of keys) {
    journals.delete(key);
    adrift.set(key, false);
  }
  report("stranded", JSON.stringify({ histories }));
}

/** What this tab had of the encounter is kept as another one. @param {string} key */
export function rescued(key) {
  adrift.delete(key);
  tail.forget(key); // or it would be taken for the longer history the next time
  if (!pending.length) settle(isSeated());
}

/** What only this tab has of the encounter is in a file. @param {string} key */
export function exported(key) {
  if (adrift.has(key)) adrift.set(key, true);
}

/** What only this tab has of the encounter is not wanted any longer. @param {string} key */
export function letGo(key) {
  adrift.delete(key);
  if (!pending.length) settle(isSeated());
}

/** @param {"saving" | "saved" | "failed" | "following"} state @param {string} words @param {string} [why] of a failure */
function say(state, words, why = "") {
  const mark = element("saving");
  mark.dataset.state = state;
  mark.textContent = words;
  if (why === trouble) return; // each step is saved: Python hears only of what it has to tell more about
  trouble = why;
  report("failed", JSON.stringify({ why }));
}

// Reading and mending

/**
 * @typedef {Mending & { head: Head | Purged | undefined, restored: number, missing: number }} Found how many rows are only
 *   in the second chance, and how many are known to be missing at the end
 */

/**
 * What there is of an encounter: the longest valid history of database and second chance, or what this tab has yet to save.
 *
 * @param {string} key @returns {Promise<Found>}
 */
async function look(key) {
  const range = IDBKeyRange.bound([key, 0], [key, Infinity]);
  const [head, rows] = await transact(["records", "encounters"], "readonly", (t) =>
    Promise.all([t.objectStore("encounters").get(key), t.objectStore("records").getAll(range)]),
  );
  const waiting = isPending(key) && journals.get(key);
  if (waiting) return { head, whole: waiting, bad: [], kept: 0, restored: 0, missing: 0 };
  const good = fitting(rows);
  // Who follows reads what is saved: the one who writes may be a step ahead.
  const second = isSeated() ? tail.recall(key) : [];
  let whole = [...good, ...fitting(second.filter(({ number }) => number > good.length), good)];
  const alone = fitting(second);
  if (alone.length > whole.length) whole = alone;
  const agreed = rows.findIndex(({ number, record, sum }, place) => {
    const right = whole[place];
    return number !== right?.number || record !== right.record || sum !== right.sum;
  });
  const bad = agreed < 0 ? [] : rows.slice(agreed);
  const kept = rows.length - bad.length;
  return { head, whole, bad, kept, restored: whole.length - kept, missing: Math.max(0, countOf(head) - whole.length) };
}

/** @param {Head | Purged | undefined} head @returns {number} how many records it has */
const countOf = (head) => (head && !head.purged ? head.count : 0);

/** @param {string} key @returns {boolean} whether something of it is still to be saved */
const isPending = (key) => pending.some((entry) => entry.key === key);

/** @param {Found} found @param {number} aside @returns {string} JSON */
function told({ head, whole, restored, missing }, aside) {
  const newer = Boolean(head && head.v > SCHEMA);
  const name = head && !head.purged ? head.name : "";
  return JSON.stringify({ name, records: whole.map(({ record }) => record), restored, aside, missing, newer });
}

/**
 * The journal of an encounter, to look at: nothing changes.
 *
 * @param {string} key
 * @returns {Promise<string>} JSON: `name`, `records`, oldest first; how many of them were `restored` from the second chance,
 *   how many more do not fit and would be set `aside`, and how many are `missing` at the end
 */
export async function readJournal(key) {
  const found = await look(key);
  return told(found, found.bad.length);
}

/**
 * The journal of an encounter, to go on with: mended where it needs it, now or as soon as there is room.
 *
 * @param {string} key
 * @returns {Promise<string>} JSON, as of `readJournal`; `aside` is what has been set aside
 */
export async function openJournal(key) {
  const found = await look(key);
  const { head, whole, bad, restored, missing } = found;
  const mayMend = isSeated() && !isNewer() && !(head && head.v > SCHEMA);
  if (mayMend && (restored || bad.length || (missing && whole.length))) {
    const about = (head?.purged ? undefined : head) ?? tail.remembered().get(key) ?? { name: "A fight", system: "", combatants: 0 };
    const { name, system, combatants } = about;
    try {
      await transact(["records", "encounters", "aside"], "readwrite", (t) => mend(t, { key, name, system, combatants }, found));
    } catch (problem) {
      console.warn("not mended", problem);
      const row = whole.at(-1);
      if (row) pending.push({ key, row, before: START, name, system, combatants, mending: found });
    }
  }
  if (isSeated()) journals.set(key, whole);
  if (!pending.length) settle(isSeated());
  else if (!writing) void write();
  return told(found, mayMend ? bad.length : 0); // who follows changes nothing, and an older version neither
}

/**
 * @param {Writing} transaction @param {About} about @param {Mending} mending
 * @returns {Promise<false>} nothing was lost that nobody knows of
 */
async function mend(transaction, { key, name, system, combatants }, { whole, bad, kept }) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  if (bad.length) await setRowsAside(transaction, key, name, bad, "Damaged, or out of order");
  for (const row of whole.slice(kept)) await records.put({ key, ...row });
  const head = await heads.get(key);
  const about = { played: tail.remembered().get(key)?.played ?? Date.now(), ...head, key, v: SCHEMA };
  const last = whole.at(-1);
  const mended = { name, system, combatants, ...about, count: whole.length, sum: last?.sum ?? START };
  if (last) await heads.put(mended);
  else await heads.delete(key); // all of it is set aside
  return false;
}

/** @param {Writing} transaction @param {string} key @param {string} name @param {Row[]} rows @param {string} why */
async function setRowsAside(transaction, key, name, rows, why) {
  await transaction.objectStore("aside").add({ v: SCHEMA, key, name, why, at: Date.now(), records: rows });
  for (const { number } of rows) await transaction.objectStore("records").delete([key, number]);
}

/**
 * Puts back all that was set aside at a time, onto the journal that ends where it begins.
 *
 * @param {number} id
 * @returns {Promise<boolean>} whether it fitted; if not, nothing has changed
 */
export async function putBack(id) {
  const aside = await transact(["aside"], "readonly", (t) => t.objectStore("aside").get(id));
  if (!aside || isUnsaved(aside.key)) return false;
  const { head, whole, bad, restored, missing } = await look(aside.key);
  const rows = fitting(aside.records, whole);
  const isWhole = head && head.v <= SCHEMA && !head.purged && !bad.length && !restored && !missing;
  const last = rows.at(-1);
  if (!isWhole || !last || rows.length !== aside.records.length) return false;
  const isBack = await transact(["records", "encounters", "aside"], "readwrite", async (t) => {
    const now = await t.objectStore("encounters").get(aside.key);
    if (!now || now.purged || now.count !== head.count || now.sum !== head.sum || !(await t.objectStore("aside").get(id))) return false;
    for (const row of rows) await t.objectStore("records").add({ key: aside.key, ...row });
    await t.objectStore("encounters").put({ ...now, count: last.number, sum: last.sum });
    await t.objectStore("aside").delete(id);
    return true;
  });
  if (isBack) tell({ kind: "list" });
  return isBack;
}

/** Puts back encounters that the database has lost as a whole, or whose entry in the list is gone, and a lost party. @returns {Promise<string[]>} their names */
async function recover() {
  const { heads, keys, members } = await transact(["records", "encounters", "party"], "readonly", async (t) => {
    /** @type {Set<string>} */
    const noted = new Set();
    for (let at = await t.objectStore("records").openKeyCursor(); at; ) {
      const [key] = at.key;
      noted.add(key);
      at = await at.continue([key, Infinity]);
    }
    const there = new Set(await t.objectStore("encounters").getAllKeys());
    return { heads: there, keys: noted, members: await t.objectStore("party").getAll() };
  });
  const second = tail.remembered();
  const names = [];
  for (const key of new Set([...keys, ...second.keys()])) {
    if (heads.has(key)) continue;
    await openJournal(key);
    if (journals.get(key)?.length) names.push(second.get(key)?.name ?? "A fight");
    if (!isPending(key)) journals.delete(key);
  }
  const party = tail.rememberedParty();
  if (members.length) {
    tail.rememberParty(members);
  } else if (party.length) {
    const back = transact(["party"], "readwrite", (t) => Promise.all(party.map((member) => t.objectStore("party").put(member))));
    await back.then(() => names.push("the party")).catch((problem) => console.warn("the party is not put back yet", problem));
  }
  return names;
}

/**
 * Makes it the encounter that this tab goes on with, and that the next start opens.
 *
 * @param {string} key or nothing
 */
export async function choose(key) {
  chosen = key;
  for (const other of journals.keys()) if (other !== key && !isPending(other)) journals.delete(other);
  if (!pending.length) settle(isSeated());
  if (!isSeated() || isNewer()) return;
  try {
    const isBack = await transact(["settings", "encounters"], "readwrite", async (t) => {
      await t.objectStore("settings").put(key, "current");
      const head = await t.objectStore("encounters").get(key);
      if (!head?.deleted || head.v > SCHEMA) return false;
      await t.objectStore("encounters").put(wanted(head));
      return true;
    });
    if (isBack) tell({ kind: "list" });
  } catch (problem) {
    console.warn("the next start opens another encounter", problem);
  }
  tell({ kind: "chosen", key });
}
