/**
 * Reads and keeps the image of Python's memory, with its hash: some thirty megabytes, which would hold up the page's own
 * thread while it starts.
 *
 * Told once: `{ cache, place }` to read, answered with `{ found }` and then, if there is one, with `{ bytes }`; or, with
 * `bytes` in it, to keep them in the place of all others, answered with `{ kept }`. Or `{ problem }`.
 *
 * A classic script that needs no other: it is there soonest.
 */
"use strict";

const HASH = "x-sha256";

addEventListener("message", async ({ data: { cache, place, bytes } }) => {
  try {
    if (bytes) await keep(cache, place, bytes);
    else await read(cache, place);
  } catch (problem) {
    postMessage({ problem: String(problem) });
  }
});

/** @param {string} cacheName @param {string} place */
async function read(cacheName, place) {
  const found = await caches.match(place, { cacheName });
  postMessage({ found: Boolean(found) });
  if (!found) return;
  const bytes = await found.arrayBuffer();
  if ((await hashed(bytes)) !== found.headers.get(HASH)) throw new Error("the snapshot is damaged");
  postMessage({ bytes: new Uint8Array(bytes) }, { transfer: [bytes] });
}

/** @param {string} cacheName @param {string} place @param {Uint8Array} bytes */
async function keep(cacheName, place, bytes) {
  const headers = { [HASH]: await hashed(bytes) };
  await caches.delete(cacheName);
  await (await caches.open(cacheName)).put(place, new Response(bytes, { headers }));
  postMessage({ kept: true });
}

/** @param {BufferSource} bytes @returns {Promise<string>} */
async function hashed(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
