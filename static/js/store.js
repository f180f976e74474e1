/**
 * Keeps the journals of encounters on this device: one strict transaction a record, and a second chance beside it.
 *
 * A record counts as saved when its transaction has completed, and the saving mark on the screen says so only then.
 */
import { fitting, link, START } from "./chain.js";
import { Conflict, isNewer, STORES, transact } from "./database.js";
import { isSeated, sit, takeSeat, tell } from "./seat.js";
import * as tail from "./tail.js";

/** @typedef {import("./chain.js").Row} Row */
/** @typedef {{ key: string, v: number, name: string, system: string, combatants: number, played: number, count: number, sum: string, archived?: boolean, deleted?: number, purged?: boolean }} Head */
/** @typedef {{ key: string, row: Row, before: string, name: string, system: string, combatants: number }} Entry */

/** The version of the rows: those with a higher one are never written over. */
const SCHEMA = 1;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** Deleted encounters can be brought back for so long. */
const DELETED_DAYS = 30;

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
  addEventListener("beforeunload", (event) => pending.length && event.preventDefault());
  document.addEventListener("visibilitychange", () => document.hidden || tryNow());
  const seated = await sit({ changed, finish, heard: ({ kind, ...detail }) => report(kind, JSON.stringify(detail)) });
  const current = (await transact(["settings"], "readonly", (t) => t.objectStore("settings").get("current"))) ?? "";
  const restored = seated && !isNewer() ? await recover() : [];
  settle(seated);
  return JSON.stringify({ seated, newer: isNewer(), restored, current });
}

/** @param {boolean} seated */
function changed(seated) {
  journals.clear();
  if (!seated && pending.length) {
    const keys = [...new Set(pending.map(({ key }) => key))];
    pending.length = 0;
    tryNow();
    report("stranded", JSON.stringify({ keys }));
  }
  settle(seated);
  report("seat", JSON.stringify({ seated }));
}

/** Says how things are when there is nothing to save. @param {boolean} seated */
function settle(seated) {
  if (!seated || isNewer()) say("following", isNewer() ? "Read only" : "Following");
  else if (!pending.length) say("saved", "Saved");
}

