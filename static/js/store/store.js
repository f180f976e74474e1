/**
 * The journals of encounters on this device, as Python asks for them: read, gone on with, kept. What is to be done about what
 * is found is decided there (static/app/storage/).
 */
import { FORMAT, isNewer, STORES, transact } from "./database.js";
import { putRowsBack, read } from "./journals.js";
import { finish, forgetJournals, giveUp, goOn, isLosing, isUnsaved, reportTo, retry, rowsIn, say, settle, unsaved } from "./queue.js";
import { isSeated, sit, takeSeat, tell } from "./writer_lock.js";
import { damagedIn, isMember, isText, soundHead, wholeHead } from "./sound.js";
import * as backupLog from "./backup_log.js";

export { choose, exported, keep, leave, letGo, renew, rescued, retry } from "./queue.js";

/** @typedef {import("./database.js").Row} Row */
/** @typedef {import("./journals.js").About} About */

/**
 * What Python says of a journal: how many of its rows stay, which follow, and, where it is to be mended, what the encounter is
 * called and why others are set aside.
 *
 * @typedef {{ kept: number, added: [number: number, record: string, sum: string][], mending?: About & { why: string } }} Plan
 */

/**
 * @param {(kind: string, detail: string) => void} handler hears from now on, with the detail as JSON: `failed` (why it
 *   cannot be saved; empty again when it can), `seat` (won or lost), `kept`, `chosen` and `list` (what another tab has
 *   done), `unkept`, `newer`, `anew`
 * @returns {Promise<string>} JSON: whether this tab writes, whether the store is of a newer version, the encounter to open,
 *   the rules in the `making`, and what `remains`, for the one who writes
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
  const seated = await sit({
    changed: (now) => void changed(now, handler),
    finish,
    heard: (message) => void (heard = heard.then(() => hear(message))),
  });
  try {
    const [current = "", making = ""] = await transact(["settings"], "readonly", (t) =>
      Promise.all([t.objectStore("settings").get("current"), t.objectStore("settings").get("making")]),
    );
    const remains = seated && !isNewer() ? await whatRemains() : null;
    settle();
    return JSON.stringify({ seated, newer: isNewer(), current: isText(current) ? current : "", making: isText(making) ? making : "", remains });
  } catch (problem) {
    const advice = "Close other tabs of this page, and load it again. If that does not help, start the browser anew.";
    const detail = { title: "This device’s store does not answer", advice, detail: String(problem) };
    document.dispatchEvent(new CustomEvent("boot:failed", { detail }));
    throw problem;
  }
}

let noting = Promise.resolve();

/** @param {string} making rules that are being made, for the next start */
export function note(making) {
  noting = noteAfter(noting, making);
}

/** @param {Promise<void>} before the notes that come first @param {string} making */
async function noteAfter(before, making) {
  await before;
  try {
    await transact(["settings"], "readwrite", (t) => t.objectStore("settings").put(making, "making"));
  } catch (problem) {
    console.warn("the next start does not know the rules that are being made", problem);
  }
}

/**
 * Anything on this origin may tell of a step: the one that is followed is the one in the store.
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
    return { ...message, record: "" }; // it fits nothing, so that the whole is read again
  }
}

/** @param {boolean} seated @param {(kind: string, detail: string) => void} handler */
async function changed(seated, handler) {
  if (!seated) await giveUp();
  forgetJournals();
  settle();
  handler("seat", JSON.stringify({ seated }));
}

/** Makes this tab the one that writes; `seat` tells when it is. */
export function takeOver() {
  if (!isSeated()) say("takingOver");
  void takeSeat();
}

/** @returns {string} a key that no other encounter has */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What there is of an encounter, in database and second chance, or what this tab has yet to save.
 *
 * @param {string} key
 * @returns {Promise<{ text: string, goOn: (plan: string) => Promise<void> }>} as JSON: `rows`, those of the `second` chance
 *   (each as number, record and checksum, whatever is wrong with them), its `head` in the list, what is `remembered` of it,
 *   whether it is `newer`, `waits` to be saved, and `mayMend`; and the way on from there
 */
export async function look(key) {
  const [listed, stored] = await read(key);
  const head = soundHead(listed);
  const waiting = unsaved(key);
  /** @type {Row[]} */
  const rows = waiting ?? stored;
  // Who follows reads what is saved: the one who writes may be a step ahead.
  const second = isSeated() ? backupLog.recall(key) : [];
  const remembered = backupLog.remembered().get(key);
  const newer = Boolean(head && head.format > FORMAT);
  const seen = {
    rows: rows.map(bare),
    second: second.map(bare),
    head: wholeHead(listed) ?? null,
    remembered: remembered ?? null,
    newer,
    waits: Boolean(waiting),
    mayMend: isSeated() && !isNewer() && !newer,
  };
  return {
    text: JSON.stringify(seen),
    goOn(plan) {
      /** @type {Plan} */
      const { kept, added, mending } = JSON.parse(plan);
      const journal = waiting ?? [...rows.slice(0, kept), ...rowsIn(added)];
      const bad = rows.slice(kept);
      return goOn(key, journal, mending && { ...mending, key, whole: journal, bad, kept, played: remembered?.played });
    },
  };
}

/** @param {Row} row as found, which may be anything @returns {[number: number, record: string, sum: string]} */
const bare = ({ number, record, sum }) => [Number.isSafeInteger(number) ? number : 0, isText(record) ? record : "", isText(sum) ? sum : ""];

/** What is left on this device, after the database may have lost something. */
async function whatRemains() {
  const { listed, noted, members, damaged } = await transact(STORES, "readonly", async (t) => {
    /** @type {Set<string>} */
    const keys = new Set();
    for (let at = await t.objectStore("records").openKeyCursor(); at; ) {
      const [key, number] = at.key;
      if (isText(key)) keys.add(key);
      // A list comes after all that the number could be instead.
      at = await (Array.isArray(number) ? at.continue() : at.continue(/** @type {never} */ ([key, []])));
    }
    const [listedKeys, party] = [await t.objectStore("encounters").getAllKeys(), await t.objectStore("party").getAll()];
    return { noted: keys, listed: listedKeys.filter(isText), members: party.filter(isMember), damaged: await damagedIn(t) };
  });
  if (members.length) backupLog.rememberParty(members);
  const remembered = Object.fromEntries([...backupLog.remembered()].map(([key, { name }]) => [key, name]));
  return { listed, noted: [...noted], remembered, members: members.length, membersRemembered: backupLog.rememberedParty().length, damaged: damaged.length };
}

/** @returns {Promise<string>} JSON: encounters that are `listed`, `noted` and `remembered` (with names), and how many `members` and `membersRemembered` */
export const remains = async () => JSON.stringify(await whatRemains());

/** Puts those in the party that the second chance remembers. */
export async function putPartyBack() {
  const party = backupLog.rememberedParty();
  await transact(["party"], "readwrite", (t) => Promise.all(party.map((member) => t.objectStore("party").put(member))));
}

/**
 * Puts back all that was set aside at a time.
 *
 * @param {string} text JSON: its `id`, the `key` of its encounter, how the journal ends (`end`: count and sum), and how it ends
 *   afterwards (`newEnd`)
 * @returns {Promise<boolean>} whether the journal still ended so; if not, nothing has changed
 */
export async function putBack(text) {
  /** @type {import("./journals.js").Back} */
  const back = JSON.parse(text);
  const isBack = !isUnsaved(back.key) && (await putRowsBack(back));
  if (isBack) tell({ kind: "list" });
  return isBack;
}
