/** Offers to install the page: by a button, or by advice where the browser has no such offer. */
import { element } from "../page/find_element.js";
import { isMemoryOnly } from "../store/memory_only.js";
import { ownName } from "../page/storage_namespace.js";

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
