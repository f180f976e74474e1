/** Names of this copy's stored data: several copies on one origin do not touch each other's. */
import { root } from "../page/trusted_types.js";

/** @param {string} name @returns {string} the name with this copy's path, which contains no space */
export const ownName = (name) => `${name} ${new URL(root).pathname}`;
