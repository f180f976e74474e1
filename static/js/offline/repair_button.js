/** The button that requests the repair of the page’s files. */
import { element } from "../page/find_element.js";

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
