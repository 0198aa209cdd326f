import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';

const dark = { theme: 'dark', text: 'large' } as const;

async function start() {
  vi.resetModules();
  return import('../../src/device/storage/display-preferences.ts');
}

test('applies a chosen theme at the next start, or else the default', async () => {
  await using _ = openDevice();
  const first = await start();
  const usual = first.displayPreferences.get();
  await first.loadPreferences();
  expect(first.displayPreferences.get()).toBe(usual);
  await first.savePreferences(dark);
  const next = await start();
  await next.loadPreferences();
  expect(next.displayPreferences.get()).toEqual(dark);
});

test('keeps a theme until the page closes if the browser has no caches', async () => {
  expect('caches' in globalThis).toBe(false);
  using errors = catchErrors();
  const { savePreferences, loadPreferences, displayPreferences } = await start();
  await loadPreferences();
  await savePreferences(dark);
  expect(displayPreferences.get()).toEqual(dark);
  expect(errors).not.toHaveBeenCalled();
});
