import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { NamedPost } from '../../src/server/posts/query-posts.ts';
import { library, missed, notWords, queries } from '../search-queries.ts';
import { read } from './support/backend.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

test('a hundred queries find exactly what is expected, except for known misses', async ({ backend, author }) => {
  for (const [title, content] of Object.entries(library)) {
    expect((await backend.publish(author, { title, content })).status).toBe(201);
  }
  const found = async (query: string) => {
    const answer = await backend.request(`${callPaths.posts}?${new URLSearchParams({ q: query })}`);
    return (await read<NamedPost[]>(answer)).map(({ title }) => title);
  };
  const lost: string[] = [];
  for (const [query, ...expected] of queries) {
    if ((await found(query)).toSorted().join() !== expected.toSorted().join()) lost.push(query);
  }
  expect(lost).toEqual(missed.server);
  for (const query of notWords) expect(await found(query)).toEqual([]);
});
