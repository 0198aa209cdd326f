import autocannon from 'autocannon';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { memoryOf, openDatabase } from './built-server.ts';
import { type Figure, median } from './figures.ts';
import { newAuthor } from './new-author.ts';
import { type ObservedServer, startObservedServer } from './observed-server.ts';

const connections = 20;
/** In seconds: the warm-up fills caches and compiles code; the load makes as many requests as a busy hour. */
const [warmUp, load] = [30, 60];
/** Interval between two samples, in milliseconds. */
const sampling = 500;
const posts = 10_000;
/** Minimum number of different paths to read: more than any cache has room for. */
const readPaths = 5_000;
/** Number of reads for each post that is published and deleted again. */
const readsPerPost = 20;

/** Measures whether the server's memory grows while it answers thousands of documents over and over. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase(posts);
  await using server = await startObservedServer({ dataDir: database.folder });
  const paths = await pathsOf(server.origin);
  const { token } = await newAuthor(server.origin, []);
  await ask(server, paths, token, warmUp);
  const heldBefore = await server.held();
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryOf(server.pid)), sampling);
  const asked = await ask(server, paths, token, load);
  clearInterval(timer);
  const heldAfter = await server.held();
  const third = Math.floor(memory.length / 3);
  const fixed = { bench: 'memory', unit: 'MiB' } as const;
  return [
    { bench: 'memory', what: 'requests answered', unit: 'count', measured: asked, repeats: 1 },
    {
      ...fixed,
      what: 'memory in the last third of the load',
      measured: median(memory.slice(-third)),
      floor: median(memory.slice(0, third)),
      against: 'the first third',
      bar: { atMost: 1.1 },
      repeats: third,
    },
    {
      ...fixed,
      what: 'heap and buffers after the load, once collected',
      measured: heldAfter,
      floor: heldBefore,
      against: 'before it',
      bar: { atMost: 1.1 },
      repeats: 1,
    },
  ];
}

/** Returns the paths of more documents than the caches have room for. */
async function pathsOf(origin: string): Promise<string[]> {
  const paths: string[] = [pagePaths.home, '/feed.xml'];
  let next: string | undefined = callPaths.posts;
  while (next !== undefined && paths.length < readPaths) {
    const answer: Response = await fetch(new URL(next, origin));
    const listed: { _id: string }[] = await answer.json();
    paths.push(next, ...listed.flatMap(({ _id }) => [callPaths.post(_id), pagePaths.blog(_id)]));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  return paths;
}

/** Sends requests for this many seconds, and returns how many were answered. Throws if any failed. */
async function ask({ origin }: ObservedServer, paths: string[], token: string, duration: number): Promise<number> {
  let opened = 0;
  const result = await autocannon({
    url: origin,
    connections,
    duration,
    setupClient: (client) => {
      // Each connection begins at another path. Otherwise all of them would always request the same path.
      const first = Math.floor((opened++ * paths.length) / connections);
      client.setRequests([...paths.slice(first), ...paths.slice(0, first)].flatMap(requestsAt(token)));
    },
  });
  if (result.non2xx + result.errors > 0) throw new Error('The server failed under load.');
  return result.requests.total;
}

const requestsAt =
  (token: string) =>
  (path: string, index: number): autocannon.Request[] => {
    const reading = { path, headers: { 'accept-encoding': index % 4 === 0 ? 'gzip' : 'br' } };
    return index % readsPerPost === 0 ? [...publishAndDelete(token), reading] : [reading];
  };

function publishAndDelete(token: string): autocannon.Request[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Passing', imgUrl: '', content: 'Some words, and some more. '.repeat(40) });
  return [
    {
      method: 'POST',
      path: callPaths.posts,
      headers,
      body,
      onResponse: (_status, published, context) => Object.assign(context, { id: JSON.parse(published)._id }),
    },
    {
      method: 'DELETE',
      headers,
      setupRequest: (request, context) => ({ ...request, path: callPaths.post(String(Reflect.get(context, 'id'))) }),
    },
  ];
}
