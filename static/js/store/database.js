/**
 * The database of this device: opened on demand, reopened when the browser drops it, never written if a newer version made
 * it.
 */
import { openDB } from "../../../vendor/idb.js";
import { withTimeout, nameOf } from "../page/errors.js";
import { ownName } from "./namespace.js";

const NAME = ownName("turntrack");

/** @typedef {{ number: number, record: string, sum: string }} Row unchecked when it is read */
/** @typedef {Row & { key: string }} Keyed a row with the key of its encounter */

/**
 * @typedef {{ deleted?: number, seen?: number, age?: number }} Deletable if deleted: the time, the last start since, and the time
 *   counted between starts
 */

/**
 * @typedef {{ key: string, format: number, name: string, system: string, combatants: number, played: number }} Listed
 * @typedef {{ left?: unknown }} Left the summary, which Python writes and checks
 * @typedef {Listed & Left & Deletable & { count: number, sum: string, order?: number, archived?: boolean, template?: boolean, place?: number, campaign?: string, purged?: undefined }} Head
 *   an encounter's entry in the list, with its place in the `order` of saving
 */

/**
 * @typedef {{ key: string, format: number, purged: true, archived?: boolean, deleted?: undefined }} Purged the remaining entry of an
 *   encounter that was deleted for good
 */

/**
 * @typedef {Deletable & { key: string, format: number, name: string, system: string, command?: unknown, enemy?: boolean, rules?: unknown, about?: unknown }} Member
 *   of the party, or a rule set with its `rules`, or a campaign with `about`
 */

/**
 * @typedef {{ key: string, format: number, name: string, campaign?: string, game?: string, creatures: number, text: string }} Pack a
 *   pack of creatures, as Python writes and checks it
 */

/**
 * @typedef {{ format: number, key: string, name: string, why: string, at: number, records: Row[] }} Aside quarantined rows of an
 *   encounter
 */

/**
 * The schema of the database.
 *
 * @typedef {{
 *   encounters: { key: string, value: Head | Purged },
 *   records: { key: [key: string, number: number], value: Keyed },
 *   aside: { key: number, value: Aside },
 *   party: { key: string, value: Member },
 *   packs: { key: string, value: Pack },
 *   settings: { key: string, value: string | number | import("./backup_files.js").Folder },
 * }} Schema
 * @typedef {keyof Schema} Store
 * @typedef {"readonly" | "readwrite"} Mode
 */

/**
 * @template {Mode} M
 * @typedef {import("idb").IDBPTransaction<Schema, Store[], M>} Transaction
 */

/** @typedef {import("idb").IDBPDatabase<Schema>} Database */

/**
 * The format of the rows, from release 1.0.0 on. Rows of a higher format are never overwritten; older builds wrote no
 * format.
 */
export const FORMAT = 1;

/** One upgrade for each released version of the database. An upgrade is never edited. */
const STEPS = [
  (/** @type {Database} */ db) => {
    db.createObjectStore("encounters", { keyPath: "key" });
    db.createObjectStore("records", { keyPath: ["key", "number"] });
    db.createObjectStore("aside", { keyPath: "id", autoIncrement: true });
    db.createObjectStore("party", { keyPath: "key" });
    db.createObjectStore("settings");
  },
  (/** @type {Database} */ db) => {
    db.createObjectStore("packs", { keyPath: "key" });
  },
];

/** @type {Store[]} */
export const STORES = ["encounters", "records", "aside", "party", "settings", "packs"];

/** @type {Promise<Database> | undefined} */
let opening;
let newer = false;

/** Whether a newer version made the database, which is then read-only. */
export const isNewer = () => newer;

/**
 * Far longer than an operation takes: detects connections and transactions that hang, as beside a page that is being closed.
 */
const OPENING_SECONDS = 10;
const USUAL_SECONDS = 30;

/** Enough for the largest file on a slow tablet. */
export const LONGEST_SECONDS = 120;

/** @type {Set<() => void>} aborts of the transactions in progress */
const running = new Set();

// WebKit: a page in the back/forward cache blocks the store until its transaction ends, and the transaction does not proceed
// there. So abort it; it is retried if the page comes back.
addEventListener("pagehide", ({ persisted }) => {
  for (const stop of persisted ? running : []) stop();
});

/** Raised when another tab has written different data. */
export class Conflict extends Error {
  name = "Conflict";
}

/**
 * Runs one transaction and waits until it is complete; with `readwrite` with strict durability.
 *
 * A connection that was dropped or hangs is reopened once.
 *
 * @template T @template {Mode} M
 * @param {Store[]} stores @param {M} mode
 * @param {(transaction: Transaction<M>) => Promise<T>} action
 * @param {number} [seconds] limit
 * @returns {Promise<T>} rejects with TimedOut after so many seconds; then nothing has changed
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
      // It has just ended.
    }
  };
  running.add(stop);
  complete.catch(() => {}); // reported by the await below
  /** @type {T[]} the result of the action, once there is one */
  const results = [];
  const whole = async () => {
    const result = await action(transaction);
    results.push(result);
    await complete;
    return result;
  };
  try {
    return await withTimeout("This device’s storage", seconds, whole());
  } catch (problem) {
    try {
      transaction.abort();
    } catch {
      // It has ended: with an error that explains the failed request, or successfully just now.
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
    const mine = withTimeout("This device’s storage", OPENING_SECONDS, open());
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

/** Closes the connection; the next transaction opens a new one. */
function forget() {
  const old = opening;
  opening = undefined;
  old?.then((db) => db.close()).catch(() => {});
}

/** @returns {string} a random key for an encounter */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
