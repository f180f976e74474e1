/**
 * A copy of the last records, of the entries that their encounters have in the list, and of the party, in localStorage, which is
 * written synchronously.
 *
 * It survives a crashed tab and a lost database, but not a killed browser, and never counts as saved. Its size is limited;
 * if the browser refuses it, the page works without.
 */
import { ownName } from "./namespace.js";
import { nameOf } from "../page/errors.js";
import { isMember, placeOf, readHead } from "./row_validation.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./database.js").Member} Member */
/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./journal_append_and_replace.js").About} About */

const PREFIX = `${ownName("turntrack:tail")} `;
const PARTY = ownName("turntrack:party");

/** Limit in characters, of the five million that browsers usually grant a site. */
const MOST = 1_500_000;

/** Names of the error for a full storage. */
const FULL = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"];

/** @returns {Storage | undefined} */
function storage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // the browser's settings forbid it
  }
}

/** @type {number | undefined} characters in use, once counted */
let used;

/**
 * Appends a record, and drops other encounters if there is no room.
 *
 * @param {string} key @param {Row} row @param {About} about
 * @param {(key: string) => boolean} isUnsaved whether an encounter must not be dropped
 */
export function append(key, row, about, isUnsaved) {
  const store = storage();
  if (!store) return;
  try {
    used ??= size(store);
    const text = `${row.sum}\n${row.record}`;
    used += text.length;
    if (used > MOST) makeRoom(store, key, isUnsaved);
    /** @type {string[] | undefined} */
    let others;
    const entry = JSON.stringify({ ...entryOf(key), played: Date.now(), ...about, deleted: undefined, count: row.number, sum: row.sum });
    while (!tryToSet(store, [`${PREFIX}${key}`, entry], [`${PREFIX}${key}:${row.number}`, text])) {
      others ??= droppable(key, isUnsaved);
      const other = others.shift();
      // The rows in the copy stay: they continue the database's rows, and are read up to the first gap.
      if (!other) break;
      remove(other);
    }
  } catch {
    used = undefined; // refused: only the database counts
  }
}

/**
 * @param {Storage} store @param {[name: string, text: string][]} items @returns {boolean} whether there was room; throws if refused
 */
function tryToSet(store, ...items) {
  try {
    for (const [name, text] of items) store.setItem(name, text);
    return true;
  } catch (problem) {
    used = undefined;
    if (!FULL.includes(nameOf(problem))) throw problem;
    return false;
  }
}

/** @param {string} key @returns {Row[]} the copied rows of an encounter by number; not checked */
export function read(key) {
  const store = storage();
  if (!store) return [];
  const rows = [];
  for (const name of names(store)) {
    const [of, number] = name.slice(PREFIX.length).split(":");
    if (of !== key || !number) continue;
    const [sum, ...record] = (store.getItem(name) ?? "").split("\n");
    rows.push({ number: Number(number), record: record.join("\n"), sum });
  }
  return rows.sort((left, right) => left.number - right.number);
}

/** @returns {Map<string, Head>} the entries of all encounters in the copy, with defaults for what is damaged */
export function encounters() {
  const entries = new Map();
  const store = storage();
  if (!store) return entries;
  for (const name of names(store)) {
    const key = name.slice(PREFIX.length);
    const entry = entryOf(key);
    if (entry && !key.includes(":")) entries.set(key, entry);
  }
  return entries;
}

/** @param {string} key @returns {Head | undefined} the entry of an encounter, with defaults for what is damaged */
export function entryOf(key) {
  const text = storage()?.getItem(`${PREFIX}${key}`) ?? undefined;
  if (text === undefined) return undefined;
  let raw = {};
  try {
    raw = JSON.parse(text);
  } catch {
    // Damaged: the encounter is known by its key alone.
  }
  const entry = readHead({ ...Object(raw), key, purged: false });
  return entry?.purged ? undefined : entry;
}

/** Takes over an entry of the database, if the encounter is in the copy. @param {Head} entry */
export function remember(entry) {
  const name = `${PREFIX}${entry.key}`;
  try {
    const store = storage();
    if (store?.getItem(name)) store.setItem(name, JSON.stringify(entry));
  } catch {
    // Full or refused: the entry of before is better than none.
  }
}

/** @param {string} key */
export function remove(key) {
  const store = storage();
  if (!store) return;
  used = undefined;
  try {
    for (const name of names(store)) {
      if (name === PREFIX + key || name.startsWith(`${PREFIX}${key}:`)) store.removeItem(name);
    }
  } catch {
    // Refused: the remaining rows fit no journal.
  }
}

/** @param {Member[]} members all members in the database */
export function saveParty(members) {
  try {
    storage()?.setItem(PARTY, JSON.stringify(members));
  } catch {
    // Full or refused: an old copy of the party is better than none.
  }
}

/** @returns {Member[]} the copied party; only its shape is checked */
export function readParty() {
  try {
    const members = JSON.parse(storage()?.getItem(PARTY) ?? "[]");
    return Array.isArray(members) ? members.filter(isMember) : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} key @param {(key: string) => boolean} isUnsaved @returns {string[]} the other encounters that may be
 *   dropped, oldest first
 */
function droppable(key, isUnsaved) {
  const others = [...encounters()].filter(([other]) => other !== key && !isUnsaved(other));
  return others.sort(([, left], [, right]) => placeOf(left) - placeOf(right)).map(([other]) => other);
}

/**
 * Drops other encounters, then the older half of this one.
 *
 * @param {Storage} store @param {string} key @param {(key: string) => boolean} isUnsaved
 */
function makeRoom(store, key, isUnsaved) {
  for (const other of droppable(key, isUnsaved)) {
    remove(other);
    if (size(store) < MOST / 2) break;
  }
  if (size(store) >= MOST / 2) {
    const rows = read(key);
    for (const { number } of rows.slice(0, rows.length / 2)) store.removeItem(`${PREFIX}${key}:${number}`);
  }
  used = size(store);
}

/** @param {Storage} store */
const size = (store) => names(store).reduce((sum, name) => sum + name.length + (store.getItem(name)?.length ?? 0), 0);

/** @param {Storage} store @returns {string[]} */
function names(store) {
  const itemNames = [];
  for (let place = 0; place < store.length; place++) itemNames.push(store.key(place) ?? "");
  return itemNames.filter((name) => name.startsWith(PREFIX));
}
