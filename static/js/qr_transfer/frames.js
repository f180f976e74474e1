/**
 * Splits a text into small frames, each of which fits into one QR code, and joins them again. The frames repeat in a loop,
 * so that reading may start anywhere and miss some.
 *
 * A frame has two magic letters, the format, eight bytes of the hash of the packed text (its name and checksum), the frame's
 * number and count, and a part of the deflated text. The input is untrusted: its size is limited before and after it is
 * inflated.
 */

const FORM = 1;
const MARK = [0x54, 0x54];
const AT_NAME = 3;
const AT_NUMBER = 11;
const AT_PART = 15;

/** Bytes of the packed text in one frame. Cameras read larger codes badly from a screen. */
const PART = 700;

/** With more frames a loop takes too long. */
const MOST_FRAMES = 400;

/** The largest size in bytes of the inflated text. */
export const MOST_BYTES = 8_000_000;

/** After so many frames of one transfer in a row, no second device is in the picture. */
const STEADY = 6;

/** An invalid frame or transfer. The message is shown to the user. */
export class Unreadable extends Error {}

/** A transfer that must be read again. */
export class ReadAgain extends Unreadable {}

/** A transfer that would fail again. */
export class TooBig extends Unreadable {}

const NOTHING_OF_OURS = "This is not a Turntrack code.";
const NEWER = "This code is from a newer Turntrack. Update this one first, online.";
const READ_AGAIN = "The codes do not fit together: reading them again. Keep still.";
const TWO = "Two devices are showing codes. Point the camera at just one.";
const TOO_BIG = "These codes hold more than can be read here. Nothing has changed.";

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>[]>} the frames; empty if the text is too long */
export async function splitText(text) {
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

/** The frames read so far of the current transfer, which is that of the last frame. */
export class FrameCollector {
  /** @type {Map<number, Uint8Array<ArrayBuffer>>} */
  #parts = new Map();
  #name = "";
  #count = 0;
  /** The name of the previous transfer. */
  #before = "";
  /** The number of frames of the same transfer in a row, since two transfers alternated. */
  #steady = STEADY;

  get read() {
    return this.#parts.size;
  }

  /** The number of frames of the transfer; 0 before the first frame. */
  get count() {
    return this.#count;
  }

  get isWhole() {
    return this.#count > 0 && this.read === this.#count;
  }

  /** Adds a frame. Throws Unreadable. @param {Uint8Array} frame */
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

  /** Joins the frames and forgets them. @returns {Promise<string>} Rejects with Unreadable */
  async text() {
    const parts = Array.from({ length: this.#count }, (_, number) => this.#parts.get(number) ?? new Uint8Array());
    const packed = new Uint8Array(await new Blob(parts).arrayBuffer());
    const name = this.#name;
    this.#parts.clear();
    this.#name = this.#before = "";
    this.#count = 0;
    if ((await nameOf(packed)).join(" ") !== name) throw new ReadAgain(READ_AGAIN);
    return inflate(packed);
  }
}

/** @param {Uint8Array<ArrayBuffer>} packed @returns {Promise<Uint8Array>} the name and checksum of a transfer */
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
    throw new ReadAgain(READ_AGAIN);
  }
  if (size <= MOST_BYTES) return texts.join("");
  await reader.cancel();
  throw new TooBig(TOO_BIG);
}
