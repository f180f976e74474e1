/**
 * Fetches the whole page anew and keeps what was played: the way out when the copy on this device is damaged.
 *
 * A classic script that needs no other, so that it is there when the page does not start. Nothing is removed before
 * everything has arrived: without a network the copy stays as it is.
 */
(() => {
  "use strict";

  const root = new URL("../../", document.currentScript.src).href;

  /**
   * Replaces every file, then loads the page again. Fights are elsewhere and are not touched.
   *
   * @returns {Promise<void>}
   */
  async function repair() {
    try {
      // The worker hands requests of this kind on to the network.
      const anew = async (name) => {
        const response = await fetch(root + name, { cache: "reload" });
        if (!response.ok) throw new Error(`${name}: status ${response.status}`);
        return response;
      };
      const list = await (await anew("precache.json")).json();
      const names = Object.keys(list.files).map((name) => (name === "index.html" ? "" : name));
      await Promise.all(names.map(async (name) => (await anew(name)).arrayBuffer()));
      await forget();
    } catch (problem) {
      console.warn("could not fetch all files anew", problem);
    }
    location.reload();
  }

  /** Removes the copy and the worker that answers from it: only ours, of this very address. */
  async function forget() {
    const worker = await navigator.serviceWorker?.getRegistration(root);
    if (worker?.scope === root) await worker.unregister();
    for (const kind of ["turntrack", "turntrack-snapshot"]) await globalThis.caches?.delete(`${kind} ${new URL(root).pathname}`);
  }

  addEventListener("repair", () => void repair());
})();
