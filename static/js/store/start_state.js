/** The state of the store when a tab starts: whether the tab takes the writer lock, and what was open, drafted and saved. */
import { isNewer } from "./database.js";
import { folderName } from "./backup_folder.js";
import { takeInventory } from "./data_loss_inventory.js";
import { readSettings } from "./settings.js";
import { relayTo } from "./tab_messages.js";
import { isText } from "./row_validation.js";
import { isMemoryOnly } from "./memory_only.js";
import { finish, isLosing, reportTo, retry, showIdleState } from "./write_queue.js";
import { handleLockChange } from "./writer_handover.js";
import { acquireLock } from "./writer_lock.js";

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
    changed: (now) => void handleLockChange(now, handler),
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
