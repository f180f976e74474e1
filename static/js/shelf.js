/** What lies on this device beside the open fight: the list of encounters, the party, what was set aside; changed all at once or not at all. */
import { link, START } from "./chain.js";
import { Conflict, SCHEMA, STORES, transact } from "./database.js";
import { tell } from "./seat.js";
import * as tail from "./tail.js";

/** @typedef {import("./database.js").Head} Head */

/** Deleted encounters can be brought back for so long. */
const DELETED_DAYS = 30;

/** @returns {Promise<string>} JSON: what the list says of each encounter, the last played first */
export async function list() {
  /** @type {Head[]} */
  const found = await transact(["encounters"], "readonly", (t) => t.objectStore("encounters").getAll());
  found.sort((one, other) => other.played - one.played);
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return JSON.stringify(found.filter(({ purged }) => !purged).map((head) => ({ ...head, when: head.played ? when.format(head.played) : "" })));
}

/** @returns {Promise<string>} JSON: `party` and what was set `aside` */
export async function partyAndAside() {
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
      if (head?.v > SCHEMA) throw new Conflict("a newer version has written this encounter");
      if (head) await heads.put({ ...head, ...fields });
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
