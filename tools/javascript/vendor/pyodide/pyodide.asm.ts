import type { loadPyodide } from "pyodide";

declare const create: NonNullable<NonNullable<Parameters<typeof loadPyodide>[0]>["createPyodideModule"]>;

export default create;
