/** What page and workers tell each other: each file of the two sides is checked against the same words. */

/** Why there is no whole copy. */
type TroubleWord = "network" | "absent" | "damaged" | "full" | "evicted" | "storage";

/** The service worker tells every page how far the copy is; `isUpdate` where another version answers meanwhile. */
type News = { version: string; isUpdate: boolean } & (
  | { state: "loading"; done: number; total: number }
  | { state: "whole"; total: number }
  | { state: "broken"; why: TroubleWord; file: string }
);

/** A page asks the service worker to look after the copy, or to take the place of the version before it. */
type AskedOfServiceWorker = "check" | "take";

/** The maker of images sends an image of Python's memory, or says what has gone wrong. */
type ImageResult = { image: ArrayBuffer } | { problem: string };
