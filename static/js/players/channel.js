/**
 * Between a game master's page and the windows for players that were opened from it. A window says “here” now and then, and
 * is answered with the list of what players see; “gone” says that nothing more will come.
 */

export const HERE = "here";
export const GONE = "gone";

/** The page for players. */
export const address = new URL("../../../players.html", import.meta.url);

/** @param {string} token of the game master's tab @returns {BroadcastChannel} */
export const channelOf = (token) => new BroadcastChannel(`turntrack-players ${address.pathname} ${token}`);

/** @param {string} token */
export const isToken = (token) => /^[0-9a-f]{16}$/.test(token);
