import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runnerImport } from 'vite';
import { callPaths } from '../../src/contract/paths.ts';
import { nextPage } from '../../src/data/api/link-header.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import type { Figure } from './figures.ts';
import type * as SenderModule from './outbox-sender.ts';

const count = 500;
const probability = 1 / 3;
/** In milliseconds: a run that has not come to its end by then never will. */
const patience = 5 * 60 * 1000;

/** Posts published by the app's own sender through a proxy that faults a third of all calls, against a real server. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using proxy = await openFaultyProxy(new URL(server.origin), probability);
  const { userId, token } = await register(server.origin);
  const sender = await openSender(proxy.origin, userId, token);

  // What goes wrong is what this is about.
  const { error } = console;
  console.error = () => undefined;
  const began = performance.now();
  for (let each = 0; each < count; each += 1) await sender.confirm(`Post ${each}`);
  while ((await sender.waiting()) > 0 && performance.now() - began < patience) {
    await Promise.all([sender.send(), sender.send(), sender.send()]);
    await wait(250);
  }
  console.error = error;

  const titles = await titlesOf(server.origin, userId);
  const stored = new Set(titles).size;
  const struck = [...proxy.struck].map(([fault, times]) => `${times} ${fault}`).join(', ');
  console.log(`${proxy.calls()} calls, of which ${struck}`);
  console.log(`confirmed ${count}, stored ${stored}, duplicated ${titles.length - stored}, lost ${count - stored}`);
  const counted = { bench: 'outbox', unit: 'count', repeats: 1, floor: count, against: 'confirmed' } as const;
  return [
    { ...counted, what: 'posts stored, each counted once', measured: stored, bar: { atLeast: 1 } },
    { ...counted, what: 'posts stored in all', measured: titles.length, bar: { atMost: 1 } },
  ];
}

/** The app's modules ask their own origin, and their environment of Vite: both are put in their place. */
async function openSender(origin: string, userId: string, token: string): Promise<SenderModule.Sender> {
  const base = Symbol.for('undici.globalOrigin.1');
  Object.defineProperty(globalThis, base, { value: new URL(origin), configurable: true });
  const { module } = await runnerImport<typeof SenderModule>(join(import.meta.dirname, 'outbox-sender.ts'));
  return module.openSender(userId, token);
}

async function register(origin: string): Promise<{ userId: string; token: string }> {
  const account = { name: 'Ada', email: `ada-${process.pid}@example.com`, password: 'correct horse battery' };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(origin + callPaths.register, { method: 'POST', headers, body: JSON.stringify(account) });
  return answer.json();
}

async function titlesOf(origin: string, userId: string): Promise<string[]> {
  const titles: string[] = [];
  for (let url: string | undefined = origin + callPaths.userPosts(userId); url; ) {
    const answer: Response = await fetch(url);
    const posts: { title: string }[] = await answer.json();
    titles.push(...posts.map(({ title }) => title));
    url = nextPage(answer.headers.get('Link'), url);
  }
  return titles;
}
