/**
 * The database that all copies of Turntrack on an origin shared, before its name carried a copy's path.
 *
 * A copy that has nothing yet begins with what lies in there, once. The shared one stays as it is.
 */
import { openDB } from "../../../vendor/idb.js";
import { own } from "../page/storage_names.js";

const NAME = "turntrack";
const VERSION = 1;
const DONE = own("turntrack.begun");

/** @typedef {import("./database.js").Database} Database */
/** @typedef {import("./database.js").Store} Store */

/** @param {Database} db this copy's own @param {Store[]} stores of both. Never rejects. */
export async function beginWithFormer(db, stores) {
  try {
    // Only once: what is lost later on comes back from the second chance, and not as it was long ago.
    if (localStorage.getItem(DONE)) return;
    const known = await indexedDB.databases();
    if (known.some(({ name, version }) => name === NAME && version === VERSION)) await copy(db, stores);
    localStorage.setItem(DONE, "true");
  } catch (problem) {
    console.warn("what all copies shared stays where it is", problem);
  }
}

/** @param {Database} db @param {Store[]} stores */
async function copy(db, stores) {
  /** @type {Database} */
  const old = await openDB(NAME);
  const from = old.transaction(stores);
  const contents = await Promise.all(stores.map((name) => Promise.all([from.objectStore(name).getAllKeys(), from.objectStore(name).getAll()])));
  old.close();
  const to = db.transaction(stores, "readwrite", { durability: "strict" });
  if (!(await to.objectStore("encounters").count())) {
    for (const [place, name] of stores.entries()) {
      const store = to.objectStore(name);
      const [keys, values] = contents[place];
      await Promise.all(values.map((value, row) => (store.keyPath ? store.put(value) : store.put(value, keys[row]))));
    }
  }
  await to.done;
}
