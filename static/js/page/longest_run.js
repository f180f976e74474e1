/**
 * Finds the largest part of a list that can stay in place while the other items are moved.
 *
 * @param {number[]} places former index of each item, in the new order
 * @returns {Set<number>} the new indexes of a longest increasing subsequence
 */
export function longestRun(places) {
  /** @type {number[]} the former indexes of the items in `ends` */
  const lowest = [];
  /** @type {number[]} for each length, the item with the lowest former index that ends a subsequence */
  const ends = [];
  /** @type {number[]} the predecessor of each item in its subsequence */
  const before = [];
  for (const [index, place] of places.entries()) {
    let length = lowest.findIndex((low) => low > place);
    if (length < 0) length = ends.length;
    lowest[length] = place;
    before[index] = ends[length - 1];
    ends[length] = index;
  }
  const members = new Set();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) members.add(index);
  return members;
}
