import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { callPaths } from '../../src/contract/paths.ts';
import { complaintAbout, type Target, triesAt } from '../api/hostile.ts';
import { freePort } from '../browser/free-port.ts';
import { memoryOf, openDatabase } from './built-server.ts';
import type { Figure } from './figures.ts';

const tries = Number(process.env.FUZZ_TRIES ?? 100_000);
const atOnce = 40;
/** Until caches are full and code is compiled: memory is compared with what it is then. */
const warmUp = tries / 5;

/** The server as built and run, under everything that tests/api/hostile.ts thinks of: what it answers, logs and holds. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startListened(database.folder);
  const target = await register(server.origin);
  const complaints: string[] = [];
  const memory: number[] = [];
  const began = performance.now();
  let made = 0;
  for (const batch of batches(target)) {
    const found = await Promise.all(batch.map((one) => complaintAbout(target, one).catch(String)));
    complaints.push(...found.filter((complaint) => complaint !== undefined));
    made += batch.length;
    if (made >= warmUp) memory.push(memoryOf(server.pid));
  }
  const healthy = (await fetch(`${server.origin}/healthz`)).ok;
  const seconds = (performance.now() - began) / 1000;
  for (const complaint of new Set(complaints)) console.log(complaint);
  const { lines, bad } = server.logged(target);
  console.log(
    `${made} tries in ${seconds.toFixed(0)} s, ${lines} lines in the log, ${healthy ? 'well' : 'NOT WELL'} at the end`,
  );
  const counted = { bench: 'fuzz', unit: 'count', repeats: 1, floor: 1, bar: { atMost: 0 } } as const;
  const [before = 0] = memory;
  return [
    { bench: 'fuzz', what: 'tries', unit: 'count', measured: made, repeats: 1 },
    {
      ...counted,
      what: 'answers that broke a promise',
      measured: complaints.length + (healthy ? 0 : 1),
      against: 'one',
    },
    { ...counted, what: 'lines of the log that are no line of JSON, or tell a secret', measured: bad, against: 'one' },
    {
      bench: 'fuzz',
      what: 'memory at the end',
      unit: 'MiB',
      measured: memory.at(-1) ?? 0,
      floor: before,
      against: 'a fifth of the way',
      bar: { atMost: 1.3 },
      repeats: 1,
    },
  ];
}

function* batches(target: Target): Generator<ReturnType<typeof sample>> {
  for (let made = 0; made < tries; made += atOnce) yield sample(target, made);
}

const sample = (target: Target, seed: number) => fc.sample(triesAt(target), { numRuns: atOnce, seed });

async function register(origin: string): Promise<Target> {
  const post = async (path: string, body: unknown, headers = {}) => {
    const json = { 'Content-Type': 'application/json', ...headers };
    return await fetch(origin + path, { method: 'POST', body: JSON.stringify(body), headers: json });
  };
  const registered = await post(callPaths.register, {
    name: 'Ada',
    email: 'hunted@example.com',
    password: 'correct horse',
  });
  const { token, userId } = await registered.json();
  const post1 = await post(
    callPaths.posts,
    { title: 'One', imgUrl: '', content: '' },
    { Authorization: `Bearer ${token}` },
  );
  const { _id } = await post1.json();
  return { origin, token, userId, postId: _id, cookie: registered.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
}

/** A server whose log is read. */
async function startListened(dataDir: string) {
  const port = await freePort();
  const { DATABASE_URL: _, ...own } = process.env;
  const env = { ...own, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok) await wait(20);
  return {
    origin,
    pid: child.pid ?? 0,
    /** The server says where it is, logs requests, and warns of too many attempts; of anything else it should not speak. */
    logged({ token, cookie }: Target) {
      const expected =
        /^(Storyline is open at|\{"level":30,.*"msg":"request"\}$|\{"level":40,.*"msg":"too many attempts"\}$)/;
      const isRight = (line: string) => expected.test(line) && /^[ -~]*$/.test(line);
      const bad = lines.filter((line) => !isRight(line) || line.includes(token) || line.includes(cookie));
      for (const line of bad.slice(0, 5)) console.log(line.slice(0, 300));
      return { lines: lines.length, bad: bad.length };
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
