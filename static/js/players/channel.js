/**
 * The channel between a game master's page and the players' windows that it opened. A window sends HERE regularly and gets
 * the players' view in reply; GONE ends the updates.
 */

export const HERE = "here";
export const GONE = "gone";

/** The page for players. */
export const address = new URL("../../../players.html", import.meta.url);

/** @param {string} token of the game master's tab @returns {BroadcastChannel} */
export const channelOf = (token) => new BroadcastChannel(`turntrack-players ${address.pathname} ${token}`);

/** @param {string} token */
export const isToken = (token) => /^[0-9a-f]{16}$/.test(token);
