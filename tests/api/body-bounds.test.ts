import { expect, it, vi } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { newPostSchema } from '../../src/contract/posts.ts';
import { longestPostBody, parseJson } from '../../src/server/http/json-body.ts';
import { expectRefusal, read } from './support/backend.ts';
import { heldMemory } from './support/held-memory.ts';
import { sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

test('the longest post is accepted if JSON escapes every character', { on: stores }, async ({ backend, author }) => {
  const escaped = (length: number) => '\\u6f22'.repeat(length);
  const [title, imgUrl, content] = [escaped(limits.title), escaped(limits.imgUrl), escaped(limits.content)];
  const body = `{"title":"${title}","imgUrl":"${imgUrl}","content":"${content}"}`;
  const response = await backend.send('POST', callPaths.posts, body, author.bearer);
  expect(response.status).toBe(201);
  expect(await read(response)).toMatchObject(JSON.parse(body));
});

test('a post whose body is longer than that of the longest valid post gets 413', async ({ backend, author }) => {
  const body = `{"title":"","imgUrl":"","content":""${' '.repeat(longestPostBody)}}`;
  await expectRefusal(await backend.send('POST', callPaths.posts, body, author.bearer), 413, 'body_too_large');
});

test('a body sent byte by byte uses less than 20 times its size in memory', async ({ backend, author }) => {
  const size = 1_000_000;
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<number>();
  let sent = 0;
  const { all: before } = await heldMemory();
  const answer = backend.stream(
    'POST',
    callPaths.posts,
    (controller) => {
      if (sent++ < size) return controller.enqueue(new Uint8Array([0x20]));
      return heldMemory().then(({ all }) => {
        arrive(all - before);
        controller.close();
      });
    },
    author.bearer,
  );
  expect(await arrived).toBeLessThan(20 * size);
  await expectRefusal(await answer, 422, 'invalid_field');
});

test('a post with an invalid token gets 401 before the server reads its body', async ({ backend }) => {
  let pulled = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    pulled++;
    controller.enqueue(new Uint8Array(1_024));
  };
  const answer = await backend.stream('POST', callPaths.posts, pull, { Authorization: 'Bearer nobody' });
  await expectRefusal(answer, 401, 'not_authenticated');
  expect(pulled).toBe(0);
});

const costlySize = longestPostBody - 1_000;

/** Bodies with much nesting, many names or long lists. JSON.parse took up to 2 s for one of 6 MB. */
const costly = {
  'open brackets': '['.repeat(costlySize),
  'nested lists': '['.repeat(costlySize / 2) + ']'.repeat(costlySize / 2),
  'nested objects': `${'{"a":'.repeat(costlySize / 6)}0${'}'.repeat(costlySize / 6)}`,
  'one long number': '1'.repeat(costlySize),
  'one long fraction': `0.${'1'.repeat(costlySize)}e-9`,
  'nothing but space': ' '.repeat(costlySize),
  'empty objects': `[${'{},'.repeat(costlySize / 3)}0]`,
  'many values': `{"more":[${Array.from({ length: 10_000 }, (_, number) => number).join()}]}`,
  'many fields': `{${Array.from({ length: costlySize / 12 }, (_, number) => `"k${number}":0`).join()}}`,
};

it('parseJson refuses JSON that is costly to parse without calling JSON.parse', () => {
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

test('a post with a few unknown fields and a content full of brackets is published', async ({ backend, author }) => {
  const content = '[{,:}]\\"\n'.repeat(1_000);
  const more = { tags: ['a', 'b'], deep: { deeper: [{ still: 1 }] } };
  expect((await backend.publish(author, { content, ...more })).status).toBe(201);
  expect((await backend.list())[0]?.content).toBe(content);
});
