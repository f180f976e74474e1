/** Puts a database in memory into the place of the browser's. Loaded by start_monitor.js where that refuses to open. */
import "../../../vendor/fake-indexeddb/auto/index.mjs";
