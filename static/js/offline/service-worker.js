/**
 * Keeps a complete copy of the page on this device and serves it, so that the page opens without a network.
 *
 * The build puts this file at the root of the site and prepends the list of the site's files, so that script and list always
 * match. A version is installed only when every file is present with its hash; until then the previous version serves. Files
 * are cached under name and hash: unchanged files are not fetched again, and an interrupted download resumes.
 *
 * A classic script, because not every browser takes a module here.
 */
"use strict";

const list = LIST; // prepended by the build

const scope = registration.scope;
const home = "index.html";

/** Unique to this copy, as other sites and copies may share the origin. */
const cacheName = `turntrack ${new URL(scope).pathname}`;

const AT_ONCE = 4;

/** Whether no copy exists and none can be made: then everything comes from the network. */
let isLost = false;

/** @type {Promise<void> | undefined} */
let completing;

addEventListener("install", (/** @type {ExtendableEvent} */ event) => event.waitUntil(completeCopy(Boolean(registration.active))));
addEventListener("activate", (/** @type {ExtendableEvent} */ event) => event.waitUntil(removeOldFiles().then(() => clients.claim())));

addEventListener("message", (/** @type {ExtendableMessageEvent} */ event) => {
  /** @type {AskedOfServiceWorker} */
  const asked = event.data;
  if (asked === "take") void skipWaiting();
  // An evicted copy is fetched again; the result is sent to every page.
  if (asked === "check") event.waitUntil(completeCopy(false).catch(() => {}));
});

addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  if (event.request.method === "POST" && event.request.url === scope) return event.respondWith(keepShared(event.request));
  const name = listedName(event.request);
  if (name && !isLost) event.respondWith(answer(event.request, name));
  else if (name && event.request.mode === "navigate") event.respondWith(fetchPage(event.request));
});

/**
 * Keeps what another app shares with the installed page (`share_target` in the manifest). A text goes into the page's address,
 * a file into a cache, from which the page takes it (`files_and_clipboard.js`).
 *
 * @param {Request} request @returns {Promise<Response>} leads to the page
 */
async function keepShared(request) {
  const shared = await request.formData();
  const file = shared.get("file");
  if (!(file instanceof File && file.name)) {
    const texts = [...shared].filter(([, value]) => typeof value === "string");
    return Response.redirect(`${scope}?${new URLSearchParams(/** @type {[string, string][]} */ (texts))}`, 303);
  }
  await (await caches.open(`${cacheName} shared`)).put(scope, new Response(file, { headers: { "x-name": encodeURIComponent(file.name) } }));
  return Response.redirect(`${scope}?file`, 303);
}

/**
 * Fetches a page from its host, but without the query, which has a text that another app has shared.
 *
 * @param {Request} request @returns {Promise<Response>}
 */
