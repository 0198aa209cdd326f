import { callPaths } from '../../src/contract/paths.ts';
import { startPostgres } from '../api/support/postgres.ts';
import { openDatabase, type Served, seedDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, medianOf, percentile } from './figures.ts';
import { newAuthor } from './new-author.ts';
import { sendJson } from './send-json.ts';

const posts = 100_000;
const rounds = 10;
/** How many posts are published, and then edited, one after the other. */
const written = 200;

/** Queries of one or several words. Their words are in all, some or no posts, in titles, inside words, or Japanese. */
const queries = [
  'the',
  'network',
  'night train',
  'walrus',
  'small tests',
  'the first commit part',
  'etwor',
  'ouldn',
  'lighthouse keeper',
  'tunnel',
  'maintainer letters',
  '東京',
  'getUserName',
  'ent ing',
  'bug came on Fridays',
];

/** Measures searching, publishing and editing with this many posts in the index, on either database. */
export async function measure(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await openDatabase(posts));
  const figures = await measureOn('SQLite', { dataDir: database.folder });
  const postgres = await startPostgres({ fsync: 'on' });
  owned.defer(postgres.stop);
  seedDatabase(posts, { databaseUrl: postgres.url });
  return [...figures, ...(await measureOn('PostgreSQL', { databaseUrl: postgres.url }))];
}

async function measureOn(store: string, served: Served): Promise<Figure[]> {
  await using server = await startBuiltServer(served);
  const fixed = { bench: 'search', unit: 'ms' } as const;
  const writing = await write(server.origin);
  return [
    ...(await searching(store, server.origin)),
    ...Object.entries(writing).map(([what, times]) => ({ ...fixed, what: `${what}, ${store}`, ...medianOf(times) })),
  ];
}

/** Measures searches one after the other, and requests the plain list after each search for comparison. */
async function searching(store: string, origin: string): Promise<Figure[]> {
  const timed = async (path: string) => {
    const began = performance.now();
    const response = await fetch(origin + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
    return performance.now() - began;
  };
  const searches = new Map(queries.map((query) => [query, [] as number[]]));
  const lists: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [query, times] of searches) {
      const [search, list] = [await timed(callPaths.found('q', query)), await timed(callPaths.posts)];
      // The first round only warms up the server, so it does not count.
      if (round > 0) times.push(search);
      if (round > 0) lists.push(list);
    }
  }
  const all = [...searches.values()].flat();
  const fixed = { bench: 'search', unit: 'ms' } as const;
  const name = `GET ${callPaths.posts}?q= with ${posts} posts, ${store}`;
  const repeats = all.length;
  return [
    { ...fixed, what: `${name}: p95`, measured: percentile(all, 0.95), repeats, bar: { atMost: 100 } },
    { ...fixed, what: `the plain list in the same run, ${store}: p95`, measured: percentile(lists, 0.95), repeats },
    ...[...searches].map(([query, times]) => ({ ...fixed, what: `"${query}", ${store}`, ...medianOf(times) })),
  ];
}

/** Measures publishing with the index, and editing, which replaces the post's entries in it. */
async function write(origin: string): Promise<Record<string, number[]>> {
  const { token } = await newAuthor(origin, []);
  const content = 'A line of a post that is neither short nor long. '.repeat(60);
  const timed = async (method: 'POST' | 'PUT', path: string, text: string, headers: Record<string, string> = {}) => {
    const body = { title: 'A title', imgUrl: '', content: text };
    const began = performance.now();
    const response = await sendJson(method, origin + path, body, token, headers);
    const post: { _id: string; etag: string } = await response.json();
    return { took: performance.now() - began, id: post._id, etag: post.etag };
  };
  const [publishing, editing]: [number[], number[]] = [[], []];
  for (let number = 0; number < written; number++) {
    const { took, id, etag } = await timed('POST', callPaths.posts, `${content} word${number}`);
    publishing.push(took);
    const path = callPaths.post(id);
    editing.push((await timed('PUT', path, `${content} another${number}`, { 'If-Match': etag })).took);
  }
  return { [`POST ${callPaths.posts} with the index`]: publishing, 'PUT of an edit with the index': editing };
}
