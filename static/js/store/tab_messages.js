/** Messages between tabs: of the writer lock, of the list, and of journals. */
import { transact } from "./database.js";
import { ownName } from "./namespace.js";

const channel = new BroadcastChannel(ownName("turntrack"));

/**
 * @typedef {{ kind: "yield" }
 *   | { kind: "yielded" }
 *   | { kind: "list" }
 *   | { kind: "chosen", key: string }
 *   | { kind: "kept", key: string, number: number, record: string }} Message
 * @typedef {Message["kind"]} Kind
 * @typedef {Exclude<Message, { kind: "yield" | "yielded" }>} Heard of the list and of journals
 */

/**
 * The fields of each kind of message. Any page of this origin may send here: messages of unknown kind or with invalid fields
 * are ignored.
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

/** Sends a message to the other tabs. @param {Message} message */
export const broadcast = (message) => channel.postMessage(message);

/** Calls the listener for each valid message of another tab. @param {(message: Message) => unknown} listener */
export function listen(listener) {
  channel.onmessage = ({ data }) => {
    const message = validMessage(data);
    if (message) listener(message);
  };
}

/**
 * Makes a listener that passes messages on in their order, with announced records as they are stored.
 *
 * @param {(kind: string, detail: string) => void} handler called with the detail as JSON
 */
export function relayTo(handler) {
  const relay = async (/** @type {Heard} */ message) => {
    const { kind, ...detail } = await asStored(message);
    handler(kind, JSON.stringify(detail));
  };
  let last = Promise.resolve();
  return (/** @type {Heard} */ message) => void (last = last.then(() => relay(message)));
}

/**
 * Replaces an announced record by the stored one, because any page of this origin can announce a step.
 *
 * @param {Heard} message @returns {Promise<Heard>}
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

/** @param {unknown} key */
function isKey(key) {
  return typeof key === "string" && /^[0-9a-f-]{1,64}$/.test(key);
}

/** @param {unknown} data @returns {Message | undefined} its known fields; undefined if it is invalid */
function validMessage(data) {
  const said = new Map(Object.entries(data ?? {}));
  const kind = said.get("kind");
  if (!isKind(kind)) return undefined;
  const fields = Object.entries(KINDS[kind]);
  if (!fields.every(([name, isRight]) => isRight(said.get(name)))) return undefined;
  return /** @type {Message} */ ({ kind, ...Object.fromEntries(fields.map(([name]) => [name, said.get(name)])) });
}

/** @param {unknown} word @returns {word is Kind} */
const isKind = (word) => typeof word === "string" && Object.hasOwn(KINDS, word);
