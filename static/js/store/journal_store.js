/**
 * The journals of encounters on this device, for Python: read, continue, append. Python decides about repairs
 * (static/app/storage/).
 */
import { FORMAT, isNewer, STORES, transact } from "./database.js";
import { restoreRows, readRows } from "./journal_transactions.js";
import { finish, clearJournals, stopWriting, continueJournal, isLosing, isUnsaved, reportTo, retry, rowsIn, showState, showIdleState, unsaved } from "./write_queue.js";
import { holdsLock, acquireLock, stealLock, broadcast } from "./writer_lock.js";
import { findDamaged, isMember, isText, readHead, intactHead } from "./validation.js";
import { nameOf } from "../page/error_words.js";
import * as localCopy from "./local_storage_copy.js";

export { setCurrent, markExported, append, closeJournal, dropUnsaved, replaceJournal, markRescued, retry } from "./write_queue.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./journal_transactions.js").About} About */
/** @typedef {import("./backup_folder.js").Folder} Folder */

/**
 * Python's plan for a journal: the number of rows that stay, the rows that follow, and for a repair the list entry and the
 * reason for the quarantine.
 *
 * @typedef {{ kept: number, added: [number: number, record: string, sum: string][], mending?: About & { why: string } }} Plan
 */

/**
 * Takes the writer lock if it is free, and reads the state of the store.
 *
 * @param {(kind: string, detail: string) => void} handler called from now on with the detail as JSON: `failed` (why saving fails;
 *   empty again when it works), `writer` (the lock was won or lost), `kept`, `chosen` and `list` (changes by another tab), `unkept`,
 *   `newer`, `anew`
 * @returns {Promise<string>} JSON: whether this tab writes (`isWriter`), whether the store is `newer`, the `current` encounter, the
 *   editor's draft (`making`), the time of the last `backup` (0 for none), the name of the `folder` for backups (empty for none, null
 *   where there can be none), and for the writing tab the inventory (`inventory`)
 */
export async function start(handler) {
  reportTo(handler);
  addEventListener("beforeunload", (event) => isLosing() && event.preventDefault());
  document.addEventListener("visibilitychange", () => document.hidden || retry());
  const hear = async (/** @type {import("./writer_lock.js").Heard} */ message) => {
    const { kind, ...detail } = await asStored(message);
    handler(kind, JSON.stringify(detail));
  };
  let heard = Promise.resolve();
  const isWriter = await acquireLock({
    changed: (now) => void handleLockChange(now, handler),
    finish,
    heard: (message) => void (heard = heard.then(() => hear(message))),
  });
  try {
    const [current, making, backup, folder] = await transact(["settings"], "readonly", (t) =>
      Promise.all(["current", "making", "backup", "folder"].map((name) => t.objectStore("settings").get(name))),
    );
    const inventory = isWriter && !isNewer() ? await takeInventory() : null;
    showIdleState();
    return JSON.stringify({
      isWriter,
      newer: isNewer(),
      current: isText(current) ? current : "",
      making: isText(making) ? making : "",
      backup: Number.isSafeInteger(backup) ? backup : 0,
      folder: canHaveFolder() && !isNewer() ? (asFolder(folder)?.handle.name ?? "") : null,
      inventory,
    });
  } catch (problem) {
    const advice = "Close other tabs of this page, and load it again. If that does not help, restart the browser.";
    const detail = { title: "This device’s storage does not respond", advice, detail: String(problem) };
    document.dispatchEvent(new CustomEvent("boot:failed", { detail }));
    throw problem;
  }
}

let noting = Promise.resolve();

/** Saves a setting for the next start. @param {"making" | "backup" | "folder"} name @param {string | number | Folder} value */
export function saveSetting(name, value) {
  noting = saveSettingAfter(noting, name, value);
}

/** @param {Promise<void>} before earlier writes @param {string} name @param {string | number | Folder} value */
async function saveSettingAfter(before, name, value) {
  await before;
  try {
    await transact(["settings"], "readwrite", (t) => t.objectStore("settings").put(value, name));
  } catch (problem) {
    console.warn(`the next start does not know the last “${name}”`, problem);
  }
}

const canHaveFolder = () => "showDirectoryPicker" in globalThis;

/** @param {unknown} value @returns {Folder | undefined} */
function asFolder(value) {
  const folder = /** @type {Partial<Folder> | undefined} */ (value);
  return folder?.handle instanceof FileSystemDirectoryHandle && isText(folder.mark) ? /** @type {Folder} */ (folder) : undefined;
}

/** @returns {Promise<Folder>} the folder that was chosen for backups */
async function storedFolder() {
  await noting;
  const folder = asFolder(await transact(["settings"], "readonly", (t) => t.objectStore("settings").get("folder")));
  if (!folder) throw new DOMException("", "NotFoundError");
  return folder;
}

/** Lets the user choose a folder for backups. Call within a tap. @returns {Promise<string>} JSON: its `name`, or the `problem` */
export function chooseFolder() {
  return tell(async () => {
    const handle = await (await import("./backup_folder.js")).choose();
    saveSetting("folder", { handle, mark: newKey().slice(0, 4) });
    return { name: handle.name };
  });
}

