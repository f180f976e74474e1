/**
 * A text as a row of small frames, each of which fits into one code, and back. The frames come round again and again, so
 * that it does not matter with which of them reading begins, nor which are missed.
 *
 * A frame: two letters by which it is known, the form, eight bytes that name the whole (they are of the hash of what is
 * carried, so that they check it too), which frame of how many, and a part of the text, deflated. What comes back is foreign: it
 * is bounded before and after it is inflated.
 */

const FORM = 1;
const MARK = [0x54, 0x54];
const AT_NAME = 3;
const AT_NUMBER = 11;
const AT_PART = 15;

/** So many bytes of the whole are in a frame: more make codes that cameras read badly from a screen. */
const PART = 700;

/** More of them would come round too seldom. */
export const MOST_FRAMES = 400;

/** More bytes are not made, nor read, of what all frames carry together, inflated. */
export const MOST_BYTES = 8_000_000;

/** So many frames of one whole after another: no other device is in the picture any longer. */
const STEADY = 6;

/** What is no frame, or no whole, in a sentence for the game master. */
export class Unreadable extends Error {}

/** What is to be read once more. */
export class Unfit extends Unreadable {}

/** What would be the same if it were read once more. */
export class Hopeless extends Unreadable {}

const NOTHING_OF_OURS = "This code is none of Turntrack’s.";
const NEWER = "A newer Turntrack has made this code. Bring this one up to date first, with a network.";
const UNFIT = "What was read does not fit together: it is read once more. Keep still.";
const TWO = "Two devices show codes. Hold the camera so that it sees one of them.";
const TOO_BIG = "What these codes hold is bigger than anything that is read here. Nothing has changed.";

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>[]>} none where it is too long for codes */
export async function cut(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) return [];
  const packed = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  const count = Math.ceil(packed.length / PART);
  if (count > MOST_FRAMES) return [];
  const name = await nameOf(packed);
  return Array.from({ length: count }, (_, number) => {
    const part = packed.subarray(number * PART, (number + 1) * PART);
    const frame = new Uint8Array(AT_PART + part.length);
    frame.set([...MARK, FORM]);
    frame.set(name, AT_NAME);
    const numbers = new DataView(frame.buffer);
    numbers.setUint16(AT_NUMBER, number);
    numbers.setUint16(AT_NUMBER + 2, count);
    frame.set(part, AT_PART);
    return frame;
  });
}

/** What was read so far of one whole: that of which the last frame was. */
export class Gathering {
  /** @type {Map<number, Uint8Array<ArrayBuffer>>} */
  #parts = new Map();
  #name = "";
  #count = 0;
  /** Of which whole the frames were before. */
  #before = "";
  /** How many frames of the same whole came one after another, since two wholes took turns. */
  #steady = STEADY;

  /** How many frames have been read. */
  get read() {
    return this.#parts.size;
  }

  /** How many frames there are; 0 before the first of them. */
  get count() {
    return this.#count;
  }

  get isWhole() {
    return this.#count > 0 && this.read === this.#count;
  }

  /** @param {Uint8Array} frame what a code carries. Throws Unreadable */
  add(frame) {
    const [first, second, form = 0] = frame;
    if (first !== MARK[0] || second !== MARK[1]) throw new Unreadable(NOTHING_OF_OURS);
    if (form > FORM) throw new Unreadable(NEWER);
    const size = frame.length - AT_PART;
    if (form !== FORM || size < 1 || size > PART) throw new Unreadable(NOTHING_OF_OURS);
    const numbers = new DataView(frame.buffer, frame.byteOffset);
    const number = numbers.getUint16(AT_NUMBER);
    const count = numbers.getUint16(AT_NUMBER + 2);
    const isLast = number === count - 1;
    if (count > MOST_FRAMES || number >= count || (!isLast && size !== PART)) throw new Unreadable(NOTHING_OF_OURS);
    const name = frame.subarray(AT_NAME, AT_NUMBER).join(" ");
    this.#steady++;
    if (name !== this.#name || count !== this.#count) {
      if (name === this.#before) this.#steady = 0;
      this.#before = this.#name;
      this.#parts.clear();
      this.#name = name;
      this.#count = count;
    }
    if (!this.#parts.has(number)) this.#parts.set(number, frame.slice(AT_PART));
    if (this.#steady < STEADY) throw new Unreadable(TWO);
  }

  /** @returns {Promise<string>} the text, once all of it is there; what was read is forgotten. Rejects with Unreadable */
  async text() {
    const parts = Array.from({ length: this.#count }, (_, number) => this.#parts.get(number) ?? new Uint8Array());
    const packed = new Uint8Array(await new Blob(parts).arrayBuffer());
    const name = this.#name;
    this.#parts.clear();
    this.#name = this.#before = "";
    this.#count = 0;
    if ((await nameOf(packed)).join(" ") !== name) throw new Unfit(UNFIT);
    return inflate(packed);
  }
}

/** @param {Uint8Array<ArrayBuffer>} packed @returns {Promise<Uint8Array>} what it is known and checked by */
async function nameOf(packed) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", packed), 0, AT_NUMBER - AT_NAME);
}

/** @param {Uint8Array<ArrayBuffer>} packed @returns {Promise<string>} */
async function inflate(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MOST_BYTES) break;
      texts.push(decoder.decode(part.value, { stream: true }));
    }
    texts.push(size > MOST_BYTES ? "" : decoder.decode());
  } catch {
    throw new Unfit(UNFIT);
  }
  if (size <= MOST_BYTES) return texts.join("");
  await reader.cancel();
  throw new Hopeless(TOO_BIG);
}
