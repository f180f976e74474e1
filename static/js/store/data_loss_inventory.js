/** The inventory of what database and copy in localStorage hold, by which Python sees what the database has lost. */
import { STORES, transact } from "./database.js";
import { findDamaged } from "./damaged_rows.js";
import { isMember, isText } from "./row_validation.js";
import * as localCopy from "./local_storage_copy.js";

/** Takes an inventory of database and copy in localStorage, after the database may have lost data. */
export async function takeInventory() {
  const { listed, noted, members, damaged } = await transact(STORES, "readonly", async (t) => {
    /** @type {Set<string>} */
    const keys = new Set();
    for (let at = await t.objectStore("records").openKeyCursor(); at; ) {
      const [key, number] = at.key;
      if (isText(key)) keys.add(key);
      // An array sorts after every other type of key.
      at = await (Array.isArray(number) ? at.continue() : at.continue(/** @type {never} */ ([key, []])));
    }
    const [listedKeys, party] = [await t.objectStore("encounters").getAllKeys(), await t.objectStore("party").getAll()];
    return { noted: keys, listed: listedKeys.filter(isText), members: party.filter(isMember), damaged: await findDamaged(t) };
  });
  if (members.length) localCopy.saveParty(members);
  const remembered = Object.fromEntries([...localCopy.encounters()].map(([key, { name }]) => [key, name]));
  return { listed, noted: [...noted], remembered, members: members.length, membersRemembered: localCopy.readParty().length, damaged: damaged.length };
}

/**
 * @returns {Promise<string>} JSON: encounters that are `listed`, `noted` and `remembered` (with names), and the counts
 *   `members` and `membersRemembered`
 */
export const inventory = async () => JSON.stringify(await takeInventory());
