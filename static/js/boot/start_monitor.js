/**
 * Watches the start of the page: shows its progress, and if it fails, the cause and the remedy.
 *
 * A classic script, so that it also runs where modules do not, such as on a page opened from a folder. It stops when Python
 * marks the page as ready (`data-ready` on the root element). Modules report failures by the event `boot:failed` on the
 * document, with the detail `{ title, advice, detail }`.
 */
(() => {
  "use strict";

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);

  /** As in unfinished_start.js. */
  const OPENING = `turntrack.opening ${new URL("../../../", script.src).pathname}`;

  const limitSeconds = Number(script.dataset.limitSeconds);

  /** How long Python may take from the end of its start script to the first complete picture. */
  const graceSeconds = 5;

  const ADVICE = "Load the page again. If that does not help, close other tabs and try once more.";
  const ONLINE = "Check that this device is online and load the page again: all its files will then be downloaded again.";

  /** The types as which browsers run a module. */
  const SCRIPT_TYPE = /^(text|application)\/(x-)?(java|ecma)script\s*(;|$)/i;

  /** Texts for PyScript's stages; other messages of PyScript are not shown. @type {Record<string, string>} */
  const STAGES = {
    "Loading Storage": "Opening this device's storage…",
    "Loading interpreter": "Fetching the rules engine…",
    "Loaded interpreter": "Reading the rules…",
    "Loaded Pyodide": "Setting the table…",
  };

  const stopped = new AbortController();
  const { signal } = stopped;
  let failed = false;
  let timer = 0;

  /** @param {string} id @returns {HTMLElement} */
  function element(id) {
    const node = document.getElementById(id);
    if (!node) throw new Error(`the page has no element “${id}”`);
    return node;
  }

  /** @param {() => void} action */
  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  /** Shows the first failure. Later ones, mostly its consequences, go under the details. @param {Failure} failure */
  function fail({ title, part, advice = part === undefined ? ADVICE : ONLINE, detail = "" }) {
    const first = !failed;
    failed = true;
    clearTimeout(timer);
    whenParsed(() => {
      if (first) {
        dispatchEvent(new Event("boot:gave-up")); // last_picture.js forgets its picture
        element("boot-error-title").textContent = title;
        element("boot-error-advice").textContent = advice;
        element("boot").dataset.failed = "";
        element("early").hidden = true;
        element("boot-error").hidden = false;
        element("boot-reload").addEventListener("click", reload, { once: true });
        element("boot-list").addEventListener("click", beginWithTheList, { once: true });
        if (part !== undefined) void explain(part);
      }
      const said = element("boot-error-detail");
      const line = (detail || title).trim();
      if (!said.textContent.includes(line)) said.textContent = `${said.textContent}\n${line}`.trim();
    });
  }

  /**
   * Says what the site does wrong with the parts that the page names: of an import that fails, browsers name only the importer.
   *
   * @param {string} part the address of a part that did not arrive; empty if it is not known
   */
  async function explain(part) {
    const named = Array.from(document.querySelectorAll("script[src], link[rel=modulepreload]"), addressOf);
    const faults = await Promise.all([...new Set([part, ...named])].filter(Boolean).map(findFault));
    const fault = faults.find(Boolean);
    if (fault) element("boot-error-advice").textContent = fault;
  }

  /** @param {string} url of a part @returns {Promise<string>} what the site does wrong with it; empty for nothing, and without an answer */
  async function findFault(url) {
    const name = url.split("/").pop() ?? "";
    try {
      const { ok, status, headers } = await fetch(url, { method: "HEAD", cache: "no-store" });
      if (!ok) return `The site does not have ${name} (status ${status}). If it is just being renewed, wait a minute and load the page again.`;
      const type = headers.get("Content-Type") ?? "nothing";
      if (name.endsWith(".js") && !SCRIPT_TYPE.test(type)) {
        return `The site sends ${name} as “${type}”, and browsers run scripts only as “text/javascript”. Whoever runs the site has to set that.`;
      }
    } catch {
      // No network: the advice is to check it.
    }
    return "";
  }

  /** Has repair.js fetch all files again, since one may be damaged or of an older version. Without it loads the page again. */
  function reload() {
    element("boot-reload").textContent = "Downloading all files again…";
    const isUnheard = dispatchEvent(new Event("repair", { cancelable: true }));
    if (isUnheard) location.reload();
  }

  /** Restarts with the list (see unfinished_start.js), because the open fight may be the cause of the failure. */
  function beginWithTheList() {
    try {
      if (!localStorage.getItem(OPENING)) localStorage.setItem(OPENING, "the list");
    } catch {
      // Without storage no fight is opened either.
    }
    location.reload();
  }

  function restartTimer(seconds = limitSeconds) {
    clearTimeout(timer);
    if (failed) return;
    timer = setTimeout(() => {
      fail({
        title: "The page is taking too long to start",
        advice: `Nothing has happened for ${seconds} seconds. On a slow connection it may still start: wait a little. ${ADVICE}`,
        detail: `last stage: ${document.getElementById("boot-stage")?.textContent ?? "reading the page"}`,
      });
    }, seconds * 1000);
  }

  /** @param {string} stage */
  function show(stage) {
    if (stage in STAGES) whenParsed(() => (element("boot-stage").textContent = STAGES[stage]));
    restartTimer();
  }

  function ready() {
    clearTimeout(timer);
    stopped.abort();
    readiness.disconnect();
  }

  const readiness = new MutationObserver(() => document.documentElement.dataset.ready && ready());
  readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });

  /** Keeps everything in memory where the browser refuses its database. PyScript opens one first and would wait for ever. */
  async function tryStorage() {
    try {
      await openDatabase("turntrack-boot-trial");
    } catch (problem) {
      console.warn("nothing is stored", problem);
      document.documentElement.dataset.memoryOnly = "";
      await import("../store/memory_database.js");
    }
  }

  /** @param {string} name @returns {Promise<void>} */
  function openDatabase(name) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase(name);
        resolve();
      };
    });
  }

  if (location.protocol === "file:") {
    fail({
      title: "This page cannot run from a folder",
      advice:
        "Browsers forbid a page opened as a file to load its parts. Open Turntrack from a web address instead: run " +
        "“make serve” in its folder and open the address that it prints, or put the folder dist on any web host.",
      detail: location.href,
    });
    whenParsed(() => {
      for (const id of ["boot-reload", "boot-list"]) element(id).hidden = true;
    });
    return;
  }

  if (!("WebAssembly" in globalThis)) {
    fail({
      title: "WebAssembly is switched off",
      advice:
        "Turntrack needs WebAssembly for its rules. On an iPad or iPhone in Lockdown Mode: tap the page menu in Safari's address bar, then " +
        "Website Settings, and switch Lockdown Mode off for this site. In another browser allow WebAssembly for this site.",
    });
    return;
  }

  /** @param {EventTarget | null} part @returns {string} its address; empty if it is no part of the page */
  function addressOf(part) {
    if (part instanceof HTMLScriptElement) return part.src;
    return part instanceof HTMLLinkElement ? part.href : "";
  }

  document.addEventListener("boot:failed", (event) => fail(event.detail), { signal });

  // Errors of elements (a script that is missing) do not bubble, hence the capture.
  addEventListener(
    "error",
    (event) => {
      const url = addressOf(event.target);
      if (url) fail({ title: "A part of the page is missing", part: url, detail: `could not load ${url}` });
      else if (event.message) fail({ title: "Something went wrong while the page was starting", detail: event.message });
    },
    { capture: true, signal },
  );

  addEventListener(
    "unhandledrejection",
    ({ reason }) => {
      const detail = String(reason?.message ?? reason);
      const missing = /fetch|import|load|network/i.test(detail);
      if (missing) fail({ title: "A part of the page is missing", part: /https?:\S+/.exec(detail)?.[0] ?? "", detail });
      else fail({ title: "Something went wrong while the page was starting", detail });
    },
    { signal },
  );

  addEventListener("py:progress", ({ detail }) => show(detail), { signal });
  addEventListener("py:done", () => restartTimer(graceSeconds), { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  restartTimer();
  globalThis.storageTrial = tryStorage();
})();
