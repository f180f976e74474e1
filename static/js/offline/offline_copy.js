/**
 * The page's side of the offline copy: requests it, shows its progress, and offers a complete new version.
 *
 * A new version is activated only when the user asks for it, after saving, in one reload.
 */
import { nameOf } from "../page/errors.js";
import { isUnsaved, markBroken, markLoading, markOnlineOnly, markReady } from "../page/status_indicators.js";
import { make as makeSnapshot } from "../snapshot/snapshot.js";
import { root, trustedServiceWorker } from "../page/trusted_types.js";

const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 300;
const SAVING_MS = 50;

/** What a browser says that keeps no copy for this page at all. */
const REFUSALS = ["SecurityError", "NotSupportedError"];

/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let pause = FIRST_PAUSE_SECONDS;
let retry = 0;
let isWhole = false;
let isTaking = false;

const updateButtons = () => /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".update"));

const isReady = () => Boolean(document.documentElement.dataset.ready);

/** @param {News} news */
function handleNews(news) {
  const { state, isUpdate } = news;
  // A new version is fetched silently, as the current one works.
  if (state === "loading" && !isUpdate) {
    markLoading(news.done, news.total);
  } else if (state === "whole" && !isUpdate) {
    if (!isWhole) pause = FIRST_PAUSE_SECONDS; // otherwise it was complete already, and a new version may be what fails
    isWhole = true;
    markReady();
    void makeSnapshot();
  } else if (state === "whole") {
    pause = FIRST_PAUSE_SECONDS;
  } else if (state === "broken") {
    if (!isUpdate) isWhole = false;
    if (!isUpdate) markBroken(news.why);
    if (news.file) console.warn(`offline copy: ${news.why} ${news.file}`);
    retryLater();
  }
}

function retryLater() {
  clearTimeout(retry);
  retry = setTimeout(keepCopy, pause * 1000);
  pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS);
}

/** Requests a complete copy, and checks for a new version. */
async function keepCopy() {
  clearTimeout(retry);
  try {
    registration = await navigator.serviceWorker.register(trustedServiceWorker(), { scope: root });
  } catch (problem) {
    console.warn("no offline copy", problem);
    if (REFUSALS.includes(nameOf(problem))) return markOnlineOnly();
    if (!isWhole) markBroken("network");
    return retryLater();
  }
  const current = registration;
  if (!current) return; // some browsers refuse silently
  current.onupdatefound = () => watchWorker(current.installing);
  if (current.installing) watchWorker(current.installing);
  if (current.waiting) offerUpdate();
  current.active?.postMessage(/** @satisfies {AskedOfServiceWorker} */ ("check"));
  current.update().catch(() => {}); // no network, no update
}

/** @param {ServiceWorker | null} worker */
function watchWorker(worker) {
  if (!worker) return;
  worker.onstatechange = () => {
    if (worker.state === "installed" && registration?.active) offerUpdate();
  };
}

function offerUpdate() {
  for (const button of updateButtons()) button.hidden = false;
}

/** Activates the new version after saving, in one reload. */
async function activateUpdate() {
  if (isTaking) return;
  isTaking = true;
  for (const button of updateButtons()) button.textContent = "Saving first…";
  await waitUntilSaved();
  const waiting = registration?.waiting;
  if (!waiting) return location.reload(); // another tab has activated it
  waiting.onstatechange = () => waiting.state === "activated" && location.reload();
  waiting.postMessage(/** @satisfies {AskedOfServiceWorker} */ ("take"));
}

/** Resolves when all steps are saved. */
async function waitUntilSaved() {
  while (isUnsaved()) await new Promise((resolve) => setTimeout(resolve, SAVING_MS));
}

/** Handles a version that another tab has activated: reloads if this page is only starting, otherwise continues. */
function handleOvertaken() {
  const isFirst = !isAnswered;
  isAnswered = true;
  if (isTaking || isFirst) return;
  if (!isReady()) return location.reload();
  document.documentElement.dataset.overtaken = ""; // late modules are of the new version
  offerUpdate();
}

/** @param {() => void} action */
function whenReady(action) {
  if (isReady()) return action();
  const readiness = new MutationObserver(() => {
    if (!isReady()) return;
    readiness.disconnect();
    action();
  });
  return readiness.observe(document.documentElement, { attributes: true, attributeFilter: ["data-ready"] });
}

const workers = navigator.serviceWorker;

/** Whether a worker serves this page. The first one starts to when the copy is complete. */
let isAnswered = Boolean(workers?.controller);

if (workers) {
  workers.addEventListener("message", ({ data }) => handleNews(data));
  workers.addEventListener("controllerchange", handleOvertaken);
  workers.startMessages();
  for (const button of updateButtons()) button.addEventListener("click", activateUpdate);
  // Not earlier: the copy reuses the files of the start, and must not slow it down.
  whenReady(() => {
    void keepCopy();
    addEventListener("online", keepCopy);
    document.addEventListener("visibilitychange", () => document.hidden || keepCopy());
  });
} else {
  markOnlineOnly();
}
