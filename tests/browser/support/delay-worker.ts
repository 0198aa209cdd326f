import type { BrowserContext } from 'playwright-core';

/** Keeps pages from registering a worker until the returned function is called. */
export async function delayWorker(context: BrowserContext): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await context.exposeFunction('workerMayCome', () => released);
  await context.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    container.register = async (...given) => {
      await Reflect.get(window, 'workerMayCome')();
      return register(...given);
    };
  });
  return async () => resolve();
}
