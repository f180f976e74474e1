/**
 * What the page's markup consists of: the elements and attributes that Python makes, and no others. A test holds both
 * lists against the renderers.
 *
 * A classic script, because the first picture is drawn before any module runs (`early.js`). The same lists decide which
 * markup gets past the page's Trusted Types policy (`trusted.js`).
 */
(() => {
  "use strict";

  const ELEMENTS =
    "b button cite details div fieldset form h1 h2 h3 header input label legend li mark meter ol option p section " +
    "select small span strong summary table tbody td textarea th tr ul";

  /** Beside these, those that begin with `aria-` or `data-`. */
  const ATTRIBUTES =
    "autocomplete checked class disabled for id inputmode max maxlength min name placeholder role rows scope " +
    "selected size spellcheck tabindex title type value";

  const elements = ELEMENTS.split(" ").join("|");
  const attributes = ["(?:aria|data)(?:-[a-z]+)+", ...ATTRIBUTES.split(" ")].join("|");
  const isElement = new RegExp(`^(?:${elements})$`);
  const isAttribute = new RegExp(`^(?:${attributes})$`);
  const TAG = new RegExp(`</(?:${elements})>|<(?:${elements})(?: (?:${attributes})(?:="[^"<>]*")?)*/?>`, "g");

  const markup = {
    /** @param {string} name */
    isElement: (name) => isElement.test(name),

    /** @param {string} name */
    isAttribute: (name) => isAttribute.test(name),

    /**
     * Texts are escaped on their way into markup, so every “<” begins a tag, and one that begins none of ours is
     * somebody else's.
     *
     * @param {string} html
     * @returns {string} what follows the first such “<”; empty for markup of this page
     */
    foreignPart(html) {
      const rest = html.replace(TAG, "");
      const place = rest.indexOf("<");
      return place < 0 ? "" : rest.slice(place, place + 60);
    },
  };
  Object.defineProperty(globalThis, "markupOfThisPage", { value: Object.freeze(markup) });
})();
