/** Reads a name and a message from any thrown value. */

/** @param {unknown} problem @returns {string} its name, such as “QuotaExceededError”; empty if it has none */
export const nameOf = (problem) => (problem instanceof Error ? problem.name : "");

/** @param {unknown} problem @returns {string} */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));
