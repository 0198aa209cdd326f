import { expect, it, vi } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { newPostSchema } from '../../src/contract/posts.ts';
import { longestPostBody, parseJson } from '../../src/server/http/json-body.ts';
import { sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

const size = longestPostBody - 1_000;

/** Bodies with much nesting, many names or long lists. JSON.parse took up to 2 s for one of 6 MB. */
const costly = {
  'open brackets': '['.repeat(size),
  'nested lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested objects': `${'{"a":'.repeat(size / 6)}0${'}'.repeat(size / 6)}`,
  'one long number': '1'.repeat(size),
  'one long fraction': `0.${'1'.repeat(size)}e-9`,
  'nothing but space': ' '.repeat(size),
  'empty objects': `[${'{},'.repeat(size / 3)}0]`,
  'many values': `{"more":[${Array.from({ length: 10_000 }, (_, number) => number).join()}]}`,
  'many fields': `{${Array.from({ length: size / 12 }, (_, number) => `"k${number}":0`).join()}}`,
};

it('JSON that costs more to parse than the longest post is refused unparsed', () => {
  using parse = vi.spyOn(JSON, 'parse');
  const refusalOf = (text: string) => {
    try {
      parseJson(Buffer.from(text), newPostSchema);
    } catch (error) {
      return error;
    }
  };
  expect(refusalOf(`{"title":"","imgUrl":"","content":"${'\\u6f22'.repeat(limits.content)}"}`)).toBeUndefined();
  expect(parse).toHaveBeenCalledTimes(1);
  for (const [name, text] of Object.entries(costly))
    expect([name, refusalOf(text)]).toEqual([name, expect.objectContaining({ code: 'invalid_field' })]);
  expect(parse).toHaveBeenCalledTimes(1);
});

test('a post may have a few more fields, and any number of brackets in its text', async ({ backend, author }) => {
  const content = '[{,:}]\\"\n'.repeat(1_000);
  const more = { tags: ['a', 'b'], deep: { deeper: [{ still: 1 }] } };
  expect((await backend.publish(author, { content, ...more })).status).toBe(201);
  expect((await backend.list())[0]?.content).toBe(content);
});
