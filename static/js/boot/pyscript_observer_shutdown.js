/**
 * Keeps PyScript from running scripts that are added to the page: it would run any `<script type="py">`, regardless of the
 * content security policy. Captures the observers with which it watches the document. Import before PyScript.
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