/** Waits until what there is to save is saved, as long as that goes well. */
async function finish() {
  for (let turn = 0; writing && turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Makes this tab the one that writes; `seat` tells when it is. */
export const takeOver = () => void takeSeat();

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
  tail.remember(key, row, { name, system, combatants, played: Date.now() });
  pending.push({ key, row, before, name, system, combatants });
  if (!failing) say("saving", "Saving…");
  if (!writing) void write();
}

async function write() {
  writing = true;
  let pause = FIRST_PAUSE_MS;
  while (pending.length) {
    const entry = pending[0];
    try {
      const anew = await transact(["records", "encounters"], "readwrite", (t) => append(t, entry));
      if (anew) {
        await choose(entry.key);
        report("anew", JSON.stringify({ restored: await recover() }));
      }
      const { key, row } = entry;
      tell({ kind: "kept", key, number: row.number, record: row.record });
      document.getElementById("saving").dataset.number = String(row.number);
      failing = false;
      pause = FIRST_PAUSE_MS;
      if (pending[0] === entry) pending.shift();
    } catch (problem) {
      if (isNewer()) {
        // What is not saved stays in the second chance, for the newer version to find.
        pending.length = 0;
        report("newer", "{}");
        break;
      }
      if (problem instanceof Conflict) {
        strand(entry.key, problem);
        continue;
      }
      console.warn("not saved", problem);
      failing = true;
      const full = problem?.name === "QuotaExceededError";
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
 * @param {import("idb").IDBPTransaction} transaction @param {Entry} entry
 * @returns {Promise<boolean>} whether the whole journal had to be written anew, because the store had lost it
 */
async function append(transaction, { key, row, before, name, system, combatants }) {
  const heads = transaction.objectStore("encounters");
  const records = transaction.objectStore("records");
  /** @type {Head | undefined} */
  const head = await heads.get(key);
  if (head && (head.v > SCHEMA || head.purged)) throw new Conflict("the encounter is of a newer version, or deleted for good");
  const next = { ...head, key, v: SCHEMA, name, system, combatants, played: Date.now(), count: row.number, sum: row.sum };
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

/** Another tab has gone on with the encounter: what this one had to save is kept as an encounter of its own. @param {string} key @param {unknown} problem */
function strand(key, problem) {
  console.warn("not saved", problem);
  for (let place = pending.length - 1; place >= 0; place--) if (pending[place].key === key) pending.splice(place, 1);
  journals.delete(key);
  report("stranded", JSON.stringify({ keys: [key] }));
}

/** @param {"saving" | "saved" | "failed" | "following"} state @param {string} words @param {string} [why] of a failure */
function say(state, words, why = "") {
  const mark = document.getElementById("saving");
  mark.dataset.state = state;
  mark.textContent = words;
  if (why === trouble) return; // each step is saved: Python hears only of what it has to tell more about
  trouble = why;
  report("failed", JSON.stringify({ why }));
}

// Reading and mending

/**
 * The journal of an encounter, mended where it needs it: the longest valid history of database and second chance.
 *
 * @param {string} key
 * @returns {Promise<string>} JSON: `name`, `records`, oldest first; how many were `restored` from the second chance, `aside`
 *   because they did not fit, and `missing` at the end
 */
export async function fetchJournal(key) {
  const range = IDBKeyRange.bound([key, 0], [key, Infinity]);
  /** @type {[Head | undefined, any[]]} */
  const [head, rows] = await transact(["records", "encounters"], "readonly", (t) =>
    Promise.all([t.objectStore("encounters").get(key), t.objectStore("records").getAll(range)]),
  );
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
  const restored = whole.length - kept;
  const missing = Math.max(0, (head?.count ?? 0) - whole.length);
  const mayMend = isSeated() && !isNewer() && !(head && head.v > SCHEMA);
  if (mayMend && (restored || bad.length || (missing && whole.length))) {
    const why = bad.length ? "Damaged, or out of order" : "";
    await transact(["records", "encounters", "aside"], "readwrite", (t) => mend(t, key, head, whole, bad, kept, why));
  }
  if (isSeated()) {
    for (const other of journals.keys()) if (!pending.some((entry) => entry.key === other)) journals.delete(other);
    journals.set(key, whole);
  }
  const newer = Boolean(head && head.v > SCHEMA);
  const name = head?.name ?? "";
  const aside = mayMend ? bad.length : 0; // who follows changes nothing, and an older version neither
  return JSON.stringify({ name, records: whole.map(({ record }) => record), restored, aside, missing, newer });
}

/**
 * @param {import("idb").IDBPTransaction} transaction @param {string} key @param {Head | undefined} head
 * @param {Row[]} whole @param {any[]} bad rows to set aside @param {number} kept how many rows stay @param {string} why
 */
async function mend(transaction, key, head, whole, bad, kept, why) {
  const about = head ?? { ...(tail.remembered().get(key) ?? { name: "A fight", system: "", combatants: 0, played: Date.now() }), key, v: SCHEMA };
  const records = transaction.objectStore("records");
  if (bad.length) await setRowsAside(transaction, key, about.name, bad, why);
  for (const row of whole.slice(kept)) await records.put({ key, ...row });
  const heads = transaction.objectStore("encounters");
  if (whole.length) await heads.put({ ...about, count: whole.length, sum: whole.at(-1).sum });
  else await heads.delete(key); // all of it is set aside
}

/** @param {import("idb").IDBPTransaction} transaction @param {string} key @param {string} name @param {any[]} rows @param {string} why */
async function setRowsAside(transaction, key, name, rows, why) {
  await transaction.objectStore("aside").add({ v: SCHEMA, key, name, why, at: Date.now(), records: rows });
  for (const { number } of rows) await transaction.objectStore("records").delete([key, number]);
}

/**
 * Sets aside what cannot be read as a history, from a record on.
 *
 * @param {string} key @param {number} number the first that cannot be read @param {string} why
 */
export async function setAside(key, number, why) {
  await transact(["records", "encounters", "aside"], "readwrite", async (t) => {
    const head = await t.objectStore("encounters").get(key);
    const bad = await t.objectStore("records").getAll(IDBKeyRange.bound([key, number], [key, Infinity]));
    await setRowsAside(t, key, head?.name ?? "A fight", bad, why);
    const last = await t.objectStore("records").get([key, number - 1]);
    await t.objectStore("encounters").put({ ...head, count: number - 1, sum: last?.sum ?? START });
  });
  tail.forget(key);
  journals.set(key, (journals.get(key) ?? []).slice(0, number - 1));
}

/** Puts back encounters that the database has lost as a whole, or whose entry in the list is gone, and a lost party. @returns {Promise<string[]>} their names */
async function recover() {
  const [heads, keys, members] = await transact(["records", "encounters", "party"], "readonly", async (t) => {
    const found = new Set();
    for (let at = await t.objectStore("records").openKeyCursor(); at; ) {
      const [key] = /** @type {[string, number]} */ (at.key);
      found.add(key);
      at = await at.continue([key, Infinity]);
    }
    return [new Set(await t.objectStore("encounters").getAllKeys()), found, await t.objectStore("party").getAll()];
  });
  const second = tail.remembered();
  const names = [];
  for (const key of new Set([...keys, ...second.keys()])) {
    if (heads.has(key)) continue;
    await fetchJournal(key);
    if (journals.get(key)?.length) names.push(second.get(key)?.name ?? "A fight");
    journals.delete(key);
  }
  const party = tail.rememberedParty();
  if (members.length) {
    tail.rememberParty(members);
  } else if (party.length) {
    await transact(["party"], "readwrite", (t) => Promise.all(party.map((member) => t.objectStore("party").put(member))));
    names.push("the party");
  }
  return names;
}

// The list, and changes of several things at once

/** @returns {Promise<string>} JSON: what the list says of each encounter, the last played first */
export async function list() {
  /** @type {Head[]} */
  const found = await transact(["encounters"], "readonly", (t) => t.objectStore("encounters").getAll());
  found.sort((one, other) => other.played - one.played);
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return JSON.stringify(found.filter(({ purged }) => !purged).map((head) => ({ ...head, when: head.played ? when.format(head.played) : "" })));
}

/** @returns {Promise<string>} JSON: `party` and what was set `aside` */
export async function shelf() {
  const [party, aside] = await transact(["party", "aside"], "readonly", (t) =>
    Promise.all([t.objectStore("party").getAll(), t.objectStore("aside").getAll()]),
  );
  return JSON.stringify({ party, aside });
}

/**
 * All of this in one transaction, or nothing.
 *
 * @param {string} text JSON: `move` ([from, to] keys: what is there makes room, as an archived encounter), `put` (new
 *   journals: key, name, system, combatants, played, archived, records), `change` (of entries in the list, by key),
 *   `party` (put), `partyGone` (keys), `asideGone` (ids), `purge` (keys)
 */
export async function commit(text) {
  const { move = [], put = [], change = {}, party = [], partyGone = [], asideGone = [], purge = [] } = JSON.parse(text);
  const members = await transact(STORES, "readwrite", async (t) => {
    const [heads, records] = [t.objectStore("encounters"), t.objectStore("records")];
    for (const [from, to] of move) {
      const head = await heads.get(from);
      for (const row of await takeRows(records, from)) await records.put({ ...row, key: to });
      await heads.put({ ...head, key: to, archived: true });
      await heads.delete(from);
    }
    for (const { key, records: texts, ...about } of put) {
      let sum = START;
      for (const [place, record] of texts.entries()) {
        sum = link(sum, place + 1, record);
        await records.add({ key, number: place + 1, record, sum });
      }
      if ((await heads.get(key))?.purged) await heads.delete(key);
      await heads.add({ played: Date.now(), ...about, key, v: SCHEMA, count: texts.length, sum });
    }
    for (const [key, fields] of Object.entries(change)) {
      const head = await heads.get(key);
      if (head && head.v <= SCHEMA) await heads.put({ ...head, ...fields });
    }
    for (const key of purge) {
      await takeRows(records, key);
      await heads.put({ key, v: SCHEMA, purged: true });
    }
    for (const member of party) await t.objectStore("party").put({ ...member, v: SCHEMA });
    for (const key of partyGone) await t.objectStore("party").delete(key);
    for (const id of asideGone) await t.objectStore("aside").delete(id);
    return t.objectStore("party").getAll();
  });
  tail.rememberParty(members);
  for (const key of [...purge, ...move.map(([from]) => from)]) tail.forget(key);
  tell({ kind: "list" });
}

/** @param {any} records @param {string} key @returns {Promise<any[]>} the rows, which are there no longer */
async function takeRows(records, key) {
  const range = IDBKeyRange.bound([key, 0], [key, Infinity]);
  const rows = await records.getAll(range);
  await records.delete(range);
  return rows;
}

/** @returns {Promise<string>} JSON: the keys of encounters that were deleted long ago */
export async function longDeleted() {
  const heads = await transact(["encounters"], "readonly", (t) => t.objectStore("encounters").getAll());
  const limit = Date.now() - DELETED_DAYS * 86_400_000;
  return JSON.stringify(heads.filter(({ deleted, purged }) => deleted && !purged && deleted < limit).map(({ key }) => key));
}

/** @param {string} key the encounter to open at the next start, or nothing */
export async function choose(key) {
  if (!isSeated() || isNewer()) return;
  await transact(["settings"], "readwrite", (t) => t.objectStore("settings").put(key, "current"));
  tell({ kind: "chosen", key });
}
