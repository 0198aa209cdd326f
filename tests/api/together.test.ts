import { expect, test } from 'vitest';
import { together } from '../../src/server/http/together.ts';

test('those who ask for the same at once are answered by one question, put after the last of them came', async () => {
  let asked = 0;
  let state = 'old';
  const ask = together(async (key) => {
    asked++;
    return `${state} ${key}`;
  });
  const first = ask('a');
  state = 'new';
  expect(await Promise.all([first, ask('a'), ask('b')])).toEqual(['new a', 'new a', 'new b']);
  expect(asked).toBe(2);
});

test('nobody is answered by a question put before they came', async () => {
  let state = 'old';
  const answered = Promise.withResolvers<void>();
  const ask = together(async () => {
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

test('a question that failed is put again', async () => {
  let asked = 0;
  const ask = together(async () => {
    if (asked++ === 0) throw new Error('no answer');
    return 'an answer';
  });
  await expect(ask('a')).rejects.toThrow('no answer');
  expect(await ask('a')).toBe('an answer');
});
