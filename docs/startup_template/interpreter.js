/**
 * The interpreter that pyconfig.toml names. PyScript uses only `version` and `loadPyodide` from here.
 *
 * The load begins when this module runs. PyScript asks for it later, when it has read its configuration.
 */
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.js";

export { version };

/** @typedef {{ stdout?: (text: string) => void, stderr?: (text: string) => void }} Output */

/** @type {Output} PyScript's functions for Python's output; the console until they are known */
let output = {};

const started = start();
started.catch(() => {}); // PyScript reports it

/** @param {Output} options what PyScript asks for */
export function loadPyodide(options) {
  output = options;
  return started;
}

async function start() {
  const loading = load({
    indexURL: new URL("vendor/pyodide/", import.meta.url).href,
    stdLibURL: new URL("python/stdlib.zip", import.meta.url).href,
    stdout: (text) => (output.stdout ?? console.log)(text),
    stderr: (text) => (output.stderr ?? console.error)(text),
  });
  const response = await fetch(new URL("python/app.zip", import.meta.url));
  if (!response.ok) throw new Error(`app.zip: status ${response.status}`);
  const [python, app] = await Promise.all([loading, response.arrayBuffer()]);
  python.unpackArchive(app, "zip");
  return python;
}
