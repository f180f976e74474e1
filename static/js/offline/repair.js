/**
 * Fetches the whole page anew and keeps what was played: the way out when the copy on this device is damaged.
 *
 * A classic script that needs no other, so that it is there when the page does not start. Nothing is removed before
 * everything has arrived with its hash: without a network, or while the host is being changed, the copy stays as it is.
 */
(() => {
  "use strict";

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);

  const root = new URL("../../../", script.src).href;

  /** @typedef {{ files: Record<string, { sha256: string }> }} List */

  /**
   * Replaces every file, then loads the page again. Fights are elsewhere and are not touched.
   *
   * @returns {Promise<void>}
   */
  async function repair() {
    try {
      // The worker hands requests of this kind on to the network.
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
      // A page that works goes on; one that does not start may do so the next time.
      if (document.documentElement.dataset.ready) return void dispatchEvent(new Event("repair:failed"));
    }
    location.reload();
  }

  /** @param {string} hash in hexadecimal @returns {string} as fetch() takes it */
  const integrityOf = (hash) => `sha256-${btoa(hash.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))))}`;

  /** Removes the copy and the worker that answers from it: only ours, of this very address. */
  async function forget() {
    const worker = await navigator.serviceWorker?.getRegistration(root);
    if (worker?.scope === root) await worker.unregister();
    for (const kind of ["turntrack", "turntrack-snapshot"]) await globalThis.caches?.delete(`${kind} ${new URL(root).pathname}`);
  }

  addEventListener("repair", () => void repair());
})();
