/**
 * The page's one Trusted Types policy.
 *
 * Markup only ever reaches a template, where no script runs and nothing loads; texts of the table are escaped where the
 * markup is made. Should one get through all the same, its tags are refused unless Python makes such tags itself
 * (`markup.js`). The only scripts that are ever named by an address are our workers.
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

/** The root of the site, whatever path it lies under. */
export const root = new URL("../../../", import.meta.url).href;

const workers = ["service-worker.js", "static/js/snapshot/maker.js", "static/js/snapshot/reader.js"].map((name) => root + name);

const policy = globalThis.trustedTypes?.createPolicy("turntrack", rules) ?? rules;

/** @param {string} html made in Python, for a template */
export const trustedMarkup = (html) => policy.createHTML(html);

/** @returns {string} the address of the service worker */
export const trustedServiceWorker = () => policy.createScriptURL(workers[0]);

/** @returns {string} the address of the worker that makes snapshots */
export const trustedSnapshotWorker = () => policy.createScriptURL(workers[1]);

/** @returns {string} the address of the worker that reads them */
export const trustedSnapshotReader = () => policy.createScriptURL(workers[2]);
