/** What a service worker finds beside what every worker has: TypeScript's own list is that of the other workers. */

/** Put before the first line of service-worker.js by the build: see write_lists in tools/build.py. */
declare const LIST: { version: string; files: Record<string, { sha256: string; bytes: number }> };

declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
declare function addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
  type: K,
  listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
): void;
