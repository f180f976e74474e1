/**
 * Shows the last picture of the page before Python has started: readable, not yet playable.
 *
 * The picture is stored as a tree of elements and texts and rebuilt at the next start; no rule is known here, and no text
 * becomes markup. If Python shows the same, nothing on the page changes.
 *
 * A tap is delayed until the page is live. It is dropped, with a message, if the page has changed by then.
 *
 * A classic script, run as soon as the page's skeleton exists.
 */
(() => {
  "use strict";

  /** @typedef {string | [name: string, attributes: Record<string, string>, ...children: Tree[]]} Tree */
  /** @typedef {{ view: string, side?: string, title: string, regions: [id: string, children: Tree[]][] }} Picture */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);

  const KEY = `turntrack.last-seen ${new URL("../../../", script.src).pathname}`;
  /** As in players_screen.js: this tab showed the players' screen. */
  const FACING = `turntrack.facing ${new URL("../../../", script.src).pathname}`;
  const REGIONS = ["title", "fight-counters", "whose", "acting", "now", "history", "home", "track", "panel"];

  /** Delay after the last change, so that the next tap does not have to wait. */
  const PAUSE_MS = 300;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

  /** Longer pictures are slow to read, and share their room with the copy of the last steps. */
  const MOST_CHARACTERS = 500_000;

  const { isElement, isAttribute } = globalThis.markupOfThisPage;

  /** Only inputs keep a name, which groups radio buttons. A form's name could shadow a property of the document. */
  const NAMED = "input";

  /** Attribute values that this page's own scripts look up elsewhere. @type {Record<string, (value: string) => boolean>} */
  const isTaken = {
    id: (value) => value.startsWith("boot") || document.getElementById(value) !== null,
    class: (value) => /(^|\s)(boot|update)(\s|$)/.test(value),
  };

  const WORDS = "Read only: the rules are waking up…";

  const root = document.documentElement;

  /** @param {string} id @returns {HTMLElement} */
  function element(id) {
    const node = document.getElementById(id);
    if (!node) throw new Error(`the page has no element “${id}”`);
    return node;
  }

  /** @type {HTMLElement | undefined} the button whose tap is delayed */
  let waiting;

  /** @param {Node} node @returns {Tree} */
  function read(node) {
    if (!(node instanceof Element)) return node.nodeValue ?? "";
    const attributes = Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]));
    return [node.localName, attributes, ...Array.from(node.childNodes, read)];
  }

  /** @param {Tree} tree @returns {Node} */
  function buildNode(tree) {
    if (typeof tree === "string") return document.createTextNode(tree);
    const [name, attributes, ...children] = tree;
    if (!isElement(name)) return document.createComment("");
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "name" && name !== NAMED) continue;
      if (isAttribute(key) && !isTaken[key]?.(value)) made.setAttribute(key, value);
    }
    made.append(...children.map(buildNode));
    return made;
  }

  /** @returns {string} the current picture as JSON */
  function currentPicture() {
    const regions = REGIONS.map((id) => [id, Array.from(element(id).childNodes, read)]);
    return JSON.stringify({ view: root.dataset.view, side: element("slab").dataset.side, title: document.title, regions });
  }

  /** @returns {string | null} */
  function recall() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // start_monitor.js reports refused storage
    }
  }

  function forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // nothing is stored either
    }
  }

  function remember() {
    try {
      const picture = currentPicture();
      if (picture.length > MOST_CHARACTERS) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, picture);
    } catch {
      // Full: the next start shows no early picture.
    }
  }

  /** @param {string} picture */
  function draw(picture) {
    /** @type {Picture} */
    const { view, side, title, regions } = JSON.parse(picture);
    const known = regions.filter(([id]) => REGIONS.includes(id));
    for (const [id] of known) element(id).replaceChildren();
    for (const [id, children] of known) element(id).append(...children.map(buildNode));
    for (const id of ["acting", "track"]) element(id).toggleAttribute("data-several", element(id).childElementCount > 1);
    root.dataset.view = view;
    for (const part of document.querySelectorAll("[data-side]")) part.setAttribute("data-side", side ?? "");
    document.title = title;
    root.dataset.early = "";
    element("early").textContent = WORDS;
    element("app").setAttribute("aria-busy", "true");
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const asked = event.target instanceof Element && event.target.closest("[data-do]");
    if (!(asked instanceof HTMLElement)) return;
    waiting?.removeAttribute("data-waits");
    waiting = asked === waiting ? undefined : asked;
    waiting?.setAttribute("data-waits", "");
    element("early").textContent = waiting ? "Your tap waits for the rules to wake up. Tap again to cancel it." : WORDS;
  }

  /** @param {string} picture the early picture */
  function goLive(picture) {
    document.removeEventListener("click", onClick);
    waiting?.removeAttribute("data-waits");
    element("early").textContent = "";
    delete root.dataset.early;
    element("app").removeAttribute("aria-busy");
    if (!waiting) return;
    const isSame = waiting.isConnected && currentPicture() === picture;
    if (isSame) waiting.click();
    else element("live").textContent = element("toast").textContent = "The fight has moved on: please tap again.";
  }

  function isFacing() {
    try {
      return sessionStorage.getItem(FACING) !== null;
    } catch {
      return false;
    }
  }

  root.toggleAttribute("data-facing", isFacing());
  const picture = isFacing() ? null : recall();
  if (picture) {
    try {
      draw(picture);
      document.addEventListener("click", onClick);
    } catch (problem) {
      console.warn("what was last seen cannot be drawn", problem);
      forget();
    }
  }
  addEventListener("boot:gave-up", forget, { once: true }); // it may be the cause of the failure

  let later = 0;
  const changes = new MutationObserver(() => {
    clearTimeout(later);
    later = setTimeout(() => whenIdle(remember), PAUSE_MS);
  });

  const readiness = new MutationObserver(() => {
    if (!root.dataset.ready) return;
    readiness.disconnect();
    if (picture) goLive(picture);
    remember();
    for (const id of REGIONS) changes.observe(element(id), { subtree: true, childList: true, characterData: true, attributes: true });
    addEventListener("pagehide", remember);
  });
  readiness.observe(root, { attributes: true, attributeFilter: ["data-ready"] });
})();
