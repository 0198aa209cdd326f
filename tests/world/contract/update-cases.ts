import { type Context, type ContractCases, type Environment, pause, until } from './environment.ts';
import { equal } from './expect.ts';
import type { ToContractWorker } from './worker.ts';

/** Opens a page with an active worker, and deploys a later script, whose worker is then installed. */
async function openBoth({ open, deploy }: Environment) {
  const page: Context = await open('with the worker');
  const registration = await page.navigator.serviceWorker.ready;
  const found = nextInstalling(registration);
  await deploy();
  await registration.update();
  return { page, registration, first: registration.active, ...(await found) };
}

/** Resolves with the next worker that `updatefound` announces. Call this before `update`: the event may come first. */
function nextInstalling(registration: ServiceWorkerRegistration): Promise<{ next: ServiceWorker; states: string[] }> {
  return new Promise((resolve, reject) =>
    registration.addEventListener(
      'updatefound',
      () => {
        const next = registration.installing;
        if (!next) return reject(new Error('Nothing is being installed'));
        const states: string[] = [];
        next.addEventListener('statechange', () => states.push(next.state));
        resolve({ next, states });
      },
      { once: true },
    ),
  );
}

export const updateCases: ContractCases = {
  'update ignores an unchanged script, and fires updatefound for a changed one': async ({ open, deploy }) => {
    const page = await open('with the worker');
    const registration = await page.navigator.serviceWorker.ready;
    const found: unknown[] = [];
    registration.addEventListener('updatefound', () => {
      found.push(registration.installing?.state);
    });
    await registration.update();
    await pause(page, 300);
    equal([registration.installing, registration.waiting, found], [null, null, []]);
    await deploy();
    await registration.update();
    await until(page, 'it is told of', () => found.length === 1);
    equal(found, ['installing']);
  },
  'a new worker waits while a page uses the old one, unless skipWaiting is called': async (env) => {
    const { page, registration, first, next, states } = await openBoth(env);
    const { serviceWorker } = page.navigator;
    await until(page, 'it waits', () => registration.waiting === next);
    await pause(page, 300);
    equal([states, registration.active === first, serviceWorker.controller === first], [['installed'], true, true]);
    const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    next.postMessage({ ask: 'skip waiting' } satisfies ToContractWorker);
    await taken;
    await until(page, 'it is active', () => next.state === 'activated');
    await until(page, 'the earlier one has ended', () => first?.state === 'redundant');
    equal(states, ['installed', 'activating', 'activated']);
    equal([registration.active === next, serviceWorker.controller === next, registration.waiting], [true, true, null]);
    equal(await (await page.fetch('/made')).text(), 'made by the worker');
  },
  'a new worker becomes active by itself once no page uses the old one': async (env) => {
    const { context, kill, scope } = env;
    const { page, registration, next } = await openBoth(env);
    await until(page, 'it waits', () => registration.waiting === next);
    const seen = await context.navigator.serviceWorker.getRegistration(scope);
    await until(context, 'another page sees it wait', () => seen?.waiting);
    const waiting = seen?.waiting;
    kill(page);
    await until(context, 'it is active', () => waiting?.state === 'activated' && seen?.active === waiting);
    equal(seen?.waiting, null);
  },
  'a new worker replaces a waiting worker': async (env) => {
    const { page, registration, first, next } = await openBoth(env);
    await until(page, 'it waits', () => registration.waiting === next);
    await env.deploy();
    await registration.update();
    await until(page, 'the later one waits', () => registration.waiting !== null && registration.waiting !== next);
    await until(page, 'the one before has ended', () => next.state === 'redundant');
    equal(registration.active === first, true);
  },
};
