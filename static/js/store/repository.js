/** The stored data except the open fight: the list of encounters, the party and the quarantine. Changes are atomic. */
import { Conflict, FORMAT, LONGEST_SECONDS, STORES, transact } from "./database.js";
import { rowsOf } from "./journal_append_and_replace.js";
import { noteEntry, putEntry } from "./list_entries.js";
import { restoreRows } from "./journal_repair_and_quarantine.js";
import { finish, isUnsaved } from "./write_queue.js";
import { broadcast } from "./tab_messages.js";
import { findDamaged, isQuarantined, isMember, placeOf, readHead } from "./row_validation.js";
import * as localCopy from "./local_storage_copy.js";

/** @typedef {import("./database.js").Keyed} Keyed */
/** @typedef {import("./database.js").Deletable} Deletable */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Member} Member */
/** @typedef {import("./database.js").Pack} Pack */
/** @typedef {import("./database.js").Purged} Purged */

/**
 * Changes requested by Python. Everything else stays as it is.
 *
 * @typedef {{
 *   move?: [from: string, to: string, fields: Partial<Head>][],
 *   put?: (Pick<Head, "key" | "name" | "system" | "combatants" | "archived" | "template" | "place" | "campaign" | "played" | "sum" | "left"> & { rows: [number, string, string][] })[],
 *   change?: Record<string, Partial<Head>>,
 *   party?: Omit<Member, "format">[],
 *   partyChange?: Record<string, Partial<Member>>,
 *   asideGone?: number[],
 *   purge?: string[],
 *   packs?: Omit<Pack, "format">[],
 *   packsGone?: string[],
 * }} Changes
 */

const DAY_MS = 86_400_000;

/**
 * Deleted data is kept for at least thirty days. The clock is not trusted: a deleted row ages by at most so many days
 * between two starts, and is purged at this total age.
 */
const MOST_BETWEEN_MS = 10 * DAY_MS;
const OLD_MS = 40 * DAY_MS;

/** @returns {Promise<string>} JSON: the entries of the list, the last saved first, each with its `order` */
export async function list() {
  await finish(); // a backup that is made as the page is left would lack the fight of the last step
  const raw = await transact(["encounters"], "readonly", (t) => t.objectStore("encounters").getAll());
  const there = raw.map(readHead).filter((head) => head !== undefined && !head.purged);
  there.sort((left, right) => placeOf(right) - placeOf(left));
  return JSON.stringify(there.map((head) => ({ ...head, order: placeOf(head), when: head.played ? written(head.played) : "" })));
}

/** @param {number} played @returns {string} the day with the hour, or with the year if it is another year */
function written(played) {
  const isOfThisYear = new Date(played).getFullYear() === new Date().getFullYear();
  const day = /** @type {const} */ ({ month: "short", day: "numeric" });
  const rest = isOfThisYear ? /** @type {const} */ ({ hour: "numeric", minute: "2-digit" }) : /** @type {const} */ ({ year: "numeric" });
  return new Intl.DateTimeFormat(undefined, { ...day, ...rest }).format(played);
}

/** @returns {Promise<string>} JSON: `party`, quarantined parts (`aside`), and `damaged` rows */
export async function partyAndQuarantine() {
  const [members, parts, damaged] = await transact(STORES, "readonly", (t) =>
    Promise.all([t.objectStore("party").getAll(), t.objectStore("aside").getAll(), findDamaged(t)]),
  );
  const party = members.filter(isMember);
  const aside = parts.filter(isQuarantined);
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
  return JSON.stringify({ party: party.map((member) => (member.deleted ? { ...member, when: when.format(member.deleted) } : member)), aside, damaged });
}

/** @returns {Promise<string>} JSON: the packs of creatures, read when *Add* is opened and not at a start */
export async function readPacks() {
  const rows = await transact(["packs"], "readonly", (t) => t.objectStore("packs").getAll());
  return JSON.stringify(rows);
}

/** @param {string} key @returns {Promise<string>} `deleted` or `purged`; empty for an encounter that is neither */
export async function fate(key) {
  const head = await transact(["encounters"], "readonly", (t) => t.objectStore("encounters").get(key));
  if (head?.purged) return "purged";
  return head?.deleted ? "deleted" : "";
}

/**
 * Makes all changes in one transaction.
 *
 * @param {string} text JSON: `move` (from key, to key, changed fields; frees the first key), `put` (new journals: key, name, system,
 *   combatants, played, archived, rows), `change` (of list entries, by key), `party` (put), `partyChange` (of members, by key),
 *   `asideGone` (ids), `purge` (keys), `packs` (put), `packsGone` (keys)
 */
