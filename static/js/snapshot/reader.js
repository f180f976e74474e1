/**
 * Reads the image of Python's memory and checks its hash: some thirty megabytes, which would hold up the page's own thread
 * while it starts.
 *
 * Told once, `{ cache, place }`; answers with `{ found }` and then, if there is one, with `{ bytes }`; or with `{ problem }`.
 *
 * A classic script that needs no other: it is there soonest.
 */
"use strict";

/** @typedef {ImageSays<"found" | "bytes">} Says */

addEventListener("message", async (/** @type {MessageEvent<ImagePlace>} */ { data }) => {
  try {
    await read(data.cache, data.place);
  } catch (problem) {
    postMessage(/** @satisfies {Says} */ ({ problem: String(problem) }));
  }
});

/** @param {string} cacheName @param {string} place */
async function read(cacheName, place) {
  const found = await caches.match(place, { cacheName });
  postMessage(/** @satisfies {Says} */ ({ found: Boolean(found) }));
  if (!found) return;
  const bytes = await found.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== found.headers.get("x-sha256")) throw new Error("the snapshot is damaged");
  postMessage(/** @satisfies {Says} */ ({ bytes: new Uint8Array(bytes) }), { transfer: [bytes] });
}
