import { vi } from 'vitest';
import type { NewPost } from '../../../src/contract/posts.ts';
import { blank, newRecord, type PostRecord } from '../../../src/writing/record/post-record.ts';
import type { PostChange } from '../../../src/writing/sender/post-change.ts';
import type { SendingAuthor } from '../../../src/writing/sender/send-waiting.ts';
import type { Sender } from '../../../src/writing/sender/start-sender.ts';
import { openDevice } from './device.ts';
import { stubGlobal } from './global.ts';
import { openLocks } from './locks.ts';
import { WritingServer } from './writing-server.ts';

export const text = (content: string): NewPost => ({ ...blank, title: 'Title', content });

const loadWriting = async () => ({
  ...(await import('../../../src/writing/record/record-store.ts')),
  ...(await import('../../../src/writing/sender/start-sender.ts')),
  ...(await import('../../../src/writing/sender/send-waiting.ts')),
  ...(await import('../../../src/writing/sender/own-backend.ts')),
  ...(await import('../../../src/writing/sender/foreign-backend.ts')),
  ...(await import('../../../src/writing/sender/pace.ts')),
  ...(await import('../../../src/writing/sender/post-change.ts')),
});

/** The number of event-loop turns that IndexedDB and channels need for all work of one simulated moment. */
const turnsAtOnce = 25;

/** Opens one browser and its backend, in simulated time. Each tab that a test opens has its own sender. */
export async function openPages({ hasKeys = true } = {}) {
  const stack = new AsyncDisposableStack();
  vi.stubEnv('VITE_API_HOST', 'https://backend.example');
  vi.resetModules();
  stack.defer(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  stack.use(openDevice());
  stack.use(openLocks());
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 5, 1) });
  stack.defer(() => void vi.useRealTimers());
  const server = new WritingServer(hasKeys);
  stack.use(stubGlobal('fetch', server.fetch));
  for (const method of ['error', 'info'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation(() => undefined);
    stack.defer(() => spy.mockRestore());
  }
  const confirmed: PostChange[] = [];
  const confirmChange = async (change: PostChange) => {
    confirmed.push(change);
    writing.announcePostChange(change);
  };
  vi.doMock('../../../src/writing/sender/confirm-change.ts', () => ({ confirmChange }));
  stack.defer(() => void vi.doUnmock('../../../src/writing/sender/confirm-change.ts'));
  const writing = await loadWriting();
  const senders: Sender[] = [];
  let author: SendingAuthor | undefined = { userId: 'ada', token: 'secret' };

  async function settle(): Promise<void> {
    for (let turn = 0; turn < turnsAtOnce; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Advances the simulated time in steps, and lets IndexedDB finish its work after each. */
  async function pass(ms: number, stepMs = 50): Promise<void> {
    await settle();
    for (let left = ms; left > 0; left -= stepMs) {
      vi.advanceTimersByTime(Math.min(stepMs, left));
      await settle();
    }
  }

  const pages = {
    ...writing,
    server,
    /** The confirmed changes that the sender passed to the caches, in order. */
    confirmed,
    pass,
    logIn: (next: SendingAuthor | undefined) => {
      author = next;
    },
    openTab(): Sender {
      const backend = hasKeys ? writing.ownBackend : writing.createForeignBackend();
      const sender = writing.startSender(backend, () => author);
      senders.push(sender);
      return sender;
    },
    /** Sends pending posts as the worker does: without a token, and without any state of an earlier run. */
    sendInWorker: () =>
      writing.sendWaiting({
        author: { userId: 'ada', token: null },
        backend: writing.ownBackend,
        pace: writing.createPace(),
      }),
    /** Submits a new post, as the button "Create Blog" does. */
    async publish(id: string, content: string, userId = 'ada'): Promise<void> {
      vi.advanceTimersByTime(1);
      const submitted = { kind: 'submitted', text: text(content), from: blank, rev: 1, form: 'f', userId } as const;
      await writing.applyEvent(id, submitted, newRecord(id, userId));
    },
    /** Submits an edit of the record's base, as the button "Save changes" does. */
    async edit(id: string, content: string): Promise<void> {
      vi.advanceTimersByTime(1);
      const record = await read(id);
      const { rev, base } = record;
      const submitted = { kind: 'submitted', text: text(content), from: base?.text, form: 'f', userId: 'ada' } as const;
      await writing.applyEvent(id, { ...submitted, rev: rev + 1 });
    },
    read,
    contents: () => server.texts().map(({ content }) => content),
    /** Returns when each request with this method was sent, in milliseconds since the first. */
    timesOf(method: string): number[] {
      const times = server.requests.filter((each) => each.method === method).map(({ at }) => at);
      return times.map((at) => at - (times[0] ?? 0));
    },
    async [Symbol.asyncDispose]() {
      for (const sender of senders) sender.stop();
      await settle();
      await stack.disposeAsync();
    },
  };
  async function read(id: string): Promise<PostRecord> {
    const record = await writing.readPostRecord(id);
    if (!record) throw new Error(`There is no record ${id}`);
    return record;
  }
  return pages;
}
