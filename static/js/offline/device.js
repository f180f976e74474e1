/** What this device can do for the fights kept on it: asks it to keep them for good, and advises how to install the page. */
import { element } from "../page/element.js";
import { own } from "../page/storage_names.js";

const ADVICE_SEEN = own("turntrack.home-screen-advice");

/** @param {boolean} isKept */
function sayKept(isKept) {
  element("kept").textContent = isKept
    ? "Fights on this device are kept until you delete them."
    : "The browser may clear fights it has not seen for long. Save those that matter as files, or install Turntrack.";
}

/** Asks at the first tap within a fight: before that there is nothing to keep, and the question would come from nowhere. */
async function askToKeep() {
  const { storage } = navigator;
  if (!storage?.persisted) return;
  const isKept = await storage.persisted();
  sayKept(isKept);
  if (isKept) return;
  const ask = async (/** @type {MouseEvent} */ { target }) => {
    if (document.documentElement.dataset.view !== "fight" || !(target instanceof Element) || !target.closest("[data-do]")) return;
    document.removeEventListener("click", ask);
    sayKept(await storage.persist());
  };
  document.addEventListener("click", ask);
}

/** Safari on a tablet or phone, not yet on the Home Screen: there it clears what was not used for a week. */
function adviseHomeScreen() {
  const isSafari = "standalone" in navigator && navigator.maxTouchPoints > 1;
  if (!isSafari || navigator.standalone || localStorage.getItem(ADVICE_SEEN)) return;
  element("home-screen").hidden = false;
  element("home-screen-seen").addEventListener("click", () => {
    localStorage.setItem(ADVICE_SEEN, "true");
    element("home-screen").hidden = true;
  });
}

/** Browsers that install pages say so by an event, and wait to be asked. */
function offerInstall() {
  const button = element("install");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => event.prompt();
  });
  addEventListener("appinstalled", () => (button.hidden = true));
}

function letRepair() {
  const button = element("repair");
  button.addEventListener("click", () => {
    button.textContent = "Fetching all files anew…";
    dispatchEvent(new Event("repair"));
  });
  addEventListener("repair:failed", () => {
    button.textContent = "Not all files could be fetched, so nothing was changed. Repair: try again";
  });
}

void askToKeep();
adviseHomeScreen();
offerInstall();
letRepair();