const fetchPage = ({ url }) => fetch(url.replace(/[?#].*/s, ""), { redirect: "manual" });

/** @param {Request} request @returns {string | undefined} the requested file of the list */
function listedName({ method, url, cache, mode }) {
  // A repair asks for the host's current files.
  const wantsCopy = method === "GET" && !(cache === "reload" && mode !== "navigate");
  if (!wantsCopy || !url.startsWith(scope)) return undefined;
  const { origin, pathname } = new URL(url);
  const name = decodeURI(origin + pathname).slice(decodeURI(scope).length) || home;
  return Object.hasOwn(list.files, name) ? name : undefined;
}

/** @param {Request} request @param {string} name @returns {Promise<Response>} */
async function answer(request, name) {
  try {
    const kept = await caches.match(place(name), { cacheName, ignoreVary: true });
    return kept ?? (await fetchVerified(await caches.open(cacheName), name));
  } catch {
    // Never a file of another version, which would not match the others.
    if (request.mode !== "navigate") return Response.error();
    isLost = true;
    return fetchPage(request);
  }
}

/**
 * Completes the copy, and sends the progress to every page.
 *
 * @param {boolean} isUpdate whether another version serves meanwhile
 * @returns {Promise<void>} rejects when a file cannot be fetched
 */
function completeCopy(isUpdate) {
  completing ??= fillCache({ version: list.version, isUpdate }).finally(() => (completing = undefined));
  return completing;
}

/** @param {{ version: string, isUpdate: boolean }} news @returns {Promise<void>} */
async function fillCache(news) {
  const names = Object.keys(list.files);
  const total = names.reduce((sum, name) => sum + list.files[name].bytes, 0);
  try {
    const cache = await caches.open(cacheName);
    const absent = await missing(cache);
    let done = total - absent.reduce((sum, name) => sum + list.files[name].bytes, 0);
    let told = 0;
    const count = (/** @type {number} */ bytes) => {
      done += bytes;
      if (done - told < total / 50) return;
      told = done;
      sendNews({ ...news, state: "loading", done, total });
    };
    const rest = [...absent];
    const fetchRest = async () => {
      for (let name = rest.shift(); name; name = rest.shift()) await fetchVerified(cache, name, count);
    };
    // All fetches end before the result is sent; after the first failure none is started.
    const lines = Array.from({ length: AT_ONCE }, () => fetchRest().catch((problem) => ((rest.length = 0), problem)));
    const problem = (await Promise.all(lines)).find(Boolean);
    // An incomplete copy is useless, and the fights need the room.
    if (problem?.why === "full") await Promise.all(absent.map((name) => remove(cache, place(name))));
    if (problem) throw problem;
    if ((await missing(cache)).length) throw new Trouble("evicted", "");
    sendNews({ ...news, state: "whole", total });
  } catch (problem) {
    const { why, file } = problem instanceof Trouble ? problem : new Trouble("storage", "");
    sendNews({ ...news, state: "broken", why, file });
    throw problem;
  }
}

/** The reason why there is no copy, as a word that the page translates. */
class Trouble extends Error {
  /** @param {TroubleWord} why @param {string} file */
  constructor(why, file) {
    super(`${why} ${file}`);
    this.why = why;
    this.file = file;
  }
}

/** @param {Cache} cache @returns {Promise<string[]>} the files that the copy lacks */
async function missing(cache) {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return Object.keys(list.files).filter((name) => !kept.has(place(name)));
}

/** @param {string} name @returns {string} its address in the cache, with the hash */
const place = (name) => `${scope}${encodeURI(name)}?sha256=${list.files[name].sha256}`;

/** @param {Cache} cache @param {string} url @returns {Promise<boolean>} */
const remove = (cache, url) => cache.delete(url, { ignoreVary: true });

/**
 * Fetches a file, verifies its hash, and caches it.
 *
 * @param {Cache} cache @param {string} name @param {(bytes: number) => void} [count]
 * @returns {Promise<Response>}
 */
async function fetchVerified(cache, name, count) {
  // The browser's own cache has most files, perhaps of another version.
  const kept = (await fetchMatching(name, "default", count)) ?? (await fetchMatching(name, "reload", count));
  if (!kept) throw new Trouble("damaged", name);
  const keep = cache.put(place(name), kept.clone());
  await keep.catch((problem) => {
    if (count) throw new Trouble(problem.name === "QuotaExceededError" ? "full" : "storage", name);
  });
  return kept;
}

/**
 * @param {string} name @param {RequestCache} cache @param {(bytes: number) => void} [count]
 * @returns {Promise<Response | undefined>} undefined if the hash does not match
 */
async function fetchMatching(name, cache, count = () => {}) {
  const address = scope + (name === home ? "" : encodeURI(name));
  let counted = 0;
  const response = await fetch(address, { cache }).catch(() => Promise.reject(new Trouble("network", name)));
  if (!response.ok) {
    if (cache === "default") return undefined;
    throw new Trouble("absent", name);
  }
  const copy = response.clone();
  const bytes = await read(response, (length) => count(((counted += length), length))).catch(() => {
    count(-counted);
    throw new Trouble("network", name);
  });
  if (toHex(await crypto.subtle.digest("SHA-256", bytes)) === list.files[name].sha256) return copy;
  count(-counted);
  void copy.body?.cancel();
  return undefined;
}

/** @param {Response} response @param {(bytes: number) => void} count @returns {Promise<ArrayBuffer>} */
async function read(response, count) {
  const chunks = [];
  const reader = response.body?.getReader();
  if (!reader) return response.arrayBuffer();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    count(next.value.length);
  }
  return new Blob(chunks).arrayBuffer();
}

/** @param {ArrayBuffer} bytes @returns {string} */
const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Removes the files of older versions, unless a newer one is coming, which will do that. */
async function removeOldFiles() {
  const cache = await caches.open(cacheName);
  const needed = new Set(Object.keys(list.files).map(place));
  const kept = await cache.keys();
  if (registration.installing || registration.waiting) return;
  await Promise.all(kept.map(({ url }) => needed.has(url) || remove(cache, url)));
}

/** @param {News} news sent to every page of this scope, whether this worker serves it or not */
async function sendNews(news) {
  const pages = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) if (page.url.startsWith(scope)) page.postMessage(news);
}