/** Writes no more backups into the folder. */
export const dropFolder = () => saveSetting("folder", "");

/** Writes a backup into the folder. @param {string} text @param {boolean} mayAsk @returns {Promise<string>} JSON: the `problem`, if any */
export function writeBackup(text, mayAsk) {
  return tell(async () => {
    const { write } = await import("./backup_folder.js");
    await write(await storedFolder(), text, mayAsk);
    return {};
  });
}

/** Reads the newest backup of a folder that the user chooses. @returns {Promise<string>} JSON: `file` and `text`, or the `problem` */
export function readBackup() {
  return tell(async () => {
    const { choose, readNewest } = await import("./backup_folder.js");
    const file = await readNewest(await choose());
    return file ? { file: file.name, text: await file.text() } : { problem: "empty" };
  });
}

/** @param {() => Promise<object>} action @returns {Promise<string>} its result as JSON; for an error, its name as the `problem` */
async function tell(action) {
  try {
    return JSON.stringify(await action());
  } catch (problem) {
    console.warn("the folder for backups", problem);
    return JSON.stringify({ problem: nameOf(problem) || String(problem) });
  }
}

/**
 * Replaces an announced record by the stored one, because any page of this origin can announce a step.
 *
 * @param {import("./writer_lock.js").Heard} message @returns {Promise<import("./writer_lock.js").Heard>}
 */
async function asStored(message) {
  if (message.kind !== "kept") return message;
  const { key, number } = message;
  try {
    const row = await transact(["records"], "readonly", (t) => t.objectStore("records").get([key, number]));
    return { ...message, record: String(row?.record) };
  } catch {
    return { ...message, record: "" }; // fits no journal, so that the whole journal is read again
  }
}

/** @param {boolean} isWriter @param {(kind: string, detail: string) => void} handler */
async function handleLockChange(isWriter, handler) {
  if (!isWriter) await stopWriting();
  clearJournals();
  showIdleState();
  handler("writer", JSON.stringify({ isWriter }));
}

/** Takes over the writer lock. A `writer` event follows. */
export function takeOver() {
  if (!holdsLock()) showState("takingOver");
  void stealLock();
}

/** @returns {string} a random key for an encounter */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads an encounter from the database and the copy in localStorage, or its unsaved rows from this tab.
 *
 * @param {string} key
 * @returns {Promise<{ text: string, continueJournal: (plan: string) => Promise<void> }>} as JSON: `rows` and the copy's rows (`second`),
 *   each as number, record and checksum, unchecked; `head` in the list and `remembered` head in the copy; whether it is `newer`,
 *   `waits` to be saved, and `mayMend`. `continueJournal` continues the journal
 */
export async function readJournal(key) {
  const [listed, stored] = await readRows(key);
  const head = readHead(listed);
  const waiting = unsaved(key);
  /** @type {Row[]} */
  const rows = waiting ?? stored;
  // A following tab reads only saved rows, as the writing tab may be one step ahead.
  const second = holdsLock() ? localCopy.read(key) : [];
  const remembered = localCopy.encounters().get(key);
  const newer = Boolean(head && head.format > FORMAT);
  const seen = {
    rows: rows.map(rawRow),
    second: second.map(rawRow),
    head: intactHead(listed) ?? null,
    remembered: remembered ?? null,
    newer,
    waits: Boolean(waiting),
    mayMend: holdsLock() && !isNewer() && !newer,
  };
  return {
    text: JSON.stringify(seen),
    continueJournal(plan) {
      /** @type {Plan} */
      const { kept, added, mending } = JSON.parse(plan);
      const journal = waiting ?? [...rows.slice(0, kept), ...rowsIn(added)];
      const bad = rows.slice(kept);
      return continueJournal(key, journal, mending && { ...mending, key, whole: journal, bad, kept, played: remembered?.played });
    },
  };
}

/** @param {Row} row unchecked @returns {[number: number, record: string, sum: string]} */
const rawRow = ({ number, record, sum }) => [Number.isSafeInteger(number) ? number : 0, isText(record) ? record : "", isText(sum) ? sum : ""];

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
 *   `members` and `membersRemembered`
 */
export const inventory = async () => JSON.stringify(await takeInventory());

/** Restores the party from the copy in localStorage. */
export async function restoreParty() {
  const party = localCopy.readParty();
  await transact(["party"], "readwrite", (t) => Promise.all(party.map((member) => t.objectStore("party").put(member))));
}

/**
 * Restores a quarantined part to its journal.
 *
 * @param {string} text JSON: its `id`, the `key` of its encounter, the expected `end` of the journal (count and sum), and its `newEnd`
 * @returns {Promise<boolean>} whether the journal still ended there; if not, nothing has changed
 */
export async function restorePart(text) {
  /** @type {import("./journal_transactions.js").Back} */
  const back = JSON.parse(text);
  const isBack = !isUnsaved(back.key) && (await restoreRows(back));
  if (isBack) broadcast({ kind: "list" });
  return isBack;
}
