/** What our scripts find on a page beside what every browser has. Only the type checker reads this file. */

/** Made by static/js/page/allowed_markup.js. */
declare var markupOfThisPage: Readonly<{
  isElement(name: string): boolean;
  isAttribute(name: string): boolean;
  foreignPart(html: string): string;
}>;

/** Made by static/js/boot/start_monitor.js: settles when a database can be opened, the browser's or one in memory. */
declare var storageTrial: Promise<void>;

/** Chromium's and Safari's, of late Firefox's. What a policy makes stands for a text, and is taken wherever one is. */
declare var trustedTypes: { createPolicy<Rules>(name: string, rules: Rules): Rules } | undefined;

/** Chromium's: files with which the system opens the page. */
declare var launchQueue: { setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void } | undefined;

/** Chromium's: a folder of the device. */
declare function showDirectoryPicker(options: { id: string; mode: "readwrite" }): Promise<FileSystemDirectoryHandle>;

interface FileSystemHandle {
  queryPermission(wish: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(wish: { mode: "readwrite" }): Promise<PermissionState>;
}

/** What start_monitor.js is told of a start that fails. */
interface Failure {
  title: string;
  advice?: string;
  detail?: string;
  /** The address of a part that did not arrive; empty if it is not known. */
  part?: string;
}

/** Chromium's, when it can install a page. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

interface DocumentEventMap {
  "boot:failed": CustomEvent<Failure>;
}

interface WindowEventMap {
  beforeinstallprompt: BeforeInstallPromptEvent;
  /** A stage of PyScript's, in its own words. */
  "py:progress": CustomEvent<string>;
}

interface Navigator {
  /** Safari's: whether the page was opened from the Home Screen. */
  standalone?: boolean;
}
