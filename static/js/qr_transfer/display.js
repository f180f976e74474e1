/** Shows a text as a loop of QR codes for another device's camera. */
import { generate, mode } from "../../../vendor/lean-qr.js";
import { make } from "../page/dom.js";
import { splitText } from "./frames.js";
import { openOverlay } from "./overlay.js";

/** Codes per second: a camera sees each several times. So fine a pattern does not count as flashing. */
const USUAL = 6;
/** Codes per second on a device that asks for less motion. */
const SLOW = 2;

const HOW = "On the other device: Import, then “Read codes with the camera”. Hold it so that the code fills its picture, upright and still.";

/** @typedef {import("lean-qr").Bitmap2D} Bitmap */

/**
 * @param {string} text
 * @param {(message: string) => void} say
 * @returns {Promise<void>} when the codes are on the screen
 */
export async function showCodes(text, say) {
  const frames = await splitText(text);
  if (!frames.length) {
    say("This is too long for codes. Save the file instead.");
    return;
  }
  const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", ""));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "A code for the camera of another device");
  const where = make("p", "where");
  const aSecond = matchMedia("(prefers-reduced-motion: reduce)").matches ? SLOW : USUAL;
  const codes = codesOf(frames);
  let number = 0;
  const show = () => {
    codes(number).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
    where.textContent = `Code ${number + 1} of ${frames.length}`;
    number = (number + 1) % frames.length;
  };
  show();
  const timer = frames.length > 1 ? setInterval(show, 1_000 / aSecond) : 0;
  const content = [canvas, make("p", "", HOW), make("p", "", describeLoop(frames.length, aSecond)), where];
  await openOverlay("Codes for another device", "Done", content, () => clearInterval(timer));
}

/**
 * @param {number} count @param {number} aSecond @returns {string} the duration of one loop, and that missed codes come again
 */
function describeLoop(count, aSecond) {
  if (count === 1) return "There is only this one code.";
  const slowly = aSecond === SLOW ? " They change slowly, as this device asks for less motion." : "";
  const seconds = Math.ceil(count / aSecond);
  return `One round of them takes ${seconds === 1 ? "a second" : `${seconds} seconds`}. They repeat until you close this, so a missed code comes round again.${slowly}`;
}

/** @param {Uint8Array[]} frames @returns {(number: number) => Bitmap} a cached bitmap, of the size of the first */
function codesOf(frames) {
  /** @type {Map<number, Bitmap>} */
  const made = new Map();
  const draw = (/** @type {number} */ number, least = 1) => {
    const bitmap = made.get(number) ?? generate(mode.bytes(frames[number]), { minVersion: least });
    made.set(number, bitmap);
    return bitmap;
  };
  const version = (draw(0).size - 17) / 4;
  return (number) => draw(number, version);
}
