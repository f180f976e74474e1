/** The database of this device: opened when needed, opened again when the browser drops it, never written when it is newer. */
import { openDB } from "../../../vendor/idb.js";
import { within } from "../page/timeouts.js";
import { own } from "../page/storage_names.js";
import { nameOf } from "../page/errors.js";

const NAME = own("turntrack");

/** @typedef {{ number: number, record: string, sum: string }} Row as it should be: what is read may be damaged */
/** @typedef {Row & { key: string }} Keyed a row with the key of its encounter */

/**
 * @typedef {{ deleted?: number, seen?: number, age?: number }} Deletable where it is deleted: when, the latest start since
 *   then, and the time counted between those
 */

/**
 * @typedef {{ key: string, format: number, name: string, system: string, combatants: number, played: number }} Listed
 * @typedef {{ left?: unknown }} Left how it was left: Python’s, which knows whether it still is so
 * @typedef {Listed & Left & Deletable & { count: number, sum: string, archived?: boolean, template?: boolean, purged?: undefined }} Head an
 *   encounter's entry in the list
 */

/**
 * @typedef {{ key: string, format: number, purged: true, archived?: boolean, deleted?: undefined }} Purged what is left of an
 *   encounter that was deleted for good
 */

/** @typedef {Deletable & { key: string, format: number, name: string, system: string, combatant: unknown, enemy?: boolean }} Member of the party */

/**
 * @typedef {{ format: number, key: string, name: string, why: string, at: number, records: Row[] }} Aside rows that did not
 *   fit, of the encounter with this key
 */

/**
 * What lies in the database.
 *
 * @typedef {{
 *   encounters: { key: string, value: Head | Purged },
 *   records: { key: [key: string, number: number], value: Keyed },
 *   aside: { key: number, value: Aside },
 *   party: { key: string, value: Member },
 *   settings: { key: string, value: string },
 * }} Schema
 *
 * @typedef {keyof Schema} Store
 * @typedef {"readonly" | "readwrite"} Mode
 */

/**
 * @template {Mode} M
 * @typedef {import("idb").IDBPTransaction<Schema, Store[], M>} Transaction
 */

/** @typedef {import("idb").IDBPDatabase<Schema>} Database */

/** The format of the rows, from release 1.0.0 on. Those of a higher one are never written over; older builds wrote none. */
export const FORMAT = 1;

/** One step for each version of the database that was ever released, from the one before it. A step is never edited. */
const STEPS = [
  (/** @type {Database} */ db) => {
    db.createObjectStore("encounters", { keyPath: "key" });
    db.createObjectStore("records", { keyPath: ["key", "number"] });
    db.createObjectStore("aside", { keyPath: "id", autoIncrement: true });
    db.createObjectStore("party", { keyPath: "key" });
    db.createObjectStore("settings");
  },
];

/** @type {Store[]} */
export const STORES = ["encounters", "records", "aside", "party", "settings"];

/** @type {Promise<Database> | undefined} */
let opening;
let newer = false;

/** Whether a newer version of this program has made the database: then it is read and never written. */
export const isNewer = () => newer;

/** Far longer than any of it takes: a connection or a transaction that hangs, as beside a page that is just dying. */
const OPENING_SECONDS = 10;
const USUAL_SECONDS = 30;

/** A file of the greatest length, on a slow tablet. */
export const LONGEST_SECONDS = 120;

/** @type {Set<() => void>} what stops a transaction that is under way */
const running = new Set();

// A page that is put aside, for “back”, keeps the store from whoever comes next until its transaction is over, and it goes
// on with none (WebKit). What is stopped so is done again should the page come back.
addEventListener("pagehide", ({ persisted }) => {
  for (const stop of persisted ? running : []) stop();
});

/** Somebody else has written what was to be written, and something different. */
export class Conflict extends Error {
  name = "Conflict";
}

/**
 * Runs one transaction and waits until it is complete; with `readwrite`, strictly: on the disk as far as the browser can say.
 *
 * A connection that the browser has dropped, or that hangs, is opened again, once.
 *
 * @template T @template {Mode} M
 * @param {Store[]} stores @param {M} mode
 * @param {(transaction: Transaction<M>) => Promise<T>} action
 * @param {number} [seconds] that it may take
 * @returns {Promise<T>} rejects with Late where it takes longer: then nothing of it has happened
 */
export async function transact(stores, mode, action, seconds = USUAL_SECONDS) {
  for (let attempt = 1; ; attempt++) {
    try {
      const db = await database();
      if (newer && mode === "readwrite") throw new Conflict("the database is of a newer version");
      return await once(db.transaction(stores, mode, { durability: "strict" }), action, seconds);
    } catch (problem) {
      const hopeless = problem instanceof Conflict || ["QuotaExceededError", "DataError"].includes(nameOf(problem));
      if (hopeless || attempt === 2) throw problem;
      forget();
    }
  }
}

/**
 * @template T @template {Mode} M
 * @param {Transaction<M>} transaction
 * @param {(transaction: Transaction<M>) => Promise<T>} action
 * @param {number} seconds
 * @returns {Promise<T>}
 */
async function once(transaction, action, seconds) {
  const complete = transaction.done;
  const stop = () => {
    try {
      transaction.abort();
    } catch {
      // It has just ended by itself.
    }
  };
  running.add(stop);
  complete.catch(() => {}); // told by what is awaited below
  /** @type {T[]} what has come of the action, once something has */
  const results = [];
  const whole = async () => {
    const result = await action(transaction);
    results.push(result);
    await complete;
    return result;
  };
  try {
    return await within("This device’s store", seconds, whole());
  } catch (problem) {
    try {
      transaction.abort();
    } catch {
      // It has ended by itself: for a better reason than the request that failed with it, or just now, and well.
      await complete;
      if (results.length) return results[0];
    }
    throw transaction.error ?? problem;
  } finally {
    running.delete(stop);
  }
}

/** @returns {Promise<Database>} */
function database() {
  if (!opening) {
    const mine = within("This device’s store", OPENING_SECONDS, open());
    opening = mine;
    mine.catch(() => opening === mine && (opening = undefined));
  }
  return opening;
}

/** @returns {Promise<Database>} */
async function open() {
  const events = { terminated: forget, blocking: forget };
  try {
    /** @type {Database} */
    const db = await openDB(NAME, STEPS.length, {
      ...events,
      upgrade: (fresh, from) => STEPS.slice(from).forEach((step) => step(fresh)),
    });
    newer = false;
    return db;
  } catch (problem) {
    if (nameOf(problem) !== "VersionError") throw problem;
    newer = true;
    return openDB(NAME, undefined, events);
  }
}

/** Lets go of the connection; the next transaction opens another. */
function forget() {
  const old = opening;
  opening = undefined;
  old?.then((db) => db.close()).catch(() => {});
}
