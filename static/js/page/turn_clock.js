/** Shows the duration of the current turn. Loaded if the table has the clock on. */

const SECOND_MS = 1_000;

/** A longer turn was interrupted: its duration means nothing and is not shown. */
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
