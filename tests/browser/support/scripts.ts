import type { Tab } from './tab.ts';

/**
 * Keeps scripts of the app from coming, as a slow network does, until the returned function is called.
 * @param name how the file's name begins; unset: any
 */
export async function holdScripts({ context }: Tab, name = ''): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await context.route(`**/assets/${name}*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    resolve();
    await context.unrouteAll({ behavior: 'wait' });
  };
}
