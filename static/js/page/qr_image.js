/** Draws the QR code of a link to this page. Loaded on first use. */
import { generate } from "../../../vendor/lean-qr.js";

/** Draws all requested codes that are not drawn yet. */
export function drawQrCodes() {
  for (const place of document.querySelectorAll("[data-code]")) {
    if (!(place instanceof HTMLElement) || place.firstChild) continue;
    const canvas = document.createElement("canvas");
    generate(location.href.split("#")[0] + place.dataset.code).toCanvas(canvas, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The link, as a QR code");
    place.append(canvas);
  }
}
