/**
 * Captures the observers with which PyScript watches the document, so that they can be stopped. PyScript runs any `<script
 * type="py">` that is ever added, regardless of the content security policy. Import before PyScript.
 */
const { MutationObserver } = globalThis;
const { attachShadow } = Element.prototype;

/** @type {Set<MutationObserver>} */
const watching = new Set();

globalThis.MutationObserver = class extends MutationObserver {
  /** @param {Node} node @param {MutationObserverInit} options */
  observe(node, options) {
    if (node === document) watching.add(this);
    super.observe(node, options);
  }
};

/** Stops PyScript's watching of the document. */
export function stopWatching() {
  for (const observer of watching) observer.disconnect();
  watching.clear();
  globalThis.MutationObserver = MutationObserver;
  Element.prototype.attachShadow = attachShadow; // PyScript's version also watches shadow roots
}
