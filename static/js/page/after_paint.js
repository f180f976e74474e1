/** Resolves after the next paint, or after 200 ms where the page is not painted, as in a background tab. */
export const afterPaint = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });
