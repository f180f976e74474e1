/**
 * Reads the image of Python's memory (see maker.js) and verifies its hash, off the page's thread.
 *
 * Receives `{ cache, place }` once; replies with `{ found }` and then, if there is an image, with `{ memory }`; or with `{
 * problem }`.
 *
 * A classic script without imports, which loads fastest.
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
  const blob = await image.blob(); // as a blob the head is available before the rest
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
