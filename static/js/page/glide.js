/** Rows that have found another place glide there, from the string to the slab and back too. */

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Map<string, DOMRect>} where the beads are, by the ids of their rows */
function places() {
  const rows = document.querySelectorAll("#acting .row, #track .row");
  return new Map(Array.from(rows, (row) => [row.id, (row.firstElementChild ?? row).getBoundingClientRect()]));
}

/** @param {() => void} change of the rows, which is made at once */
export function gliding(change) {
  if (stillness.matches) return change();
  const before = places();
  change();
  const options = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
  for (const [id, { x, y }] of places()) {
    const was = before.get(id);
    if (!was?.width || (was.x === x && was.y === y) || Math.max(was.y, y) < 0 || Math.min(was.y, y) > innerHeight) continue;
    document.getElementById(id)?.animate([{ transform: `translate(${was.x - x}px, ${was.y - y}px)` }, { transform: "none" }], options);
  }
}
