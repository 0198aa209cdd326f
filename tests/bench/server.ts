import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import * as v from 'valibot';
import { callPaths, callTemplates, pagePaths, pageTemplates } from '../../src/contract/paths.ts';
import { postListSchema } from '../../src/contract/posts.ts';
import { startBareServer } from './bare-server.ts';
import { memoryOf, openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure, medianOf } from './figures.ts';
import { type Recorded, record } from './recorded.ts';

/** Number of runs. They are short and alternate between the compared servers, so that other load slows both. */
const repeats = 15;
/** Duration of each counted run, in seconds. */
const duration = 1;
/** Duration of the uncounted run before the counted ones, in seconds. */
const warmUp = 3;
const connections = 20;
const sizes = [100, 100_000, 1_000_000] as const;
/** The number of posts that are requested in turn. */
const differentPosts = 20;

type Asked = { name: string; atLeast: number; pathsAt: (origin: string) => Promise<string[]> };

const asked: Asked[] = [
  { name: callTemplates.posts, atLeast: 0.6, pathsAt: async () => [callPaths.posts] },
  { name: callTemplates.post, atLeast: 0.6, pathsAt: async (origin) => (await newestIds(origin)).map(callPaths.post) },
  { name: pageTemplates.home, atLeast: 0.4, pathsAt: async () => [pagePaths.home] },
  { name: pageTemplates.blog, atLeast: 0.4, pathsAt: async (origin) => (await newestIds(origin)).map(pagePaths.blog) },
];

async function newestIds(origin: string): Promise<string[]> {
  const response = await fetch(origin + callPaths.posts);
  return v
    .parse(postListSchema, await response.json())
    .map(({ _id }) => _id)
    .slice(0, differentPosts);
}
const encodings = ['br', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Measures the built server's speed (against bare `node:http`, and by number of posts), its memory and its start. */
export async function measure(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack();
  const servers: Awaited<ReturnType<typeof startBuiltServer>>[] = [];
  for (const size of sizes) {
    const { folder } = owned.use(await openDatabase(size));
    servers.push(owned.use(await startBuiltServer({ dataDir: folder })));
  }
  const [small, , large] = servers;
  if (!small || !large) throw new Error('There is nothing to compare.');
  await wait(1_000);
  const atRest = memoryOf(large.pid);
  const figures: Figure[] = [];
  for (const one of asked) {
    for (const encoding of encodings) figures.push(...(await againstBare(small.origin, one, encoding)));
    figures.push(
      ...(await bySize(
        servers.map(({ origin }) => origin),
        one,
      )),
    );
  }
  figures.push({ ...fixed, what: `memory at rest, ${sizes.at(-1)} posts`, unit: 'MiB', measured: atRest, repeats: 1 });
  figures.push(await underLoad(large));
  figures.push(await timeToReady());
  return figures;
}

const fixed = { bench: 'server' } as const;

async function againstBare(origin: string, { name, atLeast, pathsAt }: Asked, encoding: Encoding): Promise<Figure[]> {
  const paths = await pathsAt(origin);
  const answers = new Map<string, Recorded>();
  for (const path of paths) answers.set(path, await record(origin + path, encoding));
  await using floor = await startBareServer(answers);
  const own: autocannon.Result[] = [];
  const bare: autocannon.Result[] = [];
  for (const warming of [origin, floor.origin]) await load(warming, paths, encoding, warmUp);
  while (own.length < repeats) {
    own.push(await load(origin, paths, encoding));
    bare.push(await load(floor.origin, paths, encoding));
  }
  const against = 'a bare node:http that answers the same bytes';
  const what = `GET ${name}, ${encoding === 'br' ? 'brotli' : 'uncompressed'}`;
  const rates = besides(own.map(rateOf), bare.map(rateOf));
  const latencies = besides(own.map(p99Of), bare.map(p99Of));
  return [
    { ...fixed, what, unit: 'requests/s', ...rates, against, bar: { atLeast } },
    { ...fixed, what: `${what}: p99`, unit: 'ms', ...latencies, against },
  ];
}

async function bySize(origins: string[], { name, pathsAt }: Asked): Promise<Figure[]> {
  const rates: number[][] = origins.map(() => []);
  const paths = await Promise.all(origins.map(pathsAt));
  for (const [index, origin] of origins.entries()) await load(origin, paths[index] ?? [], 'br', warmUp);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [index, origin] of origins.entries())
      rates[index]?.push(rateOf(await load(origin, paths[index] ?? [], 'br')));
  }
  const [smallest = [], ...larger] = rates;
  return larger.map((rate, index) => ({
    ...fixed,
    what: `GET ${name} with ${sizes[index + 1]} posts`,
    unit: 'requests/s',
    ...besides(rate, smallest),
    against: `the same with ${sizes[0]} posts`,
    bar: { atLeast: 0.9 },
  }));
}

async function underLoad({ origin, pid }: { origin: string; pid: number }): Promise<Figure> {
  const found: number[] = [];
  const sampling = setInterval(() => found.push(memoryOf(pid)), 250);
  for (const { pathsAt } of asked) await load(origin, await pathsAt(origin), 'br', warmUp);
  clearInterval(sampling);
  return { ...fixed, what: 'memory under load, at most', unit: 'MiB', measured: Math.max(...found), repeats: 1 };
}

async function timeToReady(): Promise<Figure> {
  await using database = await openDatabase(100);
  const found: number[] = [];
  while (found.length < 5) {
    await using server = await startBuiltServer({ dataDir: database.folder });
    found.push(server.readyAfter);
  }
  return { ...fixed, what: 'time to ready', unit: 'ms', ...medianOf(found) };
}

async function load(
  origin: string,
  paths: string[],
  encoding: Encoding,
  seconds: number = duration,
): Promise<autocannon.Result> {
  const requests = paths.map((path) => ({ path }));
  const headers = { 'accept-encoding': encoding };
  const result = await autocannon({ url: origin, requests, connections, duration: seconds, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${origin}${paths[0]} failed under load.`);
  return result;
}

const rateOf = ({ requests, duration: seconds }: autocannon.Result) => requests.total / seconds;
const p99Of = ({ latency }: autocannon.Result) => latency.p99;
