/** Asks the device for persistent storage, and says whether it has it. */
import { element } from "../page/find_element.js";
import { isMemoryOnly } from "../store/memory_only.js";

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
