import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { callPaths } from '../../src/contract/paths.ts';
import { makeImage, uploadTo } from '../api/support/images.ts';
import { registerWriter } from '../api/support/load.ts';
import { memoryOf, openDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure, median, medianOf } from './figures.ts';

const images = 1_000;
/** How many of them a phone shows at once, or nearly. */
const shown = 20;
const repeats = 5;
/** As Chromium asks for an image. */
const accept = { Accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };

/** What 1,000 uploaded images cost: who uploads, who reads, the database, and everybody else meanwhile. */
export async function measure(): Promise<Figure[]> {
  await using plain = await openDatabase(images);
  await using without = await startBuiltServer({ dataDir: plain.folder });
  await using database = await openDatabase(0);
  await using server = await startBuiltServer({ dataDir: database.folder });
  await using health = watchHealth(server.origin);
  const writer = await registerWriter(server.origin, 'ada');
  const uploads: number[] = [];
  const names: string[] = [];
  const originals: number[] = [];
  for (let seed = 1; seed <= images; seed++) {
    const image = await makeImage({ width: 1_600, height: 1_200, seed });
    const began = performance.now();
    const { status } = await uploadTo(server.origin, writer, image);
    if (status !== 201) throw new Error(`An upload was answered ${status}.`);
    uploads.push(performance.now() - began);
    names.push(image.name);
    originals.push(image.bytes.length);
    await publish(server.origin, writer.token, callPaths.image(image.name));
  }
  const uploaded = await sizeOf(database.folder);
  const [first, again, bytes]: [number[], number[], number[]] = [[], [], []];
  for (const name of names) {
    for (const times of [first, again]) {
      const began = performance.now();
      const answer = await fetch(`${server.origin}${callPaths.image(name)}?width=240`, { headers: accept });
      const { byteLength } = await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (times === first) bytes.push(byteLength);
    }
  }
  const [lists, floors]: [number[], number[]] = [[], []];
  for (let run = 0; run < repeats; run++) {
    lists.push(await rateOf(server.origin));
    floors.push(await rateOf(without.origin));
  }
  const page = (sizes: number[]) => sizes.slice(0, shown).reduce((sum, size) => sum + size, 0);
  const fixed = { bench: 'images', repeats: 1 } as const;
  const sum = originals.reduce((all, size) => all + size, 0) / 1024 / 1024;
  return [
    { ...fixed, what: 'uploading one of 1,600 by 1,200', unit: 'ms', ...medianOf(uploads) },
    { ...fixed, what: 'a form of 240 px, first asked for', unit: 'ms', ...medianOf(first) },
    { ...fixed, what: 'the same, asked for again', unit: 'ms', ...medianOf(again) },
    {
      ...fixed,
      what: 'a card, as a form of 240 px',
      unit: 'bytes',
      ...medianOf(bytes),
      floor: median(originals),
      against: 'the image',
    },
    {
      ...fixed,
      what: `${shown} cards`,
      unit: 'bytes',
      measured: page(bytes),
      floor: page(originals),
      against: 'the images',
    },
    {
      ...fixed,
      what: `GET ${callPaths.posts} with uploaded images`,
      unit: 'requests/s',
      ...besides(lists, floors),
      against: 'without',
      bar: { atLeast: 0.9 },
    },
    {
      ...fixed,
      what: `database of ${images} images`,
      unit: 'MiB',
      measured: uploaded,
      floor: sum,
      against: 'their bytes',
      bar: { atMost: 1.1 },
    },
    {
      ...fixed,
      what: 'the same with their forms of 240 px',
      unit: 'MiB',
      measured: await sizeOf(database.folder),
      floor: uploaded,
      against: 'without',
    },
    {
      ...fixed,
      what: 'memory of the server',
      unit: 'MiB',
      measured: memoryOf(server.pid),
      floor: memoryOf(without.pid),
      against: 'one without images',
    },
    { ...fixed, what: 'slowest /healthz meanwhile', unit: 'ms', measured: health.slowest(), bar: { atMost: 1_000 } },
  ];
}

async function publish(origin: string, token: string, imgUrl: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ title: 'Illustrated', imgUrl, content: 'Some words, and then some more. '.repeat(40) });
  const { status } = await fetch(origin + callPaths.posts, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`A post was answered ${status}.`);
}

/** Requests a second for the list. */
async function rateOf(origin: string): Promise<number> {
  const { requests } = await autocannon({ url: origin + callPaths.posts, connections: 20, duration: 1 });
  return requests.average;
}

/** In MiB, with the log beside it. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    ['storyline.db', 'storyline.db-wal'].map((name) => stat(join(folder, name)).then(({ size }) => size)),
  );
  return sizes.reduce((all, size) => all + size, 0) / 1024 / 1024;
}

/** Asks all the time whether the database answers. */
function watchHealth(origin: string) {
  const times: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${origin}/healthz`)).arrayBuffer();
      times.push(performance.now() - began);
      await wait(20);
    }
  })();
  return {
    slowest: () => Math.max(...times),
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watching;
    },
  };
}
