/** Waits that have a name and a limit: nothing that the page needs at its start, or to save, is waited for in silence for ever. */

/** What was waited for did not come in time. */
export class Late extends Error {
  name = "Late";
}

/**
 * @template T
 * @param {string} what is waited for, as a part of a sentence @param {number} seconds @param {Promise<T>} wait
 * @returns {Promise<T>} what it was waited for; rejects with Late when that takes longer
 */
export async function within(what, seconds, wait) {
  let timer = 0;
  /** @type {Promise<never>} */
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Late(`${what} has not answered for ${seconds} seconds`)), seconds * 1000);
  });
  try {
    return await Promise.race([wait, limit]);
  } finally {
    clearTimeout(timer);
  }
}
