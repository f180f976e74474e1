/** The part of the store that Python calls, besides the repository: see BrowserStore in static/app/browser.py. */
export { chooseFolder, dropFolder, openBackups, readBackup, writeBackup } from "./backup_folder.js";
export { inventory, start } from "./start_state.js";
export { readJournal } from "./journal_reader.js";
export { newKey } from "./database.js";
export { saveSetting } from "./settings.js";
export { append, closeJournal, dropUnsaved, markExported, markRescued, replaceJournal, retry, setCurrent, takeOver } from "./write_queue.js";
