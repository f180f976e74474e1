/** What can be read off something that was thrown, which may be anything. */

/** @param {unknown} problem @returns {string} what its maker calls it, such as “QuotaExceededError”; empty where it has no name */
export const nameOf = (problem) => (problem instanceof Error ? problem.name : "");

/** @param {unknown} problem @returns {string} what it says */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));
