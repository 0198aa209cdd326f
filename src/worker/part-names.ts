/** Whether the file is a part of the worker's own code (src/build/worker-parts.ts), which the browser stores by itself. */
export const isWorkerPart = (url: string): boolean => url.startsWith('assets/worker-');

/** Whether it is the part that imports the others. */
export const isMainPart = (url: string): boolean => url.startsWith('assets/worker-main-');
