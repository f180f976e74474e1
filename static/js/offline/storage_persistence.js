/** Asks the device for persistent storage, and advises how to install the page. */
import { element } from "../page/element.js";
import { ownName } from "../page/storage_names.js";

const ADVICE_SEEN = ownName("turntrack.home-screen-advice");

/** @param {boolean} isKept */
function showPersistence(isKept) {
  element("kept").textContent = isKept
    ? "Fights on this device are kept until you delete them."
    : "The browser may clear your fights if you stay away for long. Export the ones that matter, or install Turntrack.";
}

/** Requests persistent storage at the first tap within a fight, where the reason for the question is clear. */
async function requestPersistence() {
  const { storage } = navigator;
  if (!storage?.persisted) return;
  const isKept = await storage.persisted();
  showPersistence(isKept);
  if (isKept) return;
  const ask = async (/** @type {MouseEvent} */ { target }) => {
    if (document.documentElement.dataset.view !== "fight" || !(target instanceof Element) || !target.closest("[data-do]")) return;
    document.removeEventListener("click", ask);
    showPersistence(await storage.persist());
  };
  document.addEventListener("click", ask);
}

/**
 * Advises users of Safari on tablets and phones to install the page, since Safari deletes data unused for a week unless the
 * page is on the Home Screen.
 */
function adviseHomeScreen() {
  const isSafari = "standalone" in navigator && navigator.maxTouchPoints > 1;
  if (!isSafari || navigator.standalone || localStorage.getItem(ADVICE_SEEN)) return;
  element("home-screen").hidden = false;
  element("home-screen-seen").addEventListener("click", () => {
    localStorage.setItem(ADVICE_SEEN, "true");
    element("home-screen").hidden = true;
  });
}

/** Shows the install button in browsers that can install pages. */
function offerInstall() {
  const button = element("install");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => event.prompt();
  });
  addEventListener("appinstalled", () => (button.hidden = true));
}

function enableRepair() {
  const button = element("repair");
  button.addEventListener("click", () => {
    button.textContent = "Downloading all files again…";
    dispatchEvent(new Event("repair"));
  });
  addEventListener("repair:failed", () => {
    button.textContent = "Not all files could be downloaded, so nothing was changed. Repair: try again";
  });
}

void requestPersistence();
adviseHomeScreen();
offerInstall();
enableRepair();
