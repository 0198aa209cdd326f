import fc from 'fast-check';
import { callPaths } from '../../src/contract/paths.ts';
import { registerAttackers } from '../api/support/attacks.ts';
import { complaintAbout, type Target, triesAt } from '../api/support/hostile.ts';
import { memoryOf, openDatabase } from './built-server.ts';
import { type Figure, median } from './figures.ts';
import { startObservedServer } from './observed-server.ts';
import { attackAll } from './under-attack.ts';

const tries = Number(process.env.FUZZ_TRIES ?? 100_000);
const atOnce = 40;
/** Until caches are full and code is compiled: memory is compared with what it is then. */
const warmUp = tries / 5;

/** In MiB, that may stay after attacks: of all memory, and what documents may be kept (document-cache.ts). */
const most = { memory: 300, kept: 64 + 24 };

/**
 * The server as built and run, under everything that tests/api/support/hostile.ts and tests/api/support/attacks.ts think of: what it
 * answers, logs and holds.
 */
export async function measure(): Promise<Figure[]> {
  await using database = await openDatabase('samples');
  await using server = await startObservedServer({ dataDir: database.folder });
  await using idleDatabase = await openDatabase('samples');
  // Before the tries, which leave no attempts to anybody.
  const attackers = await registerAttackers(server.origin);
  const target = await register(server.origin);
  const complaints: string[] = [];
  const memory: number[] = [];
  const attacked: Figure[] = [];
  const began = performance.now();
  let made = 0;
  let heldBefore: number | undefined;
  let heldAfterAttacks: number | undefined;
  for (const batch of batches(target)) {
    const found = await Promise.all(batch.map((one) => complaintAbout(target, one).catch(String)));
    complaints.push(...found.filter((complaint) => complaint !== undefined));
    made += batch.length;
    memory.push(memoryOf(server.pid));
    heldBefore ??= made >= warmUp ? await server.held() : undefined;
    if (attacked.length === 0 && made >= tries / 2) {
      attacked.push(...(await attackAll('fuzz', server, attackers, idleDatabase.folder)));
      heldAfterAttacks = await server.held();
    }
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
  const afterAttacks = memory.slice(6 * tenth, 7 * tenth);
  const beforeAttacks = memory.slice(2 * tenth, 3 * tenth);
  const compared = { bench: 'fuzz', unit: 'MiB', against: 'after the attacks', bar: { atMost: 1.3 } } as const;
  return [
    ...attacked,
    { bench: 'fuzz', what: 'tries', unit: 'count', measured: made, repeats: 1 },
    {
      ...counted,
      what: 'answers that broke a promise',
      measured: complaints.length + (healthy ? 0 : 1),
      against: 'one',
    },
    { ...counted, what: 'lines of the log that are no line of JSON, or tell a secret', measured: bad, against: 'one' },
    {
      bench: 'fuzz',
      what: 'memory that stays after the attacks',
      unit: 'MiB',
      measured: median(afterAttacks) - median(beforeAttacks),
      bar: { atMost: most.memory },
      repeats: tenth,
    },
    {
      bench: 'fuzz',
      what: 'heap and buffers that stay after the attacks, once collected',
      unit: 'MiB',
      measured: (heldAfterAttacks ?? Number.NaN) - (heldBefore ?? Number.NaN),
      bar: { atMost: most.kept },
      repeats: 1,
    },
    {
      ...compared,
      what: 'memory at the end',
      measured: median(memory.slice(-tenth)),
      floor: median(afterAttacks),
      repeats: tenth,
    },
    // Pages are asked for under ever new names here: what is kept of them grows, up to its bound.
    {
      ...compared,
      what: 'heap and buffers at the end, once collected',
      measured: heldAfter,
      floor: heldAfterAttacks ?? Number.NaN,
      repeats: 1,
    },
  ];
}

function* batches(target: Target): Generator<ReturnType<typeof sample>> {
  for (let made = 0; made < tries; made += atOnce) yield sample(target, made);
}

const sample = (target: Target, seed: number) => fc.sample(triesAt(target), { numRuns: atOnce, seed });

async function register(origin: string): Promise<Target> {
  const post = async (path: string, body: unknown, headers = {}) => {
    const json = { 'Content-Type': 'application/json', ...headers };
    return await fetch(origin + path, { method: 'POST', body: JSON.stringify(body), headers: json });
  };
  const registered = await post(callPaths.register, {
    name: 'Ada',
    email: 'hunted@example.com',
    password: 'correct horse',
  });
  const { token, userId } = await registered.json();
  const post1 = await post(
    callPaths.posts,
    { title: 'One', imgUrl: '', content: '' },
    { Authorization: `Bearer ${token}` },
  );
  const { _id } = await post1.json();
  return { origin, token, userId, postId: _id, cookie: registered.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
}

/** What the server may say besides where it is and what it was asked. */
const warnings = [
  'too many attempts',
  'a (login|registration) was refused',
  'what a proxy says of its clients is not believed: .*',
  'pages name no address of their own under this host, .*',
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
