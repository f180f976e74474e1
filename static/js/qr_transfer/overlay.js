/** The full-screen dialog for QR codes. It takes the keyboard focus and returns it. */
import { setWakeLock } from "../page/wake_lock.js";
import { make } from "../page/dom.js";
import { loadCss } from "../page/load.js";

/**
 * @param {string} title @param {string} leave label of the close button @param {Node[]} content
 * @param {() => void} left called once it is closed, in any way
 * @returns {Promise<HTMLDialogElement>} when it is open
 */
export async function openOverlay(title, leave, content, left) {
  await loadCss("qr-transfer");
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", "qr-transfer"));
  const close = make("button", "primary", leave);
  close.addEventListener("click", () => dialog.close());
  dialog.setAttribute("aria-label", title);
  dialog.append(make("div", "beside", make("h2", "", title), ...content.slice(1), close), ...content.slice(0, 1));
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // Escape closes only this dialog, and no key reaches the fight
  dialog.addEventListener("close", () => {
    dialog.remove();
    setWakeLock(document.documentElement.dataset.view === "fight");
    left();
  });
  document.body.append(dialog);
  dialog.showModal();
  setWakeLock(true);
  return dialog;
}
