/**
 * Icons are drawings, and browsers make them anew with every painting, as a document of its own each: in Chromium a tenth of
 * a millisecond, for a dozen of them with a tap. So they are made a picture of points, once, when there is nothing else to do.
 */

/** So long after the page has begun: nobody waits for it. */
const LATER_MS = 1000;

/** The least points to a CSS pixel, so that they are as sharp as they were where they are shown smaller. */
const FINEST = 2;

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** Draws all icons once, some time from now. Where that cannot be done they stay as they are. */
export function drawIconsOnce() {
  setTimeout(() => whenIdle(() => void draw().catch(() => {})), LATER_MS);
}

async function draw() {
  const root = document.documentElement;
  const shown = getComputedStyle(root);
  const [, drawing] = /url\("([^"]*)"\)/.exec(shown.getPropertyValue("--drawings").replaceAll("\\\n", "")) ?? [];
  if (!drawing) return;
  const image = await loaded(drawing);
  const finer = Math.max(FINEST, Math.ceil((devicePixelRatio * parseFloat(shown.fontSize)) / 16));
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * finer;
  canvas.height = image.naturalHeight * finer;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const points = canvas.toDataURL("image/png");
  await loaded(points); // else they would be gone for a moment
  root.style.setProperty("--drawings", `url("${points}")`);
}

/** @param {string} address @returns {Promise<HTMLImageElement>} */
async function loaded(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
