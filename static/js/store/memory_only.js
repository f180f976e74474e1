/** Whether the browser stores nothing for this page, as in a frame whose storage is blocked: start_monitor.js has tried it. */
export const isMemoryOnly = () => "memoryOnly" in document.documentElement.dataset;
