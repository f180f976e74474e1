/** Names of what this copy of Turntrack keeps: several copies may lie on one origin, and each leaves the others' alone. */
import { root } from "./trusted.js";

/** @param {string} name @returns {string} the name with the path of this copy, which has no space in it */
export const own = (name) => `${name} ${new URL(root).pathname}`;
