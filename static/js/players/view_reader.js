/**
 * Reads the players' view. It comes from another window or a link and is untrusted: its size is limited before it is parsed,
 * and an invalid view is not drawn at all.
 *
 * @typedef {{ name: string, side: number, bead: string, health: string, isBad: boolean, about: string, state: string, way: number }} Row
 * @typedef {{ word: string, name: string, side: number }} Coming
 * @typedef {{ name: string, where: string, heading: string, acting: Row[], coming: Coming[], rows: Row[], more: number, end: string }} View
 */

const FORM = 1;
const LONGEST_LIST = 20_000;
const LONGEST_CODE = 4_000;
const LONGEST_TEXT = 500;
const MOST_ACTING = 3;
const MOST_COMING = 2;
const MOST_ROWS = 40;
const MOST_SIDES = 6;
const MOST_NUMBER = 9_999;

/** An unreadable view. The message is shown to the players. */
export class Unreadable extends Error {}

const NO_LIST = "This link does not show a fight. Ask for a new code or link.";
const NEWER = "This is from a newer Turntrack. Open the page once online, then try again.";

/** @param {unknown} text @returns {View} Throws Unreadable */
export function readView(text) {
  if (typeof text !== "string" || text.length > LONGEST_LIST) throw new Unreadable(NO_LIST);
  /** @type {unknown} */
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Unreadable(NO_LIST);
  }
  const [form, name, where, heading, acting, coming, rows, more, end, ...rest] = readList(list, 20);
  if (Number.isSafeInteger(form) && Number(form) > FORM) throw new Unreadable(NEWER);
  if (form !== FORM || rest.length) throw new Unreadable(NO_LIST);
  return {
    name: readText(name),
    where: readText(where),
    heading: readText(heading),
    acting: readList(acting, MOST_ACTING).map(readRow),
    coming: readList(coming, MOST_COMING).map(readUpcoming),
    rows: readList(rows, MOST_ROWS).map(readRow),
    more: readInteger(more, 0, MOST_NUMBER),
    end: readText(end),
  };
}

/** @param {string} code from a link @returns {Promise<View>} Rejects with Unreadable */
export async function readCode(code) {
  if (code.length > LONGEST_CODE || !/^[\w-]+$/.test(code)) throw new Unreadable(NO_LIST);
  try {
    const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return readView(await inflate(packed));
  } catch (problem) {
    throw problem instanceof Unreadable ? problem : new Unreadable(NO_LIST);
  }
}

/** @param {Uint8Array<ArrayBuffer>} packed @returns {Promise<string>} */
async function inflate(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > LONGEST_LIST) {
      await reader.cancel();
      throw new Unreadable(NO_LIST);
    }
  }
  return text + decoder.decode();
}

/** @param {unknown} value @returns {Row} */
function readRow(value) {
  const [name, side, bead, health, isBad, about, state, way, ...rest] = readList(value, 8);
  if (rest.length || !["", "done", "down"].includes(readText(state))) throw new Unreadable(NO_LIST);
  return {
    name: readText(name),
    side: readInteger(side, -1, MOST_SIDES - 1),
    bead: readText(bead),
    health: readText(health),
    isBad: readInteger(isBad, 0, 1) === 1,
    about: readText(about),
    state: readText(state),
    way: readInteger(way, 0, MOST_NUMBER),
  };
}

/** @param {unknown} value @returns {Coming} */
function readUpcoming(value) {
  const [word, name, side, ...rest] = readList(value, 3);
  if (rest.length) throw new Unreadable(NO_LIST);
  return { word: readText(word), name: readText(name), side: readInteger(side, -1, MOST_SIDES - 1) };
}

/** @param {unknown} value @param {number} most @returns {unknown[]} */
function readList(value, most) {
  if (!Array.isArray(value) || value.length > most) throw new Unreadable(NO_LIST);
  return value;
}

/** @param {unknown} value @returns {string} */
function readText(value) {
  if (typeof value !== "string" || value.length > LONGEST_TEXT) throw new Unreadable(NO_LIST);
  return value;
}

/** @param {unknown} value @param {number} least @param {number} most @returns {number} */
function readInteger(value, least, most) {
  const number = Number(value);
  if (typeof value !== "number" || !Number.isSafeInteger(number) || number < least || number > most) throw new Unreadable(NO_LIST);
  return number;
}
