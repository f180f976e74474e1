/**
 * The files of backups in a folder: one a day, of which the newest stay. Where not everything could be read, what could be read is
 * written beside the day's file, which may have the only good copy.
 */

/**
 * @typedef {{ handle: FileSystemDirectoryHandle, mark: string, written?: string[] }} Folder with the mark that this device’s files have
 *   in their names, and the names of those that it has written, the last one last
 */

const GENERATIONS = 5;
const MOST_BYTES = 64_000_000;
const LEAST_BYTES = 2;

const DAY = /^turntrack-(\d{4}-\d\d-\d\d)-/;

/**
 * Writes the file of today, and then removes the oldest of its kind of this device. Until the file is whole, that of before stays.
 *
 * @param {Folder} folder @param {string} text
 * @param {boolean} isWhole whether it has everything
 * @param {boolean} mayAsk whether the browser may ask for permission, which it does only after a tap
 * @returns {Promise<string[]>} the names of the files that this device has written, the last one last
 */
export async function write({ handle, mark, written = [] }, text, isWhole, mayAsk) {
  const wish = /** @type {const} */ ({ mode: "readwrite" });
  const granted = (await handle.queryPermission(wish)) === "granted" || (mayAsk && (await handle.requestPermission(wish)) === "granted");
  if (!granted) throw new DOMException("", "NotAllowedError");
  const end = isWhole ? `-${mark}.json` : `-${mark}-partial.json`;
  const name = `turntrack-${dayOf(Date.now())}${end}`;
  const file = await handle.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  try {
    await stream.write(text);
  } catch (problem) {
    await stream.abort().catch(() => {});
    throw problem;
  }
  await stream.close();
  const known = [...written.filter((other) => other !== name), name];
  const removed = await removeOldest(handle, end, known).catch(() => /** @type {string[]} */ ([])); // the backup is written all the same
  return known.filter((other) => !removed.includes(other));
}

/**
 * Removes the oldest files. What this device has written is in the order of writing; before it comes what it has forgotten, in the
 * order of the dates, of which those to come are the oldest: the clock was ahead.
 *
 * @param {FileSystemDirectoryHandle} handle @param {string} end of the names @param {string[]} written
 * @returns {Promise<string[]>} the names of the removed files
 */
async function removeOldest(handle, end, written) {
  const files = await filesIn(handle, (name) => DAY.test(name) && name.endsWith(end));
  const names = files.filter(({ file }) => isFull(file)).map(({ name }) => name);
  const today = dayOf(Date.now());
  const isAhead = (/** @type {string} */ name) => Number((DAY.exec(name)?.[1] ?? "") > today);
  names.sort((left, right) => written.indexOf(left) - written.indexOf(right) || isAhead(right) - isAhead(left) || (left < right ? -1 : 1));
  const old = names.slice(0, -GENERATIONS);
  for (const name of old) await handle.removeEntry(name).catch(() => {});
  return old;
}

/**
 * Lists the files that may be backups, the newest first. The date in a name counts more than that of the file, which changes when
 * it is copied; a date to come counts as old, because the clock was ahead.
 *
 * @param {FileSystemDirectoryHandle} handle @returns {Promise<FileSystemFileHandle[]>}
 */
export async function listFiles(handle) {
  const files = await filesIn(handle, (name) => /^turntrack-.*\.json$/.test(name));
  const today = dayOf(Date.now());
  const dated = files.map(({ entry, name, file }) => {
    const at = file?.lastModified ?? 0;
    const day = DAY.exec(name)?.[1] ?? dayOf(at);
    return { entry, at, day: day > today ? `-${day}` : day };
  });
  dated.sort((left, right) => (left.day === right.day ? right.at - left.at : left.day < right.day ? 1 : -1));
  return dated.map(({ entry }) => entry);
}

/** @param {FileSystemFileHandle} entry @returns {Promise<string>} its text; empty if it is too long to be read */
export async function readFile(entry) {
  const file = await entry.getFile();
  return isFull(file) ? file.text() : "";
}

/**
 * @param {FileSystemDirectoryHandle} handle @param {(name: string) => boolean} isWanted
 * @returns {Promise<{ entry: FileSystemFileHandle, name: string, file: File | undefined }[]>} without the file where it cannot be read
 */
async function filesIn(handle, isWanted) {
  const files = [];
  for await (const entry of handle.values()) {
    if (entry.kind === "file" && isWanted(entry.name)) files.push({ entry, name: entry.name, file: await entry.getFile().catch(() => undefined) });
  }
  return files;
}

/** @param {File | undefined} file @returns {boolean} whether it can hold a backup */
const isFull = (file) => file !== undefined && file.size >= LEAST_BYTES && file.size <= MOST_BYTES;

/** @param {number} at @returns {string} the date here, as 2026-11-27 */
function dayOf(at) {
  const then = new Date(at);
  return [then.getFullYear(), then.getMonth() + 1, then.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
