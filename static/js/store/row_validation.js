/**
 * Validates rows on reading, since a row may be damaged or another page's of this origin. An entry of the list gets defaults for
 * damaged fields; other damaged rows stay as they are, and can be exported or discarded.
 */
import { FORMAT } from "./database.js";

/** @typedef {import("./database.js").Head} Head */
/** @typedef {import("./database.js").Purged} Purged */
/** @typedef {import("./database.js").Member} Member */

const LATEST_DATE = 8.64e15;

/** @param {unknown} value @returns {value is string} */
export const isText = (value) => typeof value === "string";

/** @param {unknown} value @returns {value is number} */
const isTime = (value) => typeof value === "number" && value >= 0 && value <= LATEST_DATE;

/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** @param {unknown} value whether it can be sent to Python */
function isPlain(value) {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** @param {unknown} raw @returns {Record<string, unknown>} its fields; none if it is no object */
const fieldsOf = (raw) => /** @type {Record<string, unknown>} */ (Object(raw));

/** @param {unknown} raw */
const isWhole = (raw) => {
  const { key, format = 0, name, system, combatants, played, count, sum, deleted = 0, purged } = fieldsOf(raw);
  if (purged === true) return isText(key);
  return isText(key) && isCount(format) && isText(name) && isText(system) && isCount(combatants) && isTime(played) && isCount(count) && isText(sum) && isTime(deleted);
};

/**
 * Reads an entry of the list, with defaults for damaged fields.
 *
 * @param {unknown} raw @returns {Head | Purged | undefined} undefined if even the key is damaged
 */
export function readHead(raw) {
  const { key, format = 0, name, system, combatants, played, order, left, deleted, seen, age, count, sum, archived, template, place, campaign, purged } = fieldsOf(raw);
  if (!isText(key)) return undefined;
  if (purged === true) return { key, format: FORMAT, purged };
  return {
    key,
    format: isCount(format) ? format : FORMAT,
    name: isText(name) ? name : "",
    system: isText(system) ? system : "",
    combatants: isCount(combatants) ? combatants : 0,
    played: isTime(played) ? played : 0,
    count: isCount(count) ? count : 0,
    sum: isText(sum) ? sum : "",
    ...(isTime(order) && { order }),
    ...(isPlain(left) && { left }),
    ...(isTime(deleted) && { deleted }),
    ...(isTime(seen) && { seen }),
    ...(isTime(age) && { age }),
    ...(archived === true && { archived }),
    ...(template === true && { template }),
    ...(isCount(place) && { place }),
    ...(isText(campaign) && { campaign }),
  };
}

/** @param {Head} entry @returns {number} its place in the order of saving; release 1.0.0 wrote the time alone */
export const placeOf = ({ order, played }) => order ?? played;

/** @param {unknown} raw @returns {Head | undefined} the entry if it is intact; undefined if it must be written again */
export function intactHead(raw) {
  const head = isWhole(raw) ? readHead(raw) : undefined;
  return head && !head.purged ? head : undefined;
}

/** @param {unknown} raw @returns {raw is Member} false for rows of builds before release 1.0.0, which have no format */
export function isMember(raw) {
  const { key, format, system, command, rules, about, deleted = 0 } = fieldsOf(raw);
  const content = rules ?? about ?? command;
  const hasContent = typeof content === "object" && content !== null;
  return isText(key) && isCount(format) && isText(system) && hasContent && isTime(deleted) && isPlain(raw);
}

/** @param {unknown} raw @returns {boolean} whether it is a quarantined part */
export function isQuarantined(raw) {
  const { id, key, name, why, records } = fieldsOf(raw);
  return Number.isSafeInteger(id) && isText(key) && isText(name) && isText(why) && Array.isArray(records) && isPlain(raw);
}

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
