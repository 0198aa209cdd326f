import { expect, test } from 'vitest';
import { coalescePerTurn } from '../../src/server/process/coalesce-per-turn.ts';

test('concurrent calls for one key share one query, made after the last of them', async () => {
  let asked = 0;
  let state = 'old';
  const ask = coalescePerTurn(async (key) => {
    asked++;
    return `${state} ${key}`;
  });
  const first = ask('a');
  state = 'new';
  expect(await Promise.all([first, ask('a'), ask('b')])).toEqual(['new a', 'new a', 'new b']);
  expect(asked).toBe(2);
});

test('a call never gets the result of a query made before it', async () => {
  let state = 'old';
  const answered = Promise.withResolvers<void>();
  const ask = coalescePerTurn(async () => {
    const seen = state;
    await answered.promise;
    return seen;
  });
  const early = ask('a');
  await new Promise(setImmediate);
  state = 'new';
  const late = ask('a');
  answered.resolve();
  expect([await early, await late]).toEqual(['old', 'new']);
});

test('a failed query is made again by the next call', async () => {
  let asked = 0;
  const ask = coalescePerTurn(async () => {
    if (asked++ === 0) throw new Error('no answer');
    return 'an answer';
  });
  await expect(ask('a')).rejects.toThrow('no answer');
  expect(await ask('a')).toBe('an answer');
});
