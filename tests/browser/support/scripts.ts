import type { Tab } from './tab.ts';

/**
 * Holds back the app's scripts, as a slow network does, until the returned function is called.
 * @param name the beginning of the file's name; by default, all scripts are held back
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
