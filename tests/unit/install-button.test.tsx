import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openDevice } from './support/device.ts';
import { openDialogs } from './support/dialogs.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

async function openBar() {
  const { installPrompt } = await import('../../src/device/install/install-prompt.ts');
  const { NavBar } = await import('../../src/app/layout/NavBar.tsx');
  const page = openPage(<NavBar />);
  return {
    ...page,
    offer(outcome: 'accepted' | 'dismissed') {
      const prompt = async () => ({ outcome });
      act(() => installPrompt.set(Object.assign(new Event('beforeinstallprompt'), { prompt })));
    },
    [Symbol.dispose]() {
      installPrompt.set(undefined);
      page[Symbol.dispose]();
    },
  };
}

async function install({ user }: { user: UserEvent }) {
  await user.click(await screen.findByRole('button', { name: 'Install' }));
  await user.click(screen.getByRole('button', { name: 'Install the app', hidden: true }));
}

const entry = () => screen.queryByRole('button', { name: 'Install' });

test("dismissing the browser's install dialog removes the Install button for good", async () => {
  await using _ = openDevice();
  using __ = openDialogs();
  using bar = await openBar();
  expect(entry()).toBeNull();
  bar.offer('dismissed');
  await install(bar);
  await eventually(() => expect(entry()).toBeNull());
  const { isInstallDeclined } = await import('../../src/device/install/install-declined.ts');
  await eventually(async () => expect(await isInstallDeclined()).toBe(true));
  bar.offer('accepted');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(entry()).toBeNull();
});

test('the Install button disappears after the reader accepts the installation', async () => {
  await using _ = openDevice();
  using __ = openDialogs();
  using bar = await openBar();
  bar.offer('accepted');
  await install(bar);
  await eventually(() => expect(entry()).toBeNull());
  const { isInstallDeclined } = await import('../../src/device/install/install-declined.ts');
  expect(await isInstallDeclined()).toBe(false);
});

test('a page without a worker drops the install prompt, and prevents the banner', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: false });
  const { listenForInstallPrompt, installPrompt } = await import('../../src/device/install/install-prompt.ts');
  listenForInstallPrompt();
  const event = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(installPrompt.get()).toBeUndefined();
});

test("an install prompt fired before the app's start is stored, and shows no banner", async () => {
  using _ = fakeServiceWorkerContainer({ controlled: true });
  const { holdInstallPrompt } = await import('../../src/device/install/early-install-prompt.ts');
  const { listenForInstallPrompt, installPrompt } = await import('../../src/device/install/install-prompt.ts');
  holdInstallPrompt();
  const early = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(early);
  listenForInstallPrompt();
  expect(installPrompt.get()).toBe(early);
  const event = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(event);
  expect(early.defaultPrevented && event.defaultPrevented).toBe(true);
  expect(installPrompt.get()).toBe(event);
  dispatchEvent(new Event('appinstalled'));
  expect(installPrompt.get()).toBeUndefined();
});
