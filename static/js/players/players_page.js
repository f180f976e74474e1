/** The players' page: follows a fight on this device, or shows the state in its link. */
import { setWakeLock } from "../page/wake_lock.js";
import { GONE, HERE, channelOf, isToken } from "./channel.js";
import { draw } from "./draw.js";
import { Unreadable, readCode, readView } from "./view_reader.js";

const ASK_EVERY_MS = 3_000;

const place = /** @type {HTMLElement} */ (document.getElementById("players"));
const statusLine = /** @type {HTMLElement} */ (document.getElementById("said"));

addEventListener("hashchange", () => location.reload()); // a new code in the same tab
const [kind, content = ""] = location.hash.slice(1).split("=");
if (kind === "v") void showMoment(content);
else if (kind === "w" && isToken(content)) follow(content);
else showStatus("This page shows players a fight. Open it from the fight’s menu, with “For the players…”, or by a code from there.");

/** @param {string} code */
async function showMoment(code) {
  try {
    draw(place, await readCode(code));
    showStatus("For players: one moment of the fight. It does not follow.");
  } catch (problem) {
    showStatus(errorText(problem));
  }
}

/** @param {string} token */
function follow(token) {
  const channel = channelOf(token);
  let isAnswered = false;
  let isAsked = false;
  channel.onmessage = ({ data }) => {
    isAnswered = data !== GONE;
    if (data === GONE) return showStatus(silenceText());
    if (data === HERE) return; // another window
    try {
      draw(place, readView(data));
      showStatus("");
    } catch (problem) {
      showStatus(errorText(problem));
    }
  };
  const ask = () => {
    if (isAsked && !isAnswered) showStatus(silenceText());
    isAsked = true;
    isAnswered = false;
    channel.postMessage(HERE);
  };
  showStatus("Waiting for the game master’s page…");
  ask();
  setInterval(ask, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", ask);
  setWakeLock(true);
}

const silenceText = () =>
  place.firstChild
    ? "Lost touch with the game master’s page: this is the last it showed."
    : "Lost touch with the game master’s page. Is the fight still open there, in the same browser?";

/** @param {unknown} problem */
const errorText = (problem) => (problem instanceof Unreadable ? problem.message : "This cannot be shown here.");

/** @param {string} words */
function showStatus(words) {
  if (statusLine.textContent !== words) statusLine.textContent = words;
  statusLine.hidden = words === "";
}
