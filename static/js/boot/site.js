/**
 * All that a start loads of the page, but for what looks after the start itself (`boot.js`, `start.js`). The build makes one file
 * of it, and another of the interpreter, which comes first. Python and the tests find the page's modules here.
 */
import "./interpreter.js";
import "../offline/offline.js";
import "../offline/device.js";

export * as files from "../page/files.js";
export * as opening from "./opening.js";
export * as page from "../page/page.js";
export * as patching from "../page/patch.js";
export * as repository from "../store/repository.js";
export * as store from "../store/store.js";
