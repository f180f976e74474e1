/**
 * The checksums that tie the records of a journal together: each covers its record, its number and, through the one
 * before it, everything earlier. A record that is changed, missing, doubled or out of order does not fit its successor.
 *
 * CRC-32 is there to notice damage, for which it is made (it misses no burst of up to 32 bits, and one in four thousand
 * million of any other damage); against somebody who wants to deceive their own browser nothing would help.
 */
const encoder = new TextEncoder();

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte >>> 0;
});

/** What stands before the first record. */
export const START = "00000000";

/**
 * @param {string} before the checksum of the record before it, or START
 * @param {number} number @param {string} record
 * @returns {string} the record's checksum, eight hexadecimal digits
 */
export function link(before, number, record) {
  let sum = 0xffffffff;
  for (const byte of encoder.encode(`${before}:${number}:${record}`)) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** @typedef {{ number: number, record: string, sum: string }} Row */

/**
 * How far rows go on from a valid history: each has the next number and a checksum that fits.
 *
 * @param {Row[]} rows in the order of their numbers
 * @param {Row[]} [after] the valid history that they would go on from
 * @returns {Row[]} those that fit, up to the first that does not
 */
export function fitting(rows, after = []) {
  const found = [];
  let sum = after.at(-1)?.sum ?? START;
  for (const row of rows) {
    const { number, record } = row;
    /** @type {number} */
    const next = after.length + found.length + 1;
    if (number !== next || typeof record !== "string" || link(sum, number, record) !== row.sum) break;
    sum = row.sum;
    found.push({ number, record, sum });
  }
  return found;
}
