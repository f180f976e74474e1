/** Draws the players' view. All its content is inserted as text. */
import { make } from "../page/dom.js";

/** @typedef {import("./view_reader.js").View} View */
/** @typedef {import("./view_reader.js").Row} Row */

const MANY_SIGNS = 9;
const VERY_MANY_SIGNS = 16;
const LONG_WORD = 4;
const VERY_LONG_WORD = 8;

/** @param {Element} place @param {View} view */
export function draw(place, view) {
  const [first] = view.acting;
  const where = make("p", "where", view.name && make("b", "", view.name), view.name && view.where && " · ", view.where);
  const actors = first ? view.acting.map(actorElement) : [make("div", "actor", make("h1", lengthClass(view.heading), view.heading))];
  const coming = view.coming.flatMap(({ word, name, side }) => [make("dt", "", word), make("dd", `${sideOf(side)} ${lengthClass(name)}`, name)]);
  const stage = make("div", `stage ${sideOf(first?.side ?? -1)}`, where, make("div", "actors", ...actors), coming.length > 0 && make("dl", "", ...coming));
  const more = view.more > 0 && make("li", "last", make("span", "", `and ${view.more} more`));
  const end = view.end !== "" && make("li", "last end", make("span", "", view.end));
  const order = make("ol", "order", ...view.rows.map(rowElement), more, end);
  order.setAttribute("aria-label", "Order");
  order.tabIndex = 0; // may be longer than the screen
  place.replaceChildren(stage, order);
}

/** @param {Row} row */
function actorElement({ name, bead: sign, about, health }) {
  return make("div", "actor", make("span", "bead", sign), make("h1", largeNameClass(name), name), make("p", "", [health, about].filter(Boolean).join(" · ")));
}

/** @param {Row} row */
function rowElement({ name, side, bead: sign, health, isBad, about, state, way }) {
  const says = make("small", "", health && make(isBad ? "em" : "span", "", health), health && about && " · ", about);
  const item = make("li", `${sideOf(side)} ${state}`, make("span", "bead", sign), make("span", `name ${lengthClass(name)}`, name, says));
  item.style.setProperty("--n", String(way));
  if (state === "done") item.querySelector(".name")?.append(make("span", "hidden", " acted"));
  return item;
}

/** @param {number} side */
const sideOf = (side) => (side < 0 ? "" : `side-${side}`);

/** @param {string} name */
const lengthClass = (name) => (name.length > VERY_MANY_SIGNS ? "long longest" : name.length > MANY_SIGNS ? "long" : "");

/** Returns the class for a name in large type, in which no word may be broken. @param {string} name */
function largeNameClass(name) {
  const word = Math.max(...name.split(" ").map((part) => part.length));
  return word > VERY_LONG_WORD ? "long longest" : word > LONG_WORD ? lengthClass(name) || "long" : lengthClass(name);
}
