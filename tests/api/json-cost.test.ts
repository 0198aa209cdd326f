import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { newPostSchema } from '../../src/contract/posts.ts';
import { longestPostBody, parseJson } from '../../src/server/http/json-body.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { sqlite } from './support/stores.ts';

const size = longestPostBody - 1_000;

/** Bodies of 6 MB in which much is nested or named; JSON.parse took up to 2 s for each. */
const costly = {
  'open brackets': '['.repeat(size),
  'nested lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested objects': `${'{"a":'.repeat(size / 6)}0${'}'.repeat(size / 6)}`,
  'one long number': '1'.repeat(size),
  'one long fraction': `0.${'1'.repeat(size)}e-9`,
  'nothing but space': ' '.repeat(size),
  'empty objects': `[${'{},'.repeat(size / 3)}0]`,
  'many fields': `{${Array.from({ length: size / 12 }, (_, number) => `"k${number}":0`).join()}}`,
};

/** Microseconds of this thread's CPU, the best of three: what else the machine does counts for nothing. */
function timeToParse(text: string): number {
  const body = Buffer.from(text);
  const tries = Array.from({ length: 3 }, () => {
    const began = process.threadCpuUsage();
    try {
      parseJson(body, newPostSchema);
    } catch {
      // Refused.
    }
    return process.threadCpuUsage(began).user;
  });
  return Math.min(...tries);
}

test('no body takes much longer to parse than the longest post', () => {
  const longest = timeToParse(`{"title":"","imgUrl":"","content":"${'\\u6f22'.repeat(limits.content)}"}`);
  const times = Object.entries(costly).map(([name, text]) => [name, timeToParse(text) / longest] as const);
  expect(times.filter(([, ratio]) => ratio > 5)).toEqual([]);
});

test('a post with a few more fields is taken, and its text may have any number of brackets and commas', async () => {
  await using backend = await TestBackend.open(sqlite);
  const author = await backend.register();
  const content = '[{,:}]\\"\n'.repeat(1_000);
  const more = { tags: ['a', 'b'], deep: { deeper: [{ still: 1 }] } };
  expect((await backend.publish(author, { content, ...more })).status).toBe(201);
  expect((await backend.list())[0]?.content).toBe(content);
});

test('a body with ten thousand values is refused', async () => {
  await using backend = await TestBackend.open(sqlite);
  const author = await backend.register();
  const more = { more: Array.from({ length: 10_000 }, (_, number) => number) };
  await expectRefusal(await backend.publish(author, { content: '', ...more }), 422, 'invalid_field');
});
