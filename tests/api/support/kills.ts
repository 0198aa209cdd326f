import { publishUnderKey, registerWriter, startLoad } from './load.ts';

/** In milliseconds, at random up to so long after its first answer a server is killed. */
const longestLife = 300;

export type Killable = AsyncDisposable & { origin: string; pid: number };

type Kills = {
  kills: number;
  presses: number;
  acknowledged: number;
  /** Presses whose answer never came. */
  unanswered: number;
  /** Acknowledged and not there. */
  lost: number;
  /** There more than once, before or after those without an answer were sent again. */
  duplicated: number;
};

/**
 * Kills a server under write load, starts it again on the same database, and looks; then sends again what had no
 * answer, as its author's outbox would.
 * @param storedTitles of every post and earlier version in the database, past the server
 */
export async function killUnderLoad(
  times: number,
  serve: () => Promise<Killable>,
  storedTitles: () => Promise<string[]>,
): Promise<Kills> {
  const found = { presses: 0, acknowledged: 0, unanswered: 0, lost: 0, duplicated: 0 };
  let server = await serve();
  try {
    const writer = await registerWriter(server.origin);
    for (let kills = 0; kills < times; kills++) {
      const load = startLoad({ origin: server.origin, writer, clients: 8, edits: 2 });
      while (load.tally.acknowledged.length === 0) await pause(5);
      await pause(Math.random() * longestLife);
      process.kill(server.pid, 'SIGKILL');
      const { acknowledged, unacknowledged, answers } = await load.ended;
      if ([...answers.keys()].some((status) => status >= 300)) throw new Error(`refused: ${[...answers.keys()]}`);
      server = await serve();

      const before = countEach(await storedTitles());
      for (const press of unacknowledged) {
        const { status, body } = await publishUnderKey(server.origin, writer, press);
        if (status >= 300) throw new Error(`${status}: ${body}`);
      }
      const after = countEach(await storedTitles());
      const presses = [...acknowledged, ...unacknowledged];
      found.presses += presses.length;
      found.acknowledged += acknowledged.length;
      found.unanswered += unacknowledged.length;
      found.lost += acknowledged.filter(({ title }) => !before.has(title)).length;
      found.lost += presses.filter(({ title }) => !after.has(title)).length;
      found.duplicated += presses.filter(({ title }) => (before.get(title) ?? 0) > 1).length;
      found.duplicated += presses.filter(({ title }) => (after.get(title) ?? 0) > 1).length;
    }
  } finally {
    await server[Symbol.asyncDispose]();
  }
  return { kills: times, ...found };
}

function countEach(titles: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
