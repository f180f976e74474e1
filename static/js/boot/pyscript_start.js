/** Starts PyScript, without the parts that a strict content security policy forbids. */
import { stopWatching } from "./pyscript_observer_shutdown.js"; // must come before PyScript

await storageTrial; // PyScript opens a database
const { config, hooks, stdlib } = await import("../../../vendor/pyscript/core.js");

// These hooks prepare code for PyScript's workers by Function(), which needs 'unsafe-eval'. This page uses no such workers.
for (const name of /** @type {const} */ (["onReady", "onBeforeRun", "onBeforeRunAsync", "onAfterRun", "onAfterRunAsync"])) {
  hooks.worker[name].clear();
}

/** @param {Failure} problem */
function fail(problem) {
  document.dispatchEvent(new CustomEvent("boot:failed", { detail: problem }));
}

// PyScript does not report an unreadable configuration.
if (!config.py) {
  fail({ title: "A part of the page is missing", detail: "pyconfig.toml is missing or cannot be read" });
}

// The page's only script has been found. Later ones of this type are not ours.
hooks.main.onReady.add(stopWatching);

// PyScript would write its Python package and compile it at every start. Our wheel has it as bytecode.
hooks.main.onReady.add(({ interpreter }) => {
  const { runPythonAsync } = interpreter;
  interpreter.runPythonAsync = (code, options) => runPythonAsync.call(interpreter, code.replace(stdlib, "import pyscript\n"), options);
});

// Python exceptions arrive only here.
hooks.main.onReady.add(({ io }) => {
  const { stderr } = io;
  io.stderr = (said, ...rest) => {
    if (said instanceof Error && !document.documentElement.dataset.ready) {
      fail({ title: "The rules engine failed to start", detail: said.message });
    }
    return stderr(said, ...rest);
  };
});
