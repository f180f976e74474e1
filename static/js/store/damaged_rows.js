/** Finds the damaged rows of the store. They stay as they are, and can be exported or discarded. */
import { fieldsOf, isMember, isQuarantined, isText, readHead } from "./row_validation.js";

/** @typedef {import("./database.js").Transaction<"readonly"> | import("./database.js").Transaction<"readwrite">} Reading */
/** @typedef {{ store: "encounters" | "party" | "aside", key: IDBValidKey, name: string, text: string }} Damaged */

/** @type {Record<Damaged["store"], (raw: unknown) => boolean>} */
const READABLE = { encounters: (raw) => readHead(raw) !== undefined, party: isMember, aside: isQuarantined };

/** @param {Reading} transaction @returns {Promise<Damaged[]>} the unreadable rows, always in the same order */
export async function findDamaged(transaction) {
  /** @type {Damaged[]} */
  const damaged = [];
  for (const store of /** @type {const} */ (["encounters", "party", "aside"])) {
    for (let at = await transaction.objectStore(store).openCursor(); at; at = await at.continue()) {
      const { name } = fieldsOf(at.value);
      if (!READABLE[store](at.value)) damaged.push({ store, key: at.primaryKey, name: isText(name) ? name : "", text: written(at.value) });
    }
  }
  return damaged;
}

/** @param {unknown} raw @returns {string} as JSON where possible, with BigInts as text */
function written(raw) {
  try {
    return JSON.stringify(raw, (_, value) => (typeof value === "bigint" ? `${value}n` : value)) ?? String(raw);
  } catch (problem) {
    return `${raw}: ${problem}`;
  }
}
