/** Files and the clipboard: reads files and pasted texts, and shares, downloads and copies. */
import { build } from "../../../python/parts.js";
import { useModule } from "./load.js";
import { element } from "./dom.js";
import { messageOf, nameOf } from "./errors.js";
import { ownName } from "../store/namespace.js";
import { root } from "./trusted_types.js";

const MOST_BYTES = 64_000_000;

/** Where a pasted text belongs; in the empty field of *Import* it is read at once. */
const FIELDS = "input, textarea:not([data-reads-paste]:placeholder-shown)";

/** @type {(text: string, file: string) => void} */
let offer = () => {};
/** @type {(message: string) => void} */
let say = () => {};

/**
 * @param {(text: string, file: string) => void} offered takes a text that was chosen, dropped or pasted, and its file’s name
 * @param {(message: string) => void} told shows a message
 */
export function listen(offered, told) {
  offer = offered;
  say = told;
  document.addEventListener("dragover", (event) => holdsFile(event.dataTransfer) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer || !holdsFile(event.dataTransfer)) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.matches(FIELDS)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain");
    if (file || text) event.preventDefault();
    if (file) void read(file);
    else if (text) offer(text, "");
  });
  listenToLaunch();
  if (location.search === "?file") void takeShared();
}

/** Reads a file with which the system has opened this page. A browser without the function never opens it so. */
function listenToLaunch() {
  globalThis.launchQueue?.setConsumer(async ({ files: [handle] }) => {
    if (handle) void read(await handle.getFile());
  });
}

/** Reads the file that another app has shared and the service worker has kept, once. */
async function takeShared() {
  history.replaceState(null, "", location.pathname);
  const cacheName = `${ownName("turntrack")} shared`;
  const kept = await caches.match(root, { cacheName, ignoreVary: true });
  await caches.delete(cacheName);
  if (kept) void read(new File([await kept.blob()], decodeURIComponent(kept.headers.get("x-name") ?? "")));
}

/** @param {DataTransfer | null} brought */
const holdsFile = (brought) => Boolean(brought?.types.includes("Files"));

/** Opens the print dialog after Python has handled the tap, because Python lays out the page for it. */
export const printOut = () => void setTimeout(() => print());

/** Opens the file chooser. Call within a tap. */
export function pick() {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => void read(input.files?.[0]));
  input.click();
}

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) {
    say(`${file.name} is too big: at most ${MOST_BYTES / 1_000_000} MB are read.`);
    return;
  }
  try {
    const bytes = await file.arrayBuffer();
    try {
      offer(new TextDecoder("utf-8", { fatal: true }).decode(bytes), file.name);
    } catch {
      offer(new TextDecoder("windows-1252").decode(bytes), file.name); // as older spreadsheets write
    }
  } catch (problem) {
    say(`${file.name} cannot be read. ${messageOf(problem)}`);
  }
}

/**
 * Shares a file on touch devices, where a download may lead nowhere; downloads it elsewhere. Call within a tap.
 *
 * @param {string} name @param {string} type @param {string} text
 * @returns {Promise<boolean>} whether it has left the page
 */
export async function handOver(name, type, text) {
  // Share sheets accept few types; plain text is one of them everywhere.
  const file = new File([text], name, { type });
  const shareable = [file, new File([text], `${name}.txt`, { type: "text/plain" })].find((each) => canShare(each));
  try {
    if (shareable) await navigator.share({ files: [shareable] });
    else download(file);
  } catch (problem) {
    if (nameOf(problem) === "AbortError") return false;
    download(file);
  }
  return true;
}

/** @param {File} file */
function canShare(file) {
  return matchMedia("(pointer: coarse)").matches && Boolean(navigator.canShare?.({ files: [file] }));
}

/** @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Copies a text. Call within a tap. @param {string} text @returns {Promise<boolean>} whether it succeeded */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say("The browser does not let this page copy text. Save the file instead.");
    return false;
  }
  say("Copied.");
  return true;
}

/** @returns {Promise<string>} lines about build, browser, screen and storage, as JSON */
export async function describeDevice() {
  const { storage } = navigator;
  const { usage = 0, quota = 0 } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  const isKept = await storage?.persisted?.().catch(() => false);
  const isApp = matchMedia("(display-mode: standalone)").matches;
  return JSON.stringify([
    `Build: ${build}`,
    `Browser: ${navigator.userAgent}`,
    `Screen: ${innerWidth} × ${innerHeight} at ${devicePixelRatio}, ${isApp ? "as an app" : "in a tab"}`,
    `Storage: ${megabytes(usage)} of ${megabytes(quota)} MB, ${isKept ? "kept" : "may be cleared by the browser"}`,
    `Offline copy: ${element("offline").dataset.state ?? "none"}`,
  ]);
}

/** @param {number} bytes @returns {number} */
const megabytes = (bytes) => Math.round(bytes / 1_000_000);

/** Notes the version that runs here. @param {string} version @returns {string} the version noted before; empty for none */
export function exchangeVersion(version) {
  const name = ownName("turntrack.version");
  try {
    const before = localStorage.getItem(name) ?? "";
    if (before !== version) localStorage.setItem(name, version);
    return before;
  } catch {
    return ""; // without storage there is no earlier version either
  }
}

/** Opens a page of the site in a tab of its own. Call within a tap. @param {string} name */
export function openPage(name) {
  const issues = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=help]"));
  if (name === "licences") open(`${root}vendor/LICENSES.txt`, "_blank", "noopener");
  else if (issues) open(issues.href, "_blank", "noopener");
  else say("This copy of Turntrack names no place to send it. Send it to whoever gave you the address.");
}

/**
 * Reads a pack of creatures that comes with the page, when it is needed: no start loads it.
 *
 * @param {string} name @returns {Promise<string>} empty if it cannot be had
 */
export async function readPack(name) {
  try {
    const { ok, body } = await fetch(`${root}packs/${name}.json.zlib`);
    return ok && body ? await new Response(body.pipeThrough(new DecompressionStream("deflate"))).text() : "";
  } catch (problem) {
    console.warn(`the creatures of ${name} cannot be loaded`, problem);
    return "";
  }
}

/** Shows a text as QR codes for another device's camera. @param {string} text */
export function showCodes(text) {
  if (!isSecureContext) return say("Codes need an address with https. Save the file instead."); // for their checksum
  void useModule(
    async () => (await import("../qr_transfer/display.js")).showCodes,
    (show) => show(text, say),
  );
}

/** Scans QR codes with the camera, and offers their text. */
export function readCodes() {
  void useModule(
    async () => (await import("../qr_transfer/camera.js")).readCodes,
    (startReading) => startReading((text) => offer(text, "")),
  );
}
