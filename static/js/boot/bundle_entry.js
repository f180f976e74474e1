/**
 * The entry of the bundle: all modules that a start loads, except those that watch it (`start_monitor.js`, `pyscript_start.js`).
 * The build puts them into one file, and the interpreter, which loads first, into another. Python and the tests import the
 * page's modules from here.
 */
import "./interpreter.js";
import "../offline/offline_copy.js";
import "../offline/device_controls.js";

export * as files from "../page/files_and_clipboard.js";
export * as opening from "./unfinished_start.js";
export * as page from "../page/python_bridge.js";
export * as patching from "../page/patch.js";
export * as repository from "../store/repository.js";
export * as store from "../store/store_facade.js";
