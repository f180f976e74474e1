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

/** Where the reader finds an image of Python's memory. */
interface ImagePlace {
  cache: string;
  place: string;
}

/** What the workers for images answer, by the word that it is told under. */
interface ImageAnswers {
  /** The reader's first, if there is an image: its head, not checked yet, and the length of the memory in bytes. */
  found: { head: Uint8Array<ArrayBuffer>; length: number } | undefined;
  /** The reader's second, when the hash was right: what stands where in memory. The rest of it is empty. */
  memory: { at: number; stretch: Uint8Array<ArrayBuffer> }[];
  /** The maker's. */
  image: { bytes: ArrayBuffer; hash: string };
}

/** One answer, or what has gone wrong. */
type ImageSays<Word extends keyof ImageAnswers> =
  | { [Each in Word]: { [One in Each]: ImageAnswers[One] } }[Word]
  | { problem: string };

/** What the maker of images is given: the sources of PyScript's own package, by path. */
type SourcesOfPyScript = Record<string, string>;
