/** Resolves when what was shown can be seen; where nothing is painted, as in a tab behind others, soon. */
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });
