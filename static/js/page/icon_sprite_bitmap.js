/** Replaces the SVG picture of all icons by a bitmap when the page is idle, because browsers render an SVG again with every paint. */

/** Delay after the start, in milliseconds. */
const LATER_MS = 1000;

/** The least number of bitmap pixels for one CSS pixel, so that small icons stay sharp. */
const FINEST = 2;

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** Renders the bitmap once, later. If that fails, the SVG icons stay. */
export function rasterizeIcons() {
  setTimeout(() => whenIdle(() => void rasterize().catch(() => {})), LATER_MS);
}

async function rasterize() {
  const root = document.documentElement;
  const shown = getComputedStyle(root);
  const [, drawing] = /url\("([^"]*)"\)/.exec(shown.getPropertyValue("--drawings").replaceAll("\\\n", "")) ?? [];
  if (!drawing) return;
  const image = await loadImage(drawing);
  const finer = Math.max(FINEST, Math.ceil((devicePixelRatio * parseFloat(shown.fontSize)) / 16));
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * finer;
  canvas.height = image.naturalHeight * finer;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const points = canvas.toDataURL("image/png");
  await loadImage(points); // or the icons would vanish for a moment
  root.style.setProperty("--drawings", `url("${points}")`);
}

/** @param {string} address @returns {Promise<HTMLImageElement>} */
async function loadImage(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
