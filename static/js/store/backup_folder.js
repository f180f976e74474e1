/**
 * The folder for backups, for Python: chosen, dropped, written into and read. What concerns its files is loaded on first use
 * (backup_files.js).
 */
import { isText } from "./row_validation.js";
import { newKey } from "./database.js";
import { readSetting, saveSetting } from "./settings.js";
import { nameOf } from "../page/errors.js";

/** @typedef {import("./backup_files.js").Folder} Folder */

/** @param {unknown} value the setting @returns {string | null} the name of the folder; empty for none, null where there can be none */
export const folderName = (value) => ("showDirectoryPicker" in globalThis ? (asFolder(value)?.handle.name ?? "") : null);

/** @param {unknown} value @returns {Folder | undefined} */
function asFolder(value) {
  const folder = /** @type {Partial<Folder> | undefined} */ (value);
  if (!(folder?.handle instanceof FileSystemDirectoryHandle) || !isText(folder.mark)) return undefined;
  const { handle, mark, written } = folder;
  return { handle, mark, written: Array.isArray(written) ? written.filter(isText) : [] };
}

/** @returns {Promise<Folder>} the folder that was chosen for backups */
async function storedFolder() {
  const folder = asFolder(await readSetting("folder"));
  if (!folder) throw new DOMException("", "NotFoundError");
  return folder;
}

/** Asks for a folder. Call within a tap. @returns {Promise<FileSystemDirectoryHandle>} */
const choose = () => showDirectoryPicker({ id: "turntrack", mode: "readwrite" });

/** Lets the user choose a folder for backups. Call within a tap. @returns {Promise<string>} JSON: its `name`, or the `problem` */
export function chooseFolder() {
  return tell(async () => {
    const handle = await choose();
    saveSetting("folder", { handle, mark: newKey().slice(0, 4) });
    return { name: handle.name };
  });
}

/** Writes no more backups into the folder. */
export const dropFolder = () => saveSetting("folder", "");

/**
 * Writes a backup into the folder.
 *
 * @param {string} text @param {boolean} isWhole whether it has everything @param {boolean} mayAsk
 * @returns {Promise<string>} JSON: the `problem`, if any
 */
export function writeBackup(text, isWhole, mayAsk) {
  return tell(async () => {
    const { write } = await import("./backup_files.js");
    const folder = await storedFolder();
    const written = await write(folder, text, isWhole, mayAsk);
    if (written.join() !== folder.written?.join()) saveSetting("folder", { ...folder, written });
    return {};
  });
}

/** @type {Map<string, FileSystemFileHandle>} the files of the folder that was opened last, by name */
let opened = new Map();

/** Opens a folder that the user chooses. Call within a tap. @returns {Promise<string>} JSON: the `names` of its files, the newest first, or the `problem` */
export function openBackups() {
  return tell(async () => {
    const { listFiles } = await import("./backup_files.js");
    opened = new Map((await listFiles(await choose())).map((file) => [file.name, file]));
    return { names: [...opened.keys()] };
  });
}

/** Reads a file of the opened folder. @param {string} name @returns {Promise<string>} JSON: its `text`, or the `problem` */
export function readBackup(name) {
  return tell(async () => {
    const { readFile } = await import("./backup_files.js");
    const file = opened.get(name);
    return { text: file ? await readFile(file) : "" };
  });
}

/** @param {() => Promise<object>} action @returns {Promise<string>} its result as JSON; for an error, its name as the `problem` */
async function tell(action) {
  try {
    return JSON.stringify(await action());
  } catch (problem) {
    console.warn("the folder for backups", problem);
    return JSON.stringify({ problem: nameOf(problem) || String(problem) });
  }
}
