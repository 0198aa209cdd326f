import { expect, it } from 'vitest';
import { createDocumentCache } from '../../src/server/http/document-cache.ts';
import { publicDocument } from '../../src/server/http/public-document.ts';
import { WorkQueue } from '../../src/server/process/work-queue.ts';
import { heldMemory } from './support/held-memory.ts';
import { sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';
import { openWithThread } from './support/thread-backend.ts';

const test = testPagesOn(sqlite);

const asked = 500;

const heldInBuffers = async () => (await heldMemory()).buffers;

/** Returns `ask`, which requests a document from a new cache, and `made`, the names of the documents made so far. */
function openCache() {
  const kept = createDocumentCache();
  const queue = new WorkQueue({ atOnce: 1, waiting: 10, waitTimeoutMs: 1_000 });
  const made: string[] = [];
  const ask = (network: string, name: string, length: number) =>
    kept(name, {
      queue,
      network,
      make: async () => {
        made.push(name);
        return publicDocument('text/html', `${name} ${'x'.repeat(length)}`);
      },
    });
  return { made, ask };
}

it('the document cache stays below 64 MiB after pages for 1,000 hosts', async () => {
  const { ask } = openCache();
  const before = await heldInBuffers();
  const askOf = (host: number) => ask('', `page https://n${host}.example /login`, 100_000);
  // Together the pages have 100 MB, more than the cache may hold.
  for (let host = 0; host < 1_000; host++) await askOf(host);
  expect((await heldInBuffers()) - before).toBeLessThan(64 * 1024 * 1024);
  await askOf(0);
});

it("a network that floods the document cache evicts no other network's documents", async () => {
  const { made, ask } = openCache();
  const own = Array.from({ length: 60 }, (_, number) => `own ${number}`);
  for (const name of own) await ask('honest', name, 10_000);
  const sizes = [1_000_000, 250_000, 20_000];
  for (const length of sizes) {
    for (let number = 0; number < 100_000_000 / length; number++) await ask('flooding', `${length} ${number}`, length);
  }
  made.length = 0;
  for (const name of own) await ask('honest', name, 10_000);
  expect(made).toEqual([]);
});

test('cached small pages use less than 1.5 times their own size in memory', {
  extras: { trustProxy: { has: () => true } },
}, async ({ pages }) => {
  let bytes = 0;
  const ask = async (name: string, encoding: string) => {
    const answer = await pages.get(`http://${name}.example/login`, { 'Accept-Encoding': encoding });
    expect(answer.status).toBe(200);
    bytes += (await answer.arrayBuffer()).byteLength;
  };
  await ask('first', 'br');
  const before = await heldInBuffers();
  bytes = 0;
  for (let name = 0; name < asked; name++)
    for (const encoding of ['identity', 'br', 'gzip']) await ask(`n${name}`, encoding);
  expect((await heldInBuffers()) - before).toBeLessThan(bytes * 1.5);
});

/** A render thread that returns 100 kB, different for each request. */
const countingThread = `
  import { parentPort } from 'node:worker_threads';
  let made = 0;
  parentPort.on('message', () => {
    const html = new TextEncoder().encode(String(made++).padEnd(100_000));
    parentPort.postMessage({ kind: 'made', made: html });
  });
`;

it("behind a proxy, a client's made-up Host headers evict no other network's pages", async () => {
  const trustProxy = { has: (address: string) => address === '127.0.0.1' };
  await using opened = await openWithThread(sqlite, countingThread, (renderThread) => ({ renderThread, trustProxy }));
  const get = async (host: string, address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await opened.backend.request(`http://${host}/login`, { headers }, '127.0.0.1')).text();
  };
  const cached = await get('blog.example', '198.51.100.7');
  for (let host = 0; host < 400; host++) await get(`n${host}.example`, '192.0.2.1');
  expect(await get('blog.example', '198.51.100.7')).toBe(cached);
});
