/** @type {Promise<void> | null} settles after the next paint */
let nextPaint = null;

/** Resolves after the next paint, or after 200 ms where the page is not painted, as in a background tab. */
export function afterPaint() {
  nextPaint ??= new Promise((done) => {
    requestAnimationFrame(() => {
      nextPaint = null; // what changes after this frame waits for another paint
      setTimeout(done);
    });
    setTimeout(done, 200);
  });
  return nextPaint;
}
