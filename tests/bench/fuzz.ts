import fc from 'fast-check';
import { faultOfResponse, registerTarget, type Target, triesAt } from '../api/support/hostile.ts';
import { memoryOf, openDatabase } from './built-server.ts';
import { type Figure, median } from './figures.ts';
import { startObservedServer } from './observed-server.ts';

const tries = Number(process.env.FUZZ_TRIES ?? 100_000);
const atOnce = 40;
/** Number of tries that fill caches and compile code. The memory after them is compared with the memory at the end. */
const warmUp = tries / 2;

/** Sends the built server all requests that `hostile.ts` generates. Checks its responses, its log and its memory. */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startObservedServer({ dataDir: database.folder });
  const target = await registerTarget(server.origin);
  const complaints: string[] = [];
  const memory: number[] = [];
  const began = performance.now();
  let made = 0;
  let heldBefore: number | undefined;
  for (const batch of batches(target)) {
    const found = await Promise.all(batch.map((one) => faultOfResponse(target, one).catch(String)));
    complaints.push(...found.filter((complaint) => complaint !== undefined));
    made += batch.length;
    if (made < warmUp) continue;
    memory.push(memoryOf(server.pid));
    heldBefore ??= await server.held();
  }
  const healthy = (await fetch(`${server.origin}/healthz`)).ok;
  const seconds = (performance.now() - began) / 1000;
  for (const complaint of new Set(complaints)) console.log(complaint);
  const bad = badLines(server.lines, target);
  console.log(
    `${made} tries in ${seconds.toFixed(0)} s, ${server.lines.length} lines in the log, ${healthy ? 'well' : 'NOT WELL'} at the end`,
  );
  const counted = { bench: 'fuzz', unit: 'count', repeats: 1, floor: 1, bar: { atMost: 0 } } as const;
  const heldAfter = await server.held();
  const tenth = Math.floor(memory.length / 10);
  // May grow by 30 %: the tries request pages at ever new addresses, so the server's page cache grows up to its bound.
  const compared = { bench: 'fuzz', unit: 'MiB', against: 'after the warm-up', bar: { atMost: 1.3 } } as const;
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
      ...compared,
      what: 'memory at the end',
      measured: median(memory.slice(-tenth)),
      floor: median(memory.slice(0, tenth)),
      repeats: tenth,
    },
    {
      ...compared,
      what: 'heap and buffers at the end, once collected',
      measured: heldAfter,
      floor: heldBefore ?? Number.NaN,
      repeats: 1,
    },
  ];
}

function* batches(target: Target): Generator<ReturnType<typeof sample>> {
  for (let made = 0; made < tries; made += atOnce) yield sample(target, made);
}

const sample = (target: Target, seed: number) => fc.sample(triesAt(target), { numRuns: atOnce, seed });

/** Warnings that the log may hold beside the server's address and its requests. */
const warnings = [
  'too many attempts',
  'a (login|registration) was refused',
  'the forwarding headers of an unknown proxy are ignored: .*',
  'under this host, pages have no canonical address and there is no sitemap: .*',
].join('|');

function badLines(lines: string[], { token, cookie }: Target): number {
  const expected = new RegExp(
    String.raw`^(Storyline is open at|\{"level":30,.*"msg":"request"\}$|\{"level":40,.*"msg":"(${warnings})"\}$)`,
  );
  const isRight = (line: string) => expected.test(line) && /^[ -~]*$/.test(line);
  const bad = lines.filter((line) => !isRight(line) || line.includes(token) || line.includes(cookie));
  for (const line of bad.slice(0, 5)) console.log(line.slice(0, 300));
  return bad.length;
}
