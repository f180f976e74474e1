/**
 * Joins the page's modules: those that a start loads anyway become one file, since every file costs a start one or two
 * milliseconds more; what is loaded when it is asked for stays apart.
 *
 * node bundle.mjs FOLDER ENTRY...
 *
 * Reads the modules from the ENTRY files on, which have no other folder than FOLDER in common, and puts in their place what it
 * makes of them: every file has the name of the module that it begins with.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { rollup } from "@rollup/wasm-node";

const [folder, ...entries] = process.argv.slice(2);

/** Comes with the page as its authors made it, or is made by the build after this. */
const APART = /\/(vendor\/(pyodide|pyscript|qr|lean-qr)|python)\b/;

const bundle = await rollup({
  input: entries.map((entry) => join(folder, entry)),
  external: (name) => APART.test(name),
  preserveEntrySignatures: "allow-extension",
  onwarn(warning) {
    if (warning.code === "CIRCULAR_DEPENDENCY" && warning.ids?.every((id) => id.includes("/vendor/"))) return;
    throw new Error(warning.message);
  },
});
const { output } = await bundle.generate({
  dir: folder,
  entryFileNames: ({ facadeModuleId }) => relative(folder, facadeModuleId ?? ""),
  chunkFileNames: ({ facadeModuleId, moduleIds }) => relative(folder, facadeModuleId ?? moduleIds[0]),
  hoistTransitiveImports: false,
  minifyInternalExports: false,
});
await bundle.close();

const chunks = output.filter((file) => file.type === "chunk");
await Promise.all(chunks.flatMap(({ moduleIds }) => moduleIds).map((module) => rm(module)));
for (const { fileName, code } of chunks) {
  const file = join(folder, fileName);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}
