/** Lets in what has come meanwhile, such as a message or a request, before long work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
