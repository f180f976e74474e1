/** Starts PyScript under a policy without 'unsafe-eval'. */
import { hooks } from "./vendor/pyscript/core.js";

// These hooks prepare code for PyScript's workers by Function(), which the policy forbids. This page uses no such workers.
for (const name of ["onReady", "onBeforeRun", "onBeforeRunAsync", "onAfterRun", "onAfterRunAsync"]) hooks.worker[name].clear();
