/** What the build writes into python/parts.js: see copy_python in tools/build.py. */
import type { loadPyodide } from "pyodide";

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;

export declare const standardLibrary: { file: string; integrity: string };
export declare const wheel: { file: string; integrity: string };
export declare const lock: Exclude<Awaited<NonNullable<Options["lockFileContents"]>>, string>;

/** Names the files of this site. */
export declare const build: string;

/** Another of these makes another image of Python's memory. */
export declare const snapshotOf: string;
