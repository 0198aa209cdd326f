import { beforeEach, expect, test, vi } from 'vitest';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

async function start() {
  vi.resetModules();
  const preferences = await import('../../src/device/storage/display-preferences.ts');
  const { applyDisplayPreferences } = await import('../../src/app/apply-display-preferences.ts');
  return { ...preferences, applyDisplayPreferences };
}

const root = document.documentElement;

beforeEach(() => {
  root.removeAttribute('data-theme');
  root.removeAttribute('data-text');
});

test('applies stored preferences to a controlled page whose HTML has none', async () => {
  await using _ = openDevice();
  using __ = fakeServiceWorkerContainer({ controlled: true });
  const { savePreferences } = await start();
  await savePreferences({ theme: 'dark', text: 'large' });
  const next = await start();
  next.applyDisplayPreferences();
  await eventually(() => expect(root.dataset).toMatchObject({ theme: 'dark', text: 'large' }));
});

test("takes over the preferences that are in the page's HTML", async () => {
  await using _ = openDevice();
  root.dataset.theme = 'dark';
  const { applyDisplayPreferences, displayPreferences } = await start();
  applyDisplayPreferences();
  expect(displayPreferences.get().theme).toBe('dark');
});
