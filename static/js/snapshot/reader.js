/**
 * Reads the image of Python's memory and checks its hash: some twenty megabytes, which would hold up the page's own thread
 * while it starts. What they are is told in maker.js.
 *
 * Told once, `{ cache, place }`; answers with `{ found }` and then, if there is one, with `{ memory }`; or with `{ problem }`.
 *
 * A classic script that needs no other: it is there soonest.
 */
"use strict";

/** @typedef {ImageSays<"found" | "memory">} Says */

addEventListener("message", async (/** @type {MessageEvent<ImagePlace>} */ { data }) => {
  try {
    await read(data.cache, data.place);
  } catch (problem) {
    postMessage(/** @satisfies {Says} */ ({ problem: String(problem) }));
  }
});

/** @param {string} cacheName @param {string} place */
async function read(cacheName, place) {
  const image = await caches.match(place, { cacheName });
  if (!image) return postMessage(/** @satisfies {Says} */ ({ found: undefined }));
  const blob = await image.blob(); // a third faster than bytes at once, and the head is to be had before all the rest
  const [many] = new Uint32Array(await blob.slice(0, 4).arrayBuffer());
  const [headLength, length, ...places] = new Uint32Array(await blob.slice(4, 4 + 4 * many).arrayBuffer());
  const start = 4 + 4 * many + headLength;
  const head = new Uint8Array(await blob.slice(start - headLength, start).arrayBuffer());
  postMessage(/** @satisfies {Says} */ ({ found: { head, length } }));
  const bytes = await blob.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== image.headers.get("x-sha256")) throw new Error("the snapshot is damaged");
  let next = start;
  const memory = [];
  for (let nth = 0; nth < places.length; nth += 2) {
    memory.push({ at: places[nth], stretch: new Uint8Array(bytes, next, places[nth + 1]) });
    next += places[nth + 1];
  }
  postMessage(/** @satisfies {Says} */ ({ memory }), { transfer: [bytes] });
}
