/**
 * Lists the elements and attributes of the page's markup: those that Python makes, and no others. A test compares both lists
 * with the renderers.
 *
 * A classic script, because the first picture is drawn before any module runs (`last_picture.js`). The Trusted Types policy
 * (`trusted_types.js`) uses the same lists.
 */
(() => {
  "use strict";

  const ELEMENTS =
    "b button cite details div fieldset form h1 h2 h3 header input label legend li mark meter ol option p section " +
    "select small span strong summary table tbody td textarea th tr ul wbr";

  /** Also allowed: names that begin with `aria-` or `data-`. */
  const ATTRIBUTES =
    "autocomplete checked class disabled for id inputmode max maxlength min name open placeholder role rows scope " +
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
     * Finds foreign markup. Texts are escaped, so every “<” begins a tag.
     *
     * @param {string} html
     * @returns {string} the text from the first foreign “<” on; empty for markup of this page
     */
    foreignPart(html) {
      const rest = html.replace(TAG, "");
      const place = rest.indexOf("<");
      return place < 0 ? "" : rest.slice(place, place + 60);
    },
  };
  Object.defineProperty(globalThis, "markupOfThisPage", { value: Object.freeze(markup) });
})();
