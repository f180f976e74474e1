/** The database of this device: opened when needed, opened again when the browser drops it, never written when it is newer. */
import { openDB } from "../../vendor/idb.js";
import { beginWithFormer } from "./former.js";
import { within } from "./limits.js";
import { own } from "./names.js";

const NAME = own("turntrack");

/** @typedef {{ key: string, v: number, name: string, system: string, combatants: number, played: number, count: number, sum: string, archived?: boolean, deleted?: number, seen?: number, age?: number, purged?: boolean }} Head an encounter's entry in the list; where it is deleted: when, the latest start since then, and the time counted between those */

/** The version of the rows: those with a higher one are never written over. */
export const SCHEMA = 1;

/** One step for each version of the database that was ever released, from the one before it. A step is never edited. */
const STEPS = [
  (/** @type {import("idb").IDBPDatabase} */ db) => {
    db.createObjectStore("encounters", { keyPath: "key" });
    db.createObjectStore("records", { keyPath: ["key", "number"] });
    db.createObjectStore("aside", { keyPath: "id", autoIncrement: true });
    db.createObjectStore("party", { keyPath: "key" });
    db.createObjectStore("settings");
  },
];

export const STORES = ["encounters", "records", "aside", "party", "settings"];

/** @type {Promise<import("idb").IDBPDatabase> | undefined} */
let opening;
let newer = false;

/** Whether a newer version of this program has made the database: then it is read and never written. */
export const isNewer = () => newer;

/** Far longer than any of it takes: a connection or a transaction that hangs, as beside a page that is just dying. */
const OPENING_SECONDS = 10;
const USUAL_SECONDS = 30;

/** A file of the greatest length, on a slow tablet. */
export const LONGEST_SECONDS = 120;

/** Somebody else has written what was to be written, and something different. */
export class Conflict extends Error {
  name = "Conflict";
}

/**
 * Runs one transaction and waits until it is complete; with `readwrite`, strictly: on the disk as far as the browser can say.
 *
 * A connection that the browser has dropped, or that hangs, is opened again, once.
 *
 * @template T
 * @param {string[]} stores @param {"readonly" | "readwrite"} mode
 * @param {(transaction: import("idb").IDBPTransaction) => Promise<T>} action
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
      const hopeless = problem instanceof Conflict || problem?.name === "QuotaExceededError" || problem?.name === "DataError";
      if (hopeless || attempt === 2) throw problem;
      forget();
    }
  }
}

/**
 * @template T
 * @param {import("idb").IDBPTransaction} transaction
 * @param {(transaction: import("idb").IDBPTransaction) => Promise<T>} action
 * @param {number} seconds
 * @returns {Promise<T>}
 */
async function once(transaction, action, seconds) {
  const complete = transaction.done;
  complete.catch(() => {}); // told by what is awaited below
  let [isDone, result] = [false, undefined];
  const whole = async () => {
    result = await action(transaction);
    isDone = true;
    await complete;
  };
  try {
    await within("This device’s store", seconds, whole());
    return result;
  } catch (problem) {
    try {
      transaction.abort();
    } catch {
      // It has ended by itself: for a better reason than the request that failed with it, or just now, and well.
      await complete;
      if (isDone) return result;
    }
    throw transaction.error ?? problem;
  }
}

/** @returns {Promise<import("idb").IDBPDatabase>} */
function database() {
  if (!opening) {
    const mine = within("This device’s store", OPENING_SECONDS, open());
    opening = mine;
    mine.catch(() => opening === mine && (opening = undefined));
  }
  return opening;
}

async function open() {
  const events = { terminated: forget, blocking: forget };
  try {
    const db = await openDB(NAME, STEPS.length, {
      ...events,
      upgrade: (db, from) => STEPS.slice(from).forEach((step) => step(db)),
    });
    newer = false;
    await beginWithFormer(db, STORES);
    return db;
  } catch (problem) {
    if (problem?.name !== "VersionError") throw problem;
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
