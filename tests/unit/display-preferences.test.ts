import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';

const dark = { theme: 'dark', text: 'large' } as const;

/** Imports the modules afresh, as a new page does. */
async function start() {
  vi.resetModules();
  return {
    ...(await import('../../src/device/storage/display-preferences.ts')),
    ...(await import('../../src/app/apply-display-preferences.ts')),
  };
}

test('without Cache Storage, savePreferences changes the preferences in memory', async () => {
  expect('caches' in globalThis).toBe(false);
  using errors = catchErrors();
  const { savePreferences, loadPreferences, displayPreferences } = await start();
  await loadPreferences();
  await savePreferences(dark);
  expect(displayPreferences.get()).toEqual(dark);
  expect(errors).not.toHaveBeenCalled();
});

test('applies stored preferences, or else the default, to a page whose HTML has none', async () => {
  await using _ = openDevice();
  const first = await start();
  const usual = first.displayPreferences.get();
  await first.loadPreferences();
  expect(first.displayPreferences.get()).toBe(usual);
  await first.savePreferences(dark);
  const next = await start();
  next.applyDisplayPreferences();
  await eventually(() => expect(document.documentElement.dataset).toMatchObject(dark));
  expect(next.displayPreferences.get()).toEqual(dark);
});

test("takes the theme from the data-theme attribute in the page's HTML", async () => {
  await using _ = openDevice();
  document.documentElement.dataset.theme = 'light';
  const { applyDisplayPreferences, displayPreferences } = await start();
  applyDisplayPreferences();
  expect(displayPreferences.get().theme).toBe('light');
});
