import autocannon from 'autocannon';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { memoryOf, openDatabase, startBuiltServer } from './built-server.ts';
import { type Figure, median } from './figures.ts';

const connections = 20;
/** In seconds: until caches are full and code is compiled, and then as many requests as a busy hour has. */
const [warmUp, load] = [20, 60];
/** In milliseconds. */
const sampling = 500;
const posts = 10_000;

/** Whether the server holds more the longer it is asked: every list page, post and page there is, again and again. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase(posts);
  await using server = await startBuiltServer({ dataDir: database.folder });
  const requests = await requestsOf(server.origin);
  await ask(server.origin, requests, warmUp);
  const found: number[] = [];
  const timer = setInterval(() => found.push(memoryOf(server.pid)), sampling);
  const { total } = await ask(server.origin, requests, load);
  clearInterval(timer);
  const third = Math.floor(found.length / 3);
  return [
    { bench: 'memory', what: 'requests answered', unit: 'count', measured: total, repeats: 1 },
    {
      bench: 'memory',
      what: 'memory in the last third of the load',
      unit: 'MiB',
      measured: median(found.slice(-third)),
      floor: median(found.slice(0, third)),
      against: 'the first third',
      bar: { atMost: 1.1 },
      repeats: third,
    },
  ];
}

/** So many different documents that no cache has them all. */
async function requestsOf(origin: string): Promise<autocannon.Request[]> {
  const paths: string[] = [pagePaths.home, '/feed.xml'];
  let next: string | undefined = callPaths.posts;
  while (next !== undefined && paths.length < 5_000) {
    const answer: Response = await fetch(new URL(next, origin));
    const listed: { _id: string }[] = await answer.json();
    paths.push(next, ...listed.flatMap(({ _id }) => [callPaths.post(_id), pagePaths.blog(_id)]));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  return paths.map((path) => ({ path }));
}

async function ask(url: string, requests: autocannon.Request[], duration: number): Promise<{ total: number }> {
  const result = await autocannon({ url, connections, duration, requests, headers: { 'accept-encoding': 'br' } });
  if (result.non2xx + result.errors > 0) throw new Error('The server failed under load.');
  return { total: result.requests.total };
}
