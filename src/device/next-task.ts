/** Yields to the event loop, so that queued messages and requests are handled before long work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
