/**
 * Shows what the page showed when it was last left, before Python is up: to be read, not yet to be played.
 *
 * What Python has put onto the page is kept as a tree of elements and texts, and put together again at the next start;
 * no rule is known here, and no text becomes markup. When Python shows the same, nothing on the page changes.
 *
 * A tap made meanwhile waits. It is made once the page is live, if what is shown is then still the same to the letter;
 * otherwise it is dropped, and the page says so.
 *
 * A classic script, run as soon as the page's skeleton is there.
 */
(() => {
  "use strict";

  /** @typedef {string | [name: string, attributes: Record<string, string>, ...children: Tree[]]} Tree */
  /** @typedef {{ view: string, side?: string, title: string, regions: [id: string, children: Tree[]][] }} Picture */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);

  const KEY = `turntrack.last-seen ${new URL("../../../", script.src).pathname}`;
  /** As in page.js: this tab was turned to the players when it was left. */
  const FACING = `turntrack.facing ${new URL("../../../", script.src).pathname}`;
  const REGIONS = ["title", "whose", "acting", "now", "history", "home", "track", "panel"];

  /** After the last change: what is tapped next must not wait for this. */
  const PAUSE_MS = 300;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

  /** Longer pictures take longer to read than they are worth, and the room is shared with what is being saved. */
  const MOST_CHARACTERS = 500_000;

  const { isElement, isAttribute } = globalThis.markupOfThisPage;

  /**
   * Radio buttons are one group by their name. Nothing else is named here: a form's name would stand for what the
   * document itself calls so.
   */
  const NAMED = "input";

  /**
   * What this page's own scripts look for, outside of what is drawn here. `boot.js` has its elements further down.
   *
   * @type {Record<string, (value: string) => boolean>}
   */
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

  /** @type {HTMLElement | undefined} the button whose tap waits */
  let waiting;

  /** @param {Node} node @returns {Tree} */
  function read(node) {
    if (!(node instanceof Element)) return node.nodeValue ?? "";
    const attributes = Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]));
    return [node.localName, attributes, ...Array.from(node.childNodes, read)];
  }

  /** @param {Tree} tree @returns {Node} */
  function drawn(tree) {
    if (typeof tree === "string") return document.createTextNode(tree);
    const [name, attributes, ...children] = tree;
    if (!isElement(name)) return document.createComment("");
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "name" && name !== NAMED) continue;
      if (isAttribute(key) && !isTaken[key]?.(value)) made.setAttribute(key, value);
    }
    made.append(...children.map(drawn));
    return made;
  }

  /** @returns {string} what is shown now, as JSON */
  function seen() {
    const regions = REGIONS.map((id) => [id, Array.from(element(id).childNodes, read)]);
    return JSON.stringify({ view: root.dataset.view, side: element("slab").dataset.side, title: document.title, regions });
  }

  /** @returns {string | null} */
  function recall() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // a browser that stores nothing says so elsewhere
    }
  }

  function forget() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // nothing was kept either
    }
  }

  function remember() {
    try {
      const picture = seen();
      if (picture.length > MOST_CHARACTERS) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, picture);
    } catch {
      // A full device: the next start shows nothing early, and that is all.
    }
  }

  /** @param {string} picture */
  function draw(picture) {
    /** @type {Picture} */
    const { view, side, title, regions } = JSON.parse(picture);
    const known = regions.filter(([id]) => REGIONS.includes(id));
    for (const [id] of known) element(id).replaceChildren();
    for (const [id, children] of known) element(id).append(...children.map(drawn));
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
    element("early").textContent = waiting ? "Your tap waits for the rules to wake up. Tap again to take it back." : WORDS;
  }

  /** @param {string} picture what was drawn */
  function goLive(picture) {
    document.removeEventListener("click", onClick);
    waiting?.removeAttribute("data-waits");
    element("early").textContent = "";
    delete root.dataset.early;
    element("app").removeAttribute("aria-busy");
    if (!waiting) return;
    const isSame = waiting.isConnected && seen() === picture;
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
  addEventListener("boot:gave-up", forget, { once: true }); // it may be what the start has failed of

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
