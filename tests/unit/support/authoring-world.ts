import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Draft } from '../../../src/data/drafts.ts';
import type { Entry } from '../../../src/data/outbox/entry.ts';
import { stubGlobal } from './global.ts';
import { openLocks } from './locks.ts';
import { openModelBackend, turns } from './model-backend.ts';
import { openRecordFaults } from './record-faults.ts';
import { openRecords } from './records.ts';
import { openTab, type Tab } from './tabs.ts';

/** The app's modules, once for all worlds: with the own backend, or with one that knows no keys. */
export async function loadAuthoring(host: '' | 'http://other.example') {
  vi.resetModules();
  vi.stubEnv('VITE_API_HOST', host);
  const base = Symbol.for('undici.globalOrigin.1');
  Object.defineProperty(globalThis, base, { value: new URL('http://app.example'), configurable: true, writable: true });
  stubGlobal('location', new URL('http://app.example'));
  const modules = {
    ...(await import('../../../src/data/session.ts')),
    ...(await import('../../../src/data/records.ts')),
    ...(await import('../../../src/data/drafts.ts')),
    ...(await import('../../../src/data/outbox/box.ts')),
    ...(await import('../../../src/data/outbox/press.ts')),
    ...(await import('../../../src/data/outbox/send.ts')),
    ...(await import('../../../src/data/outbox/actions.ts')),
    ...(await import('../../../src/data/outbox/author.ts')),
    ...(await import('../../../src/data/outbox/transport.ts')),
    ...(await import('../../../src/worker/publishing.ts')),
  };
  return { ...modules, knowsKeys: host === '' };
}

export type Authoring = Awaited<ReturnType<typeof loadAuthoring>>;

/** A press of the button, and what its author was told. */
export interface Press {
  user: string;
  title: string;
  /** The entry's, once it has been put. */
  id?: string;
  told: 'taken' | 'waiting' | 'refused' | 'not kept' | 'nothing';
}

export type World = Awaited<ReturnType<typeof openWorld>>;

const pressing = new AsyncLocalStorage<Press>();

/** One device with several tabs and a worker, its users, and a backend. The clock is a fake one. */
export async function openWorld(app: Authoring) {
  const stack = new AsyncDisposableStack();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 5, 1) });
  stack.defer(() => void vi.useRealTimers());
  const backend = stack.use(openModelBackend());
  const locks = stack.use(openLocks());
  const records = openRecordFaults();
  stack.use(openRecords());
  stack.use(records);
  const presses: Press[] = [];
  const takenOut = new Set<string>();
  const sentAfterTakenOut: string[] = [];
  const discarded: Entry[] = [];
  const doubtfullyBack = new Set<string>();
  const newTab = () => openTab((tab) => locks.releaseAll(tab));
  const tabs: [Tab, Tab, Tab] = [newTab(), newTab(), newTab()];
  let user = 'ada';
  let full = 0;
  let drafted = 0;

  records.hasRoomFor = (_record, key) => {
    const press = pressing.getStore();
    if (press && key.startsWith('outbox/')) press.id ??= key.slice('outbox/'.length);
    full -= 1;
    return full < 0;
  };
  backend.onCall = (key) => {
    if (key !== null && takenOut.has(key)) sentAfterTakenOut.push(key);
  };
  stack.use(
    stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage = () => undefined;
        close = () => undefined;
      },
    ),
  );

  /** Nobody waits for it: what follows may happen before it, or never, as its tab may be killed. */
  const begin = (tab: Tab, work: () => Promise<unknown>) =>
    void tab.run(async () => {
      try {
        await work();
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    });

  const send = (tab: Tab, reach: 'due' | 'all' | 'login') =>
    begin(tab, () => app.sendOutbox({ userId: user, transport: app.callTransport(user, app.knowsKeys), reach }));

  const world = {
    app,
    backend,
    records,
    presses,
    sentAfterTakenOut,
    /** Titles of what was in doubt, taken out, and put back: without keys, another of the title may have gone between. */
    doubtfullyBack,

    press(tab: Tab, text: number) {
      const press: Press = { user, title: `${user}: ${text}`, told: 'nothing' };
      drafted += 1;
      const draft: Draft = {
        version: 1,
        id: `draft ${drafted}`,
        userId: user,
        post: { title: press.title, imgUrl: '', content: '' },
        savedAt: Date.now(),
        origin: 'typed',
      };
      begin(tab, async () => {
        await app.saveDraft(draft);
        presses.push(press);
        if (draft.userId !== user) return;
        await pressing.run(press, async () => {
          try {
            press.told = await app.pressPublish(draft);
          } catch (error) {
            press.told = 'not kept';
            throw error;
          }
        });
      });
    },
    send,
    sendFromWorker: (tab: Tab) => begin(tab, () => app.publishWaiting()),
    logIn(tab: Tab, name: string) {
      user = name;
      backend.cookie = name;
      app.session.set({ token: name, userId: name });
      begin(tab, () => app.rememberAuthor());
      send(tab, 'login');
    },
    logOut(tab: Tab) {
      backend.cookie = undefined;
      app.session.set({ token: null, userId: user });
      begin(tab, () => app.rememberAuthor());
    },
    kill(index: 0 | 1 | 2) {
      tabs[index].kill();
      tabs[index] = newTab();
    },
    tab: (index: 0 | 1 | 2) => tabs[index],
    cancel: (tab: Tab, at: number) =>
      withEntry(tab, at, async (entry) => {
        if ((await app.backToForm(entry)) !== undefined) takenOut.add(entry.id);
      }),
    discard: (tab: Tab, at: number) =>
      withEntry(tab, at, async (entry) => {
        const latest = await app.discard(entry);
        if (!latest) return;
        takenOut.add(entry.id);
        discarded.push(latest);
      }),
    undo(tab: Tab) {
      const entry = discarded.pop();
      if (!entry) return;
      takenOut.delete(entry.id);
      if (entry.isInDoubt) doubtfullyBack.add(entry.work.post.title);
      begin(tab, async () => {
        try {
          await app.putBack(entry);
        } catch (error) {
          takenOut.add(entry.id);
          throw error;
        }
      });
    },
    tryAgain: (tab: Tab, at: number) => withEntry(tab, at, (entry) => app.tryAgain(entry)),
    fill(writes: number) {
      full = writes;
    },
    isTakenOut: (id: string) => takenOut.has(id),
    user: () => user,

    /** All faults are over, every author logs in and looks after what waits, and time goes by. */
    async end() {
      backend.writing = [];
      backend.listing = [];
      full = 0;
      for (const name of ['ada', 'grace', 'ada', 'grace']) {
        world.kill(0);
        world.logIn(tabs[0], name);
        for (let round = 0; round < 4; round += 1) {
          await turns(120);
          vi.advanceTimersByTime(25 * 60 * 60 * 1000);
          const left = (await app.readOutbox()).filter(({ userId }) => userId === name);
          if (left.length === 0) break;
          for (const entry of left) begin(tabs[0], () => app.tryAgain(entry));
        }
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };

  function withEntry(tab: Tab, at: number, work: (entry: Entry) => Promise<unknown>) {
    begin(tab, async () => {
      const mine = (await app.readOutbox()).filter(({ userId }) => userId === user);
      const entry = mine[at % mine.length];
      if (entry) await work(entry);
    });
  }

  world.logIn(tabs[0], 'ada');
  await turns(10);
  return world;
}

function isExpected(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return true;
  return error instanceof Error && (error.name === 'TabKilled' || error.message.endsWith('still wait'));
}
