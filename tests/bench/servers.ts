import autocannon from 'autocannon';
import { callPaths } from '../../src/contract/paths.ts';
import { startPostgres } from '../api/support/postgres.ts';
import {
  type BuiltServer,
  memoryOf,
  openDatabase,
  type Served,
  seedDatabase,
  startBuiltServer,
} from './built-server.ts';
import { besides, type Figure, medianOf } from './figures.ts';

/** Many short runs in turns: what else the machine does hits both sides of each pair. */
const repeats = 5;
/** In seconds. */
const duration = 1;
const warmUp = 1;
/** In all, however many servers share them. */
const connections = 30;
const posts = 10_000;

type Asked = Pick<autocannon.Options, 'method' | 'headers' | 'body'> & { what: string; path: string };
type Group = { servers: BuiltServer[]; asked: Asked[] };
type Run = { rate: number; p99: number };

/**
 * One server and three identical ones on one PostgreSQL, their connections dealt out evenly as a balancer would, and one
 * on SQLite. They share the machine with the database and with who asks: three can't be three times as fast here.
 */
export async function measure(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack();
  const postgres = await startPostgres({ fsync: 'on' });
  owned.defer(postgres.stop);
  const place = { databaseUrl: postgres.url };
  seedDatabase(posts, place);
  const embedded = owned.use(await openDatabase(posts));
  const start = async (at: Served) => owned.use(await startBuiltServer(at));
  const sqlite = await group([await start({ dataDir: embedded.folder })]);
  const one = await group([await start(place)]);
  const three = await group([await start(place), await start(place), await start(place)]);

  const before = [one, three].map(memoryOfGroup);
  const figures: Figure[] = [];
  for (const [index, { what }] of one.asked.entries())
    figures.push(...(await compare(what, index, sqlite, one, three)));
  const after = [one, three].map(memoryOfGroup);
  for (const [index, name] of ['one server', 'three servers, together'].entries()) {
    const memory = { ...fixed, unit: 'MiB', repeats: 1 } as const;
    figures.push({ ...memory, what: `${name}: memory before load`, measured: before[index] ?? Number.NaN });
    figures.push({ ...memory, what: `${name}: memory after load`, measured: after[index] ?? Number.NaN });
  }
  return figures;
}

const fixed = { bench: 'servers' } as const;

async function compare(what: string, index: number, sqlite: Group, one: Group, three: Group): Promise<Figure[]> {
  const groups = [sqlite, one, three] as const;
  const runs: [Run[], Run[], Run[]] = [[], [], []];
  for (const group of groups) await load(group, index, warmUp);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [at, group] of groups.entries()) runs[at]?.push(await load(group, index, duration));
  }
  const [embedded, single, triple] = runs;
  const rates = (list: Run[]) => list.map(({ rate }) => rate);
  const p99s = (list: Run[]) => list.map(({ p99 }) => p99);
  const against = 'one server on the same PostgreSQL';
  return [
    { ...fixed, what: `${what}: one on SQLite`, unit: 'requests/s', ...medianOf(rates(embedded)) },
    { ...fixed, what: `${what}: one on SQLite, p99`, unit: 'ms', ...medianOf(p99s(embedded)) },
    { ...fixed, what: `${what}: one on PostgreSQL`, unit: 'requests/s', ...medianOf(rates(single)) },
    { ...fixed, what: `${what}: one on PostgreSQL, p99`, unit: 'ms', ...medianOf(p99s(single)) },
    { ...fixed, what: `${what}: three`, unit: 'requests/s', ...besides(rates(triple), rates(single)), against },
    { ...fixed, what: `${what}: three, p99`, unit: 'ms', ...besides(p99s(triple), p99s(single)), against },
  ];
}

async function load({ servers, asked }: Group, index: number, seconds: number): Promise<Run> {
  const { path, what, ...options } = asked[index] ?? { path: '', what: '' };
  const results = await Promise.all(
    servers.map(({ origin }) =>
      autocannon({ ...options, url: origin + path, connections: connections / servers.length, duration: seconds }),
    ),
  );
  if (results.some(({ errors, '4xx': wrong, '5xx': failed }) => errors + wrong + failed > 0)) throw new Error(what);
  return {
    rate: results.reduce((sum, { requests, duration: took }) => sum + requests.total / took, 0),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/** Servers on one database, and what is asked of them there. */
async function group(servers: [BuiltServer, ...BuiltServer[]]): Promise<Group> {
  const [{ origin, pid }] = servers;
  const account = { name: 'Ada', email: `ada-${pid}@example.com`, password: 'correct horse battery' };
  const headers = { 'Content-Type': 'application/json' };
  const registered = await fetch(origin + callPaths.register, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  const { token } = await registered.json();
  const listed = await fetch(origin + callPaths.posts);
  const [newest] = await listed.json();
  const body = JSON.stringify({ title: 'A title', imgUrl: '', content: 'Some words, and some more. '.repeat(40) });
  const brotli = { 'accept-encoding': 'br' };
  const asked: Asked[] = [
    { what: 'newest 20 posts', path: callPaths.posts, headers: brotli },
    {
      what: 'newest 20 posts, unchanged (304)',
      path: callPaths.posts,
      headers: { ...brotli, 'if-none-match': listed.headers.get('ETag') ?? '' },
    },
    { what: 'one post', path: callPaths.post(newest._id), headers: brotli },
    {
      what: 'publishing',
      path: callPaths.posts,
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
    },
  ];
  return { servers, asked };
}

function memoryOfGroup({ servers }: Group): number {
  return servers.reduce((sum, { pid }) => sum + memoryOf(pid), 0);
}
