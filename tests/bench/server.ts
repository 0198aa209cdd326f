import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { startBareServer } from './bare-server.ts';
import { memoryOf, openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure, medianOf } from './figures.ts';
import { record } from './recorded.ts';

/** Many short runs in turns: what else the machine does hits both sides of each pair. */
const repeats = 15;
/** Of one run, and of the run before all that are counted, in seconds. */
const duration = 1;
const warmUp = 3;
const connections = 20;
const sizes = [100, 10_000, 100_000] as const;

const asked = [
  { path: callPaths.posts, atLeast: 0.5 },
  { path: pagePaths.home, atLeast: 0.3 },
];
const encodings = ['br', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** The server as built and run, against a bare `node:http`; at three sizes; its memory; its start. */
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
  for (const { path, atLeast } of asked) {
    for (const encoding of encodings) figures.push(...(await againstBare(small.origin, path, encoding, atLeast)));
    figures.push(
      ...(await bySize(
        servers.map(({ origin }) => origin + path),
        path,
      )),
    );
  }
  figures.push({ ...fixed, what: `memory at rest, ${sizes.at(-1)} posts`, unit: 'MiB', measured: atRest, repeats: 1 });
  figures.push(await underLoad(large));
  figures.push(await timeToReady());
  return figures;
}

const fixed = { bench: 'server' } as const;

async function againstBare(origin: string, path: string, encoding: Encoding, atLeast: number): Promise<Figure[]> {
  await using floor = await startBareServer(new Map([[path, await record(origin + path, encoding)]]));
  const own: autocannon.Result[] = [];
  const bare: autocannon.Result[] = [];
  for (const warming of [origin, floor.origin]) await load(warming + path, encoding, warmUp);
  while (own.length < repeats) {
    own.push(await load(origin + path, encoding));
    bare.push(await load(floor.origin + path, encoding));
  }
  const against = 'a bare node:http that answers the same bytes';
  const name = `GET ${path}, ${encoding === 'br' ? 'brotli' : 'uncompressed'}`;
  const rates = besides(own.map(rateOf), bare.map(rateOf));
  const latencies = besides(own.map(p99Of), bare.map(p99Of));
  return [
    { ...fixed, what: name, unit: 'requests/s', ...rates, against, bar: { atLeast } },
    { ...fixed, what: `${name}: p99`, unit: 'ms', ...latencies, against },
  ];
}

async function bySize(urls: string[], path: string): Promise<Figure[]> {
  const rates: number[][] = urls.map(() => []);
  for (const url of urls) await load(url, 'br', warmUp);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [index, url] of urls.entries()) rates[index]?.push(rateOf(await load(url, 'br')));
  }
  const [smallest = [], ...larger] = rates;
  return larger.map((rate, index) => ({
    ...fixed,
    what: `GET ${path} with ${sizes[index + 1]} posts`,
    unit: 'requests/s',
    ...besides(rate, smallest),
    against: `the same with ${sizes[0]} posts`,
    bar: { atLeast: 0.9 },
  }));
}

async function underLoad({ origin, pid }: { origin: string; pid: number }): Promise<Figure> {
  const found: number[] = [];
  const sampling = setInterval(() => found.push(memoryOf(pid)), 250);
  for (const { path } of asked) await load(origin + path, 'br', warmUp);
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

async function load(url: string, encoding: Encoding, seconds: number = duration): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': encoding } });
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load.`);
  return result;
}

const rateOf = ({ requests, duration: seconds }: autocannon.Result) => requests.total / seconds;
const p99Of = ({ latency }: autocannon.Result) => latency.p99;
