/** The files of backups in a folder: one a day, of which the newest stay. */

/** @typedef {{ handle: FileSystemDirectoryHandle, mark: string }} Folder with the mark that this device’s files have in their names */

const GENERATIONS = 5;
const MOST_BYTES = 64_000_000;
const LEAST_BYTES = 2;

/**
 * Writes the file of today, and then removes the oldest of this device. Until the file is whole, that of before stays.
 *
 * @param {Folder} folder @param {string} text
 * @param {boolean} mayAsk whether the browser may ask for permission, which it does only after a tap
 */
export async function write({ handle, mark }, text, mayAsk) {
  const wish = /** @type {const} */ ({ mode: "readwrite" });
  const granted = (await handle.queryPermission(wish)) === "granted" || (mayAsk && (await handle.requestPermission(wish)) === "granted");
  if (!granted) throw new DOMException("", "NotAllowedError");
  const file = await handle.getFileHandle(`turntrack-${today()}-${mark}.json`, { create: true });
  const stream = await file.createWritable();
  try {
    await stream.write(text);
  } catch (problem) {
    await stream.abort().catch(() => {});
    throw problem;
  }
  await stream.close();
  await removeOldest(handle, mark);
}

/** @param {FileSystemDirectoryHandle} handle @param {string} mark */
async function removeOldest(handle, mark) {
  const names = [];
  for await (const name of handle.keys()) if (/^turntrack-\d{4}-\d\d-\d\d-/.test(name) && name.endsWith(`-${mark}.json`)) names.push(name);
  for (const name of names.toSorted().slice(0, -GENERATIONS)) await handle.removeEntry(name).catch(() => {});
}

/** @param {FileSystemDirectoryHandle} handle @returns {Promise<File | undefined>} the newest file of Turntrack’s that is not empty */
export async function readNewest(handle) {
  const files = [];
  for await (const entry of handle.values())
    if (entry.kind === "file" && /^turntrack-.*\.json$/.test(entry.name)) files.push(await entry.getFile());
  const whole = files.filter(({ size }) => size >= LEAST_BYTES && size <= MOST_BYTES);
  return whole.toSorted((left, right) => right.lastModified - left.lastModified)[0];
}

/** @returns {string} the date here, as 2026-11-27 */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
