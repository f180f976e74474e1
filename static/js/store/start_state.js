/**
 * The state of the store when a tab starts: whether the tab takes the writer lock, what was open, drafted and saved, and what
 * the database has lost.
 */
import { isNewer, STORES, transact } from "./database.js";
import { folderName } from "./backup_folder.js";
import { readSettings } from "./settings.js";
import { relayTo } from "./tab_messages.js";
import { isText, findDamaged, isMember } from "./row_validation.js";
import { isMemoryOnly } from "./memory_only.js";
import { finish, isLosing, reportTo, retry, showIdleState, handleLockChange } from "./write_queue.js";
import { acquireLock } from "./writer_lock.js";
import * as localCopy from "./local_storage_copy.js";

/**
 * Takes the writer lock if it is free, and reads the state of the store.
 *
 * @param {(kind: string, detail: string) => void} handler called from now on with the detail as JSON: `failed` (why saving fails;
 *   empty again when it works), `writer` (the lock was won or lost), `kept`, `chosen` and `list` (changes by another tab), `unkept`,
 *   `newer`, `anew`
 * @returns {Promise<string>} JSON: whether this tab writes (`isWriter`), whether the store is `newer` or in memory only
 *   (`memoryOnly`), the `current` encounter, the editor's draft (`making`), the time of the last `backup` (0 for none), the name of the `folder` for backups (empty for none, null
 *   where there can be none), and for the writing tab the inventory (`inventory`)
 */
export async function start(handler) {
  reportTo(handler);
  addEventListener("beforeunload", (event) => isLosing() && event.preventDefault());
  document.addEventListener("visibilitychange", () => document.hidden || retry());
  const isWriter = await acquireLock({
    changed: (now) => void handleLockChange(now),
    finish,
    heard: relayTo(handler),
  });
  try {
    const [current, making, backup, folder] = await readSettings(["current", "making", "backup", "folder"]);
    const inventory = isWriter && !isNewer() ? await takeInventory() : null;
    showIdleState();
    return JSON.stringify({
      isWriter,
      newer: isNewer(),
      memoryOnly: isMemoryOnly(),
      current: isText(current) ? current : "",
      making: isText(making) ? making : "",
      backup: Number.isSafeInteger(backup) ? backup : 0,
      folder: isNewer() ? null : folderName(folder),
      inventory,
    });
  } catch (problem) {
    const advice = "Close other tabs of this page, and load it again. If that does not help, restart the browser.";
    const detail = { title: "This device’s storage does not respond", advice, detail: String(problem) };
    document.dispatchEvent(new CustomEvent("boot:failed", { detail }));
    throw problem;
  }
}

/** Takes an inventory of database and copy in localStorage, after the database may have lost data. */
async function takeInventory() {
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
 *   `members`, `membersRemembered` and `damaged`
 */
export const inventory = async () => JSON.stringify(await takeInventory());
