/** Starts PyScript, without the parts that a strict content security policy forbids. */
import { stopWatching } from "./watchers.js"; // before PyScript, whose watching it is about
import { config, hooks } from "../../../vendor/pyscript/core.js";

// These hooks prepare code for PyScript's workers by way of Function(), which needs 'unsafe-eval'. This page has none.
for (const name of /** @type {const} */ (["onReady", "onBeforeRun", "onBeforeRunAsync", "onAfterRun", "onAfterRunAsync"])) {
  hooks.worker[name].clear();
}

/** @param {Failure} problem */
function fail(problem) {
  document.dispatchEvent(new CustomEvent("boot:failed", { detail: problem }));
}

// PyScript keeps silent about a configuration that it cannot read.
if (!config.py) {
  fail({ title: "A part of the page is missing", detail: "pyconfig.toml is missing or cannot be read" });
}

// The one script of this page has been found. What comes up later under that name is not ours.
hooks.main.onReady.add(stopWatching);

// A Python exception arrives here and nowhere else.
hooks.main.onReady.add(({ io }) => {
  const { stderr } = io;
  io.stderr = (said, ...rest) => {
    if (said instanceof Error && !document.documentElement.dataset.ready) {
      fail({ title: "The rules engine stumbled at its start", detail: said.message });
    }
    return stderr(said, ...rest);
  };
});
