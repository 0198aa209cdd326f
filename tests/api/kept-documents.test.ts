import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openPages } from './pages-backend.ts';
import { sqlite } from './stores.ts';

const asked = 500;

/** Bytes of buffers that somebody still needs. */
async function heldInBuffers(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  return process.memoryUsage().arrayBuffers;
}

test('what is kept of many small pages, compressed too, is their bytes and not what they were made in', async () => {
  await using pages = await openPages(sqlite);
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
}, 60_000);
