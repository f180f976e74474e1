/** Shows how long the turn that runs has lasted. Loaded where a table has asked for that. */

const SECOND_MS = 1_000;

/** A longer turn was left lying: what would be shown says nothing. */
const LONGEST_MINUTES = 99;

let timer = 0;

export function tick() {
  clearTimeout(timer);
  const clock = document.querySelector("[data-since]");
  if (!(clock instanceof HTMLElement)) return;
  const lasted = Math.max(0, Date.now() - Number(clock.dataset.since));
  const seconds = Math.floor(lasted / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  clock.textContent = minutes > LONGEST_MINUTES ? "" : `${minutes}:${String(seconds % 60).padStart(2, "0")} · `;
  timer = setTimeout(tick, SECOND_MS - (lasted % SECOND_MS));
}
