/**
 * The page's only Trusted Types policy.
 *
 * Markup is only parsed into a template, where no script runs and nothing loads. User texts are escaped when the markup is
 * made. Tags that Python never makes are refused in any case (`allowed_markup.js`). The only scripts with an address are our
 * workers.
 */
const rules = {
  /** @param {string} html */
  createHTML(html) {
    const foreign = globalThis.markupOfThisPage.foreignPart(html);
    if (foreign) throw new TypeError(`not markup of this page: ${foreign}`);
    return html;
  },

  /** @param {string} url */
  createScriptURL(url) {
    if (!workers.includes(url)) throw new TypeError(`not a script of this page: ${url}`);
    return url;
  },
};

/** The root of the site, at any path. */
export const root = new URL("../../../", import.meta.url).href;

const workers = ["service-worker.js", "static/js/snapshot/maker.js"].map((name) => root + name);

const policy = globalThis.trustedTypes?.createPolicy("turntrack", rules) ?? rules;

/** @param {string} html markup from Python, for a template */
export const trustedMarkup = (html) => policy.createHTML(html);

/** @returns {string} the address of the service worker */
export const trustedServiceWorker = () => policy.createScriptURL(workers[0]);

/** @returns {string} the address of the worker that makes snapshots */
export const trustedSnapshotWorker = () => policy.createScriptURL(workers[1]);
