/**
 * The most of a list that can stay where they are while the others are moved.
 *
 * @param {(number | undefined)[]} places where each was, in the new order; undefined for new ones
 * @returns {Set<number>} the indexes of a longest ascending part
 */
export function ascending(places) {
  /** @type {number[]} the places of those in `ends` */
  const lowest = [];
  /** @type {number[]} for each length, the index with the lowest place that such a part can end with */
  const ends = [];
  /** @type {number[]} what comes before each index in its part */
  const before = [];
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
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
