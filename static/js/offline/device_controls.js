/** The controls of the device: install the page, keep its data, repair its files. */
import { element } from "../page/dom.js";
import { isMemoryOnly } from "../store/memory_only.js";
import { ownName } from "../store/namespace.js";

const ADVICE_SEEN = ownName("turntrack.home-screen-advice");

/**
 * Advises users of Safari on tablets and phones to install the page, since Safari deletes data unused for a week unless the
 * page is on the Home Screen.
 */
function adviseHomeScreen() {
  const isSafari = "standalone" in navigator && navigator.maxTouchPoints > 1;
  if (!isSafari || navigator.standalone || isMemoryOnly() || localStorage.getItem(ADVICE_SEEN)) return;
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

adviseHomeScreen();
offerInstall();

/** @param {boolean} isKept */
function showPersistence(isKept) {
  element("kept").textContent = isKept ? "Fights on this device are kept until you delete them." : MAY_CLEAR;
}

const MAY_CLEAR = isSecureContext
  ? "The browser may clear your fights if you stay away for long. Export the ones that matter, or install Turntrack."
  : "The browser may clear your fights if you stay away for long. Export the ones that matter.";

/** Requests persistent storage at the first tap within a fight, where the reason for the question is clear. */
async function requestPersistence() {
  if (isMemoryOnly()) return; // Python says so
  const { storage } = navigator;
  if (!storage?.persisted) return showPersistence(false);
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

void requestPersistence();

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

enableRepair();
