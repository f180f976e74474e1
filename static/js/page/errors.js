/** Names and messages of thrown values, and timeouts: the page never waits silently for ever at its start or while saving. */

/** @param {unknown} problem @returns {string} its name, such as “QuotaExceededError”; empty if it has none */
export const nameOf = (problem) => (problem instanceof Error ? problem.name : "");

/** @param {unknown} problem @returns {string} */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

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
