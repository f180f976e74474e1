/** The part of PyScript that pyscript_start.js uses. The package's own types name the hooks, but not what is handed to them. */

interface Start {
  io: { stderr(said: unknown, ...rest: unknown[]): void };
  interpreter: { runPythonAsync(code: string, options?: object): Promise<unknown> };
}

type Hook = "onReady" | "onBeforeRun" | "onBeforeRunAsync" | "onAfterRun" | "onAfterRunAsync";

export declare const hooks: {
  main: Record<Hook, Set<(start: Start) => void>>;
  worker: Record<Hook, Set<() => void>>;
};

/** By the name of a kind of script; missing where the configuration could not be read. */
export declare const config: { py?: object };

/** Python that writes PyScript's package into the file system and imports it. PyScript puts it before each script. */
export declare const stdlib: string;
