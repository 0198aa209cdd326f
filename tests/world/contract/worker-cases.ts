import { type Context, type ContractCases, oneToTwenty, pause, until } from './environment.ts';
import { equal, rejectionOf, throws } from './expect.ts';
import type { ToContractWorker } from './worker.ts';

type SyncingRegistration = ServiceWorkerRegistration & { sync: { register(tag: string): Promise<void> } };

/** Asks the worker that controls the page, and resolves with at least `count` replies. */
async function ask(context: Context, question: ToContractWorker, count = 1): Promise<unknown[]> {
  const { port1, port2 } = new context.MessageChannel();
  const heard: unknown[] = [];
  port1.onmessage = ({ data }) => heard.push(data);
  context.navigator.serviceWorker.controller?.postMessage(question, [port2]);
  await until(context, 'the worker replies', () => heard.length >= count);
  return heard;
}

export const workerCases: ContractCases = {
  'ready resolves only after activation, and claim takes control of an open page': async ({ open, scope }) => {
    const page = await open('before the worker');
    const { serviceWorker } = page.navigator;
    let isReady = false;
    const ready = serviceWorker.ready.then((registration) => {
      isReady = true;
      return registration;
    });
    await pause(page);
    equal([isReady, serviceWorker.controller], [false, null]);
    const { installing, active } = await serviceWorker.register('/worker.js', { scope });
    equal([installing?.state, active, isReady], ['installing', null, false]);
    const registration = await ready;
    equal(serviceWorker.controller, null);
    const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    registration.active?.postMessage({ ask: 'claim' } satisfies ToContractWorker);
    await taken;
    equal(serviceWorker.controller?.state, 'activated');
    equal(await (await page.fetch('/made')).text(), 'made by the worker');
  },
  'clientId tells the worker which page makes a call': async ({ open }) => {
    const [page, other] = [await open('with the worker'), await open('with the worker')];
    const clientOf = async (caller: typeof page) => (await caller.fetch('/client')).text();
    const [first, again, second] = [await clientOf(page), await clientOf(page), await clientOf(other)];
    equal([first === '', first === again, first === second], [false, true, false]);
  },
  'a new page is controlled at once, and a page out of scope is not': async ({ context, open }) => {
    const page = await open('with the worker');
    equal(page.navigator.serviceWorker.controller?.state, 'activated');
    equal(await (await page.fetch('/made')).text(), 'made by the worker');
    equal((await context.fetch('/made')).status, 404);
  },
  'the page receives responses that the worker constructs or passes on': async ({ open }) => {
    const page = await open('with the worker');
    const made = await page.fetch('/made');
    equal([made.type, made.status, new URL(made.url).pathname], ['basic', 200, '/made']);
    equal([made.headers.get('X-Own'), await made.text()], ['worker', 'made by the worker']);
    const passed = await page.fetch('/passed');
    equal([passed.type, new URL(passed.url).pathname, passed.redirected], ['basic', '/text', false]);
    const unheard = await page.fetch('/vary', { headers: { 'X-Own': 'Ada' } });
    equal([unheard.type, await unheard.text()], ['basic', 'for Ada']);
    const sent = await (await page.fetch('/echo', { method: 'POST', body: 'written' })).json();
    equal([sent.method, sent.body, sent.site], ['POST', 'written', 'same-origin']);
    throws(() => passed.headers.set('X-Own', 'no'), 'TypeError');
  },
  "a call fails if the worker's response is an error, rejects or is cut off": async ({ open, withFault }) => {
    const page = await open('with the worker');
    equal(await rejectionOf(page.fetch('/error')), 'TypeError');
    equal(await rejectionOf(page.fetch('/rejected')), 'TypeError');
    await withFault('the call is lost', async () => {
      equal(await rejectionOf(page.fetch('/text')), 'TypeError');
    });
    const cut = await withFault('the answer is cut', () => page.fetch('/text'));
    equal((await rejectionOf(cut.text())) === 'nothing', false);
  },
  'an unfollowed redirect passes through the worker unchanged': async ({ open, withFault }) => {
    const page = await open('with the worker');
    const init = { method: 'POST', body: 'written', redirect: 'manual' } as const;
    const answer = await withFault('a gateway redirects', () => page.fetch('/text', init));
    equal([answer.type, answer.status, answer.ok, answer.redirected], ['opaqueredirect', 0, false, false]);
    const followed = await withFault('a gateway redirects', () => page.fetch('/text'));
    equal([followed.redirected, new URL(followed.url).pathname], [true, '/login']);
  },
  'a page can abort a call that the worker never answers': async ({ open }) => {
    const page = await open('with the worker');
    const controller = new AbortController();
    page.setTimeout(() => controller.abort(), 100);
    equal(await rejectionOf(page.fetch('/never', { signal: controller.signal })), 'AbortError');
  },
  'a call with an aborted signal does not reach the worker': async ({ open }) => {
    const page = await open('with the worker');
    equal(await rejectionOf(page.fetch('/made', { signal: page.AbortSignal.abort() })), 'AbortError');
    await pause(page);
    equal(await ask(page, { ask: 'which calls' }), [[]]);
    await page.fetch('/made');
    equal(await ask(page, { ask: 'which calls' }), [['/made']]);
  },
  'a call ends even if its worker is killed': async ({ open, killWorker }) => {
    const page = await open('with the worker');
    const end = rejectionOf(page.fetch('/made'));
    killWorker();
    // In a real browser, `killWorker` does nothing, so the worker answers. In the world, the call fails, as it does in
    // Firefox when a worker dies. Chromium would start the worker again for the call.
    equal(['nothing', 'TypeError'].includes(await end), true, `${await end} is one of the two`);
    equal(await (await page.fetch('/made')).text(), 'made by the worker');
  },
  'messages between page and worker arrive in order': async ({ open }) => {
    const page = await open('with the worker');
    equal(await ask(page, { ask: 'count to twenty' }, 20), oneToTwenty);
    const { serviceWorker } = page.navigator;
    for (const what of oneToTwenty) serviceWorker.controller?.postMessage({ ask: 'note', what });
    equal(await ask(page, { ask: 'what was noted' }), [oneToTwenty]);
    const heard: unknown[] = [];
    serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
    serviceWorker.startMessages?.();
    serviceWorker.controller?.postMessage({ ask: 'tell the pages' } satisfies ToContractWorker);
    await until(page, 'all have come', () => heard.length >= oneToTwenty.length);
    equal(heard, oneToTwenty);
  },
  'matchAll returns controlled pages; includeUncontrolled adds uncontrolled pages': async ({ open, kill }) => {
    await open();
    const page = await open('with the worker');
    const other = await open('with the worker');
    equal(await ask(page, { ask: 'count the pages' }), [[2, 4]]);
    kill(other);
    await pause(page);
    equal(await ask(page, { ask: 'count the pages' }), [[1, 3]]);
  },
  'waitUntil extends a running event, and throws after the event is over': async ({ open }) => {
    const page = await open('with the worker');
    equal(await ask(page, { ask: 'extend' }), [['taken', 'InvalidStateError']]);
  },
  'registering a sync rejects while no worker is active': async ({ open, scope, hasBackgroundSync }) => {
    if (!hasBackgroundSync) return;
    const { serviceWorker } = (await open('before the worker')).navigator;
    const registration = (await serviceWorker.register('/worker.js', { scope })) as SyncingRegistration;
    equal(await rejectionOf(registration.sync.register('outbox')), 'InvalidStateError');
  },
  'a sync that is registered again while running runs one more time': async ({ open, hasBackgroundSync, sync }) => {
    if (!hasBackgroundSync) return;
    const page = await open('with the worker');
    const { sync: syncs } = (await page.navigator.serviceWorker.ready) as SyncingRegistration;
    const seen = async () => ((await ask(page, { ask: 'which syncs' })) as string[][])[0];
    await syncs.register('outbox');
    sync();
    await until(page, 'it is under way', async () => (await seen())?.length === 1);
    await Promise.all(['outbox', 'outbox', 'outbox'].map((tag) => syncs.register(tag)));
    await pause(page, 500);
    sync();
    await until(page, 'it has come again', async () => (await seen())?.length === 2);
    await pause(page, 500);
    sync();
    await pause(page, 500);
    equal(await seen(), ['outbox', 'outbox']);
  },
};
