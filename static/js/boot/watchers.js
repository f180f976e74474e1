/**
 * Holds on to the observers with which PyScript watches the document. It runs as Python whatever `<script type="py">`
 * comes up there, at any time, and no content security policy knows of that. Imported before PyScript.
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

/** From now on, what is added to the document is seen by nobody. */
export function stopWatching() {
  for (const observer of watching) observer.disconnect();
  watching.clear();
  globalThis.MutationObserver = MutationObserver;
  Element.prototype.attachShadow = attachShadow; // PyScript's own would watch what is inside, too
}
