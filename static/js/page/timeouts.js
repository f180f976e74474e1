/** Timeouts with a name for each wait: the page never waits silently for ever at its start or while saving. */

/** A wait that timed out. */
export class TimedOut extends Error {
  name = "TimedOut";
}

/**
 * @template T
 * @param {string} what subject of the error's sentence @param {number} seconds @param {Promise<T>} wait
 * @returns {Promise<T>} the result of `wait`; rejects with TimedOut after so many seconds
 */
export async function withTimeout(what, seconds, wait) {
  let timer = 0;
  /** @type {Promise<never>} */
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`${what} has not answered for ${seconds} seconds`)), seconds * 1000);
  });
  try {
    return await Promise.race([wait, limit]);
  } finally {
    clearTimeout(timer);
  }
}
