/** Draws a QR code with a link that shows the current state of a fight on the players' phones. */
import { generate } from "../../../vendor/lean-qr.js";
import { make } from "../page/dom.js";
import { address } from "./channel.js";

/** Phones read the code of a longer link badly from a screen. The end of the order is then left out. */
const LONGEST_LINK = 1_000;

/** The indexes of the order, and of the number of left-out rows, in the view. */
const ORDER = 6;
const MORE = 7;

/** @param {Element} place @param {string} text the players' view as JSON */
export async function drawCode(place, text) {
  const link = await linkTo(text);
  const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", ""));
  generate(link).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The link below, as a QR code");
  const field = /** @type {HTMLInputElement} */ (make("input", ""));
  field.value = link;
  field.readOnly = true;
  field.setAttribute("aria-label", "Link for players");
  field.addEventListener("focus", () => field.select());
  const copy = make("button", "quiet", "Copy the link");
  copy.setAttribute("type", "button");
  copy.addEventListener("click", () => void copyFrom(field, copy));
  place.replaceChildren(
    make(
      "div",
      "code",
      make("h1", "", "For players: this moment"),
      canvas,
      make("p", "", "A phone’s camera opens it. The phone needs a network, unless Turntrack was opened on it before and is ready offline. What it shows does not follow the fight."),
      make("p", "link", field, copy),
    ),
  );
}

/**
 * Copies the link; if the browser refuses, selects it to be copied by hand.
 *
 * @param {HTMLInputElement} field @param {Element} copy button that shows the result
 */
async function copyFrom(field, copy) {
  try {
    await navigator.clipboard.writeText(field.value);
    copy.textContent = "Copied";
  } catch {
    field.select();
    copy.textContent = "Selected: now copy it";
  }
}

/** @param {string} text @returns {Promise<string>} */
async function linkTo(text) {
  const list = JSON.parse(text);
  for (;;) {
    const link = `${address.href}#v=${await pack(JSON.stringify(list))}`;
    if (link.length <= LONGEST_LINK || !list[ORDER].length) return link;
    const left = list[ORDER].splice(Math.floor(list[ORDER].length * 0.8));
    list[MORE] += left.length;
  }
}

/** @param {string} text @returns {Promise<string>} deflated, as URL-safe base64 */
async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
