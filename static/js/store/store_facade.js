/** The part of the store that Python calls, besides the repository: see BrowserStore in static/app/browser.py. */
export { chooseFolder, dropFolder, openBackups, readBackup, writeBackup } from "./backup_folder.js";
export { inventory } from "./data_loss_inventory.js";
export { readJournal } from "./journal_copies_reader.js";
export { newKey } from "./random_key.js";
export { saveSetting } from "./settings.js";
export { start } from "./start_state.js";
export { append, closeJournal, dropUnsaved, markExported, markRescued, replaceJournal, retry, setCurrent } from "./write_queue.js";
export { takeOver } from "./writer_handover.js";
