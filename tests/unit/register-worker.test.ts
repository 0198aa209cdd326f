import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const newWorkbox = () => ({
  addEventListener: vi.fn(),
  register: vi.fn(),
  update: vi.fn(),
  messageSkipWaiting: vi.fn(),
});
/** The mocked Workbox of the current page. */
let workbox = newWorkbox();

vi.mock('workbox-window', () => ({
  Workbox: class {
    constructor() {
      Object.assign(this, workbox);
    }
  },
}));

/** Opens a page with a waiting worker. If another worker is active, the waiting worker is an update. */
async function openUpdatable({ active = {}, waiting = {} }: { active?: object | null; waiting?: object | null } = {}) {
  vi.resetModules();
  workbox = newWorkbox();
  workbox.register.mockResolvedValue({ waiting, active });
  Object.assign(navigator.serviceWorker, { getRegistration: async () => ({ waiting, active }) });
  document.body.innerHTML = '';
  const { registerWorker } = await import('../../src/device/updates/register-worker.ts');
  const { availableUpdate } = await import('../../src/device/updates/available-update.ts');
  await registerWorker();
  const offer = workbox.addEventListener.mock.calls.find(([type]) => type === 'waiting')?.[1];
  await offer();
  const accept = () => {
    const update = availableUpdate.get();
    return update.kind === 'ready' ? update.accept() : expect.fail('No update is offered.');
  };
  return { accept, availableUpdate };
}

const takeOver = () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
const beginToWrite = () => {
  document.body.innerHTML = '<textarea>Typed</textarea>';
};

test('reloads the page only after the worker of an accepted update has taken over', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: true });
  using address = watchLoads();
  const { accept } = await openUpdatable();
  const accepted = accept();
  expect(workbox.messageSkipWaiting).toHaveBeenCalledOnce();
  expect(address.loads).toEqual([]);
  takeOver();
  expect(await accepted).toBe('opening');
  expect(address.loads).toEqual(['reload']);
});

test('does not offer the first installed worker as an update', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: false });
  for (const first of [{ active: null }, { waiting: null }]) {
    const { availableUpdate } = await openUpdatable(first);
    expect(availableUpdate.get().kind).not.toBe('ready');
  }
});

test('accepting an update does nothing while the page has typed text', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: true });
  using address = watchLoads();
  const { accept } = await openUpdatable();
  beginToWrite();
  expect(await accept()).toBe('text here');
  expect(workbox.messageSkipWaiting).not.toHaveBeenCalled();
  expect(address.loads).toEqual([]);
});

test('does not reload a page if text was typed while the new worker took over', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: true });
  using address = watchLoads();
  const { accept } = await openUpdatable();
  const accepted = accept();
  beginToWrite();
  takeOver();
  expect(await accepted).toBe('text here');
  expect(address.loads).toEqual([]);
});

test('checks for an update when the page comes to the foreground', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: true });
  await openUpdatable();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(workbox.update).toHaveBeenCalledOnce();
});
