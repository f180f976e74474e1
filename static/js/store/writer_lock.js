/**
 * One writer: of all tabs of this page, only the one that has the seat writes. The others follow, and one of them takes
 * the seat when it is free or when the game master says so.
 */
import { Late, within } from "../page/timeouts.js";
import { own } from "../page/storage_names.js";

const NAME = own("turntrack-writer");

/** How long the one who has the seat may take to save what it has, before it is taken without an answer. */
const PATIENCE_MS = 1500;

/** How long the browser may take to say whether the seat is free, before this tab follows until it is told. */
const ANSWER_SECONDS = 5;

const channel = new BroadcastChannel(own("turntrack"));

/**
 * What tabs say to each other.
 *
 * @typedef {{ kind: "yield" }
 *   | { kind: "yielded" }
 *   | { kind: "list" }
 *   | { kind: "chosen", key: string }
 *   | { kind: "kept", key: string, number: number, record: string }} Message
 *
 * @typedef {Message["kind"]} Kind
 * @typedef {Exclude<Message, { kind: "yield" | "yielded" }>} Heard of the list and of journals
 */

/**
 * What has to come with each. Anything else on this origin may speak here too: what is of no known kind, or not as it
 * should be, is not heard.
 *
 * @type {{ [K in Kind]: { [Field in keyof Omit<Extract<Message, { kind: K }>, "kind">]: (value: unknown) => boolean } }}
 */
const KINDS = {
  yield: {},
  yielded: {},
  list: {},
  chosen: { key: (key) => key === "" || isKey(key) },
  kept: { key: isKey, number: (number) => Number.isSafeInteger(number) && Number(number) > 0, record: (record) => typeof record === "string" },
};

let seated = false;
/** Whether the one who has the seat has been asked for it. */
let taking = false;
/** What holds the lock: nothing but the end of the page lets go of it. @type {Promise<void>} */
const forever = new Promise(() => {});

/** @type {AbortController | undefined} */
let queueing;
/** @type {() => void} */
let answered = () => {};
/** @type {{ changed: (seated: boolean) => void, finish: () => Promise<void>, heard: (message: Heard) => void }} */
let owner;

/** Whether this tab is the one that writes. */
export const isSeated = () => seated;

/** Tells the other tabs. @param {Message} message */
export const tell = (message) => channel.postMessage(message);

/**
 * Takes the seat if it is free; else queues for it.
 *
 * @param {typeof owner} given `changed` when this tab gets or loses the seat later on, `finish` to save what there is
 *   before it is handed over, `heard` for what other tabs tell
 * @returns {Promise<boolean>} whether this tab has it
 */
export async function sit(given) {
  owner = given;
  channel.onmessage = ({ data }) => void hear(data);
  // Without locks (an insecure address) each tab writes; the database itself notices two of them.
  if (!navigator.locks) return (seated = true);
  let isLate = false;
  /** @type {Promise<void>} */
  const answer = new Promise((settled) => request({ ifAvailable: true }, () => (isLate && seated ? owner.changed(true) : settled())));
  try {
    await within("The writer’s seat", ANSWER_SECONDS, answer);
  } catch (problem) {
    if (!(problem instanceof Late)) throw problem;
    isLate = true;
  }
  if (!seated && !isLate) queue();
  return seated;
}

/** Takes the seat from whoever has it, once that one has saved what it has. */
export async function takeSeat() {
  if (seated || taking || !navigator.locks) return;
  taking = true;
  await new Promise((settled) => {
    answered = () => settled(undefined);
    setTimeout(settled, PATIENCE_MS);
    tell({ kind: "yield" });
  });
  taking = false;
  if (seated) return; // it has become free meanwhile
  queueing?.abort();
  await new Promise((settled) => request({ steal: true }, settled));
  owner.changed(true);
}

/** @param {LockOptions} options @param {(value?: unknown) => void} settled called when it is known whether this tab has the seat */
function request(options, settled) {
  const holding = navigator.locks.request(NAME, options, (lock) => {
    seated = Boolean(lock);
    settled();
    return lock ? forever : undefined;
  });
  // Rejects when it is taken from us, or when we stop queueing.
  holding.catch(() => seated && !options.signal?.aborted && lose()).finally(settled);
}

function queue() {
  queueing = new AbortController();
  const { signal } = queueing;
  request({ signal }, () => seated && !signal.aborted && owner.changed(true));
}

function lose() {
  if (!seated) return;
  seated = false;
  owner.changed(false);
  queue();
}

/** @param {unknown} key */
function isKey(key) {
  return typeof key === "string" && /^[0-9a-f-]{1,64}$/.test(key);
}

/** @param {unknown} data @returns {Message | undefined} what is known of it, and nothing else */
function understood(data) {
  const said = new Map(Object.entries(data ?? {}));
  const kind = said.get("kind");
  if (!isKind(kind)) return undefined;
  const fields = Object.entries(KINDS[kind]);
  if (!fields.every(([name, isRight]) => isRight(said.get(name)))) return undefined;
  return /** @type {Message} */ ({ kind, ...Object.fromEntries(fields.map(([name]) => [name, said.get(name)])) });
}

/** @param {unknown} word @returns {word is Kind} */
const isKind = (word) => typeof word === "string" && Object.hasOwn(KINDS, word);

/** @param {unknown} data */
async function hear(data) {
  const message = understood(data);
  if (!message) return;
  if (message.kind === "yielded") return answered();
  if (message.kind !== "yield") return owner.heard(message);
  if (!seated) return;
  await owner.finish();
  tell({ kind: "yielded" });
}
