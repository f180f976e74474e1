/**
 * Replaces all files of the page, for a damaged copy. Fights are not touched.
 *
 * A classic script without imports, so that it works when the page does not start. Nothing is removed before all files have
 * arrived with their hashes: without a network, or during a deployment, the copy stays as it is.
 */
(() => {
  "use strict";

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);

  const root = new URL("../../../", script.src).href;

  /** @typedef {{ files: Record<string, { sha256: string }> }} List */

  /** Replaces every file, then reloads the page. @returns {Promise<void>} */
  async function repair() {
    try {
      // The worker passes requests of this kind to the network.
      const anew = async (/** @type {string} */ name, integrity = "") => {
        const response = await fetch(root + name, { cache: "reload", integrity });
        if (!response.ok) throw new Error(`${name}: status ${response.status}`);
        return response;
      };
      /** @type {List} */
      const { files } = await (await anew("precache.json")).json();
      const fetchFile = async (/** @type {[string, { sha256: string }]} */ [name, { sha256 }]) => (await anew(name === "index.html" ? "" : name, integrityOf(sha256))).arrayBuffer();
      await Promise.all(Object.entries(files).map(fetchFile));
      await forget();
    } catch (problem) {
      console.warn("could not fetch all files anew", problem);
      // A working page continues; a page that failed to start may start this time.
      if (document.documentElement.dataset.ready) return void dispatchEvent(new Event("repair:failed"));
    }
    location.reload();
  }

  /** @param {string} hash in hexadecimal @returns {string} as fetch() takes it */
  const integrityOf = (hash) => `sha256-${btoa(hash.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))))}`;

  /** Removes the copy and its worker, only those of this address. */
  async function forget() {
    if ("memoryOnly" in document.documentElement.dataset) return; // there is no copy, and asking for it is refused
    const worker = await navigator.serviceWorker?.getRegistration(root);
    if (worker?.scope === root) await worker.unregister();
    for (const kind of ["turntrack", "turntrack-snapshot"]) await globalThis.caches?.delete(`${kind} ${new URL(root).pathname}`);
  }

  addEventListener("repair", (event) => {
    event.preventDefault(); // tells start_monitor.js that it was heard
    void repair();
  });
})();