export async function commit(text) {
  /** @type {Changes} */
  const { move = [], put = [], change = {}, party = [], partyChange = {}, asideGone = [], purge = [], packs = [], packsGone = [] } = JSON.parse(text);
  const members = await transact(STORES, "readwrite", async (t) => {
    const [heads, records] = [t.objectStore("encounters"), t.objectStore("records")];
    for (const [from, to, fields] of move) {
      const head = await heads.get(from);
      for (const row of await takeRows(t, from)) await records.put({ ...row, key: to });
      if (head) await putEntry(t, { ...withFields(head, fields), key: to });
      await heads.delete(from);
    }
    for (const { key, rows, sum, ...about } of put) {
      for (const [number, record, own] of rows) await records.add({ key, number, record, sum: own });
      if ((await heads.get(key))?.purged) await heads.delete(key);
      const entry = { ...about, key, format: FORMAT, count: rows.length, sum };
      await heads.add(entry);
      noteEntry(t, entry);
    }
    for (const [key, fields] of Object.entries(change)) {
      const head = await heads.get(key);
      if (head && head.format > FORMAT) throw new Conflict("a newer version has written this encounter");
      if (head) await putEntry(t, withFields(head, fields));
    }
    for (const key of purge) {
      await takeRows(t, key);
      await heads.put({ key, format: FORMAT, purged: true });
    }
    for (const member of party) await t.objectStore("party").put({ ...member, format: FORMAT });
    for (const [key, fields] of Object.entries(partyChange)) {
      const member = await t.objectStore("party").get(key);
      if (member) await t.objectStore("party").put(withFields(member, fields));
    }
    for (const pack of packs) await t.objectStore("packs").put({ ...pack, format: FORMAT });
    for (const key of packsGone) await t.objectStore("packs").delete(key);
    const damaged = asideGone.some((id) => id < 0) ? await findDamaged(t) : [];
    for (const id of asideGone) {
      const bad = damaged[-1 - id]; // Python numbers damaged rows from -1 down
      if (bad) await t.objectStore(bad.store).delete(/** @type {string} */ (bad.key));
      else await t.objectStore("aside").delete(id);
    }
    return t.objectStore("party").getAll();
  }, LONGEST_SECONDS);
  localCopy.saveParty(members.filter(isMember));
  for (const key of [...purge, ...move.map(([from]) => from)]) localCopy.remove(key);
  broadcast({ kind: "list" });
}

/** Restores the party from the copy in localStorage. */
export async function restoreParty() {
  const party = localCopy.readParty();
  await transact(["party"], "readwrite", (t) => Promise.all(party.map((member) => t.objectStore("party").put(member))));
}

/**
 * Restores a quarantined part to its journal.
 *
 * @param {string} text JSON: its `id`, the `key` of its encounter, the expected `end` of the journal (count and sum), and its `newEnd`
 * @returns {Promise<boolean>} whether the journal still ended there; if not, nothing has changed
 */
export async function restorePart(text) {
  /** @type {import("./journal_repair_and_quarantine.js").Back} */
  const back = JSON.parse(text);
  const isBack = !isUnsaved(back.key) && (await restoreRows(back));
  if (isBack) broadcast({ kind: "list" });
  return isBack;
}

/** @typedef {import("./database.js").Transaction<"readwrite">} Writing */

/** @param {Writing} transaction @param {string} key @returns {Promise<Keyed[]>} the deleted rows */
async function takeRows(transaction, key) {
  const records = transaction.objectStore("records");
  const rows = await records.getAll(rowsOf(key));
  await records.delete(rowsOf(key));
  return rows;
}

/**
 * Changes fields of a row, and resets its age if it is deleted or restored.
 *
 * @template {Head | Purged | Member} T @param {T} row @param {object} fields
 * @returns {T}
 */
function withFields(row, fields) {
  const { seen, age, ...rest } = /** @type {T & Deletable} */ (row);
  return /** @type {T} */ ("deleted" in fields ? { ...rest, ...fields } : { ...row, ...fields });
}

/**
 * Purges data that was deleted long ago. Called at a start.
 *
 * @param {string} open key of the open encounter, which stays, as does the one that the next start opens
 * @returns {Promise<number>} the number of purged encounters
 */
export async function clearDeleted(open) {
  const [gone, members] = await transact(STORES, "readwrite", async (t) => {
    const [heads, party] = [t.objectStore("encounters"), t.objectStore("party")];
    const needed = [open, await t.objectStore("settings").get("current")];
    /** @type {string[]} */
    const old = [];
    for (const raw of await heads.getAll()) {
      const head = readHead(raw);
      if (!head?.deleted || head.purged || head.format > FORMAT || needed.includes(head.key)) continue;
      const now = withAge(head, head.deleted);
      if ((now.age ?? 0) >= OLD_MS) {
        await takeRows(t, head.key);
        await heads.put({ key: head.key, format: FORMAT, purged: true });
        old.push(head.key);
      } else if (now !== head) await putEntry(t, now);
    }
    for (const member of await party.getAll()) {
      if (!isMember(member) || !member.deleted || member.format > FORMAT) continue;
      const now = withAge(member, member.deleted);
      if ((now.age ?? 0) >= OLD_MS) await party.delete(member.key);
      else if (now !== member) await party.put(now);
    }
    return [old, await party.getAll()];
  });
  localCopy.saveParty(members);
  for (const key of gone) localCopy.remove(key);
  if (gone.length) broadcast({ kind: "list" });
  return gone.length;
}

/**
 * @template {Head | Member} T @param {T} row @param {number} deleted
 * @returns {T} the row with its new age; the same row if no day has passed or the clock has gone back
 */
function withAge(row, deleted) {
  const { seen = deleted, age = 0 } = row;
  const passed = Date.now() - seen;
  return passed < DAY_MS ? row : { ...row, seen: Date.now(), age: age + Math.min(passed, MOST_BETWEEN_MS) };
}
