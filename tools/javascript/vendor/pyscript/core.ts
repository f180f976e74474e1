/** The part of PyScript that pyscript_start.js uses. The package's own types name the hooks, but not what is handed to them. */

interface Interpreter {
  io: { stderr(said: unknown, ...rest: unknown[]): void };
}

type Hook = "onReady" | "onBeforeRun" | "onBeforeRunAsync" | "onAfterRun" | "onAfterRunAsync";

export declare const hooks: {
  main: Record<Hook, Set<(interpreter: Interpreter) => void>>;
  worker: Record<Hook, Set<() => void>>;
};

/** By the name of a kind of script; missing where the configuration could not be read. */
export declare const config: { py?: object };
