/** The handover of the writer lock between this tab and another one. */
import { forgetLastPlace } from "./list_entries.js";
import { clearJournals, showIdleState, showState, stopWriting } from "./write_queue.js";
import { holdsLock, stealLock } from "./writer_lock.js";

/** Begins to write or to follow. @param {boolean} isWriter @param {(kind: string, detail: string) => void} handler */
export async function handleLockChange(isWriter, handler) {
  if (!isWriter) await stopWriting();
  clearJournals();
  forgetLastPlace();
  showIdleState();
  handler("writer", JSON.stringify({ isWriter }));
}

/** Takes over the writer lock. A `writer` event follows. */
export function takeOver() {
  if (!holdsLock()) showState("takingOver");
  void stealLock();
}
