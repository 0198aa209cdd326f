import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { NamedPost } from '../../src/server/posts/query-posts.ts';
import { expectRefusal, pagesFrom, read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

test('a topic lists posts with its hashtag in any letter case, but not in code', async ({ backend, author }) => {
  const publish = (title: string, content: string) => backend.publish(author, { title, content });
  await publish('one', 'About #Rust and #größe.');
  await publish('two', '#rust, again');
  await publish('three', '`#rust` [#rust](#rust)\n\n```\n#rust\n```');
  const titles = async (topic: string) =>
    (await backend.list(callPaths.found('topic', topic))).map(({ title }) => title);
  for (const topic of ['rust', 'RUST']) expect(await titles(topic)).toEqual(['two', 'one']);
  expect([await titles('GRÖSSE'), await titles('größe')]).toEqual([[], ['one']]);
  for (const none of ['', '12', 'a b', '#a', "'"])
    await expectRefusal(await backend.request(callPaths.found('topic', none)), 422, 'invalid_field', 'topic');
});

test("an edit changes a post's topics at once, and a delete removes them", async ({ backend, author }) => {
  const post = await read(await backend.publish(author, { content: '#first #both' }));
  await backend.edit(author, post, { content: '#second #both' });
  const count = async (topic: string) => (await backend.list(callPaths.found('topic', topic))).length;
  expect([await count('first'), await count('second'), await count('both')]).toEqual([0, 1, 1]);
  await backend.remove(author, post._id);
  expect(await count('both')).toBe(0);
});

test('lists by topic, author and search come in pages, and show no email addresses', async ({ backend }) => {
  const [ada, bob] = [await backend.register('ada@hidden.example'), await backend.register('bob@hidden.example')];
  const posts: string[] = [];
  for (let number = 0; number < 21; number++) {
    posts.unshift((await read(await backend.publish(ada, { content: `${number} #paged` })))._id);
    await backend.publish(bob);
  }
  const paths = [
    callPaths.found('topic', 'paged'),
    callPaths.found('author', ada.userId),
    callPaths.found('q', 'paged'),
  ];
  for (const path of paths) {
    const found: string[] = [];
    for await (const answer of pagesFrom(backend, path)) {
      const body = await answer.text();
      expect(body).not.toContain('hidden.example');
      const page: NamedPost[] = JSON.parse(body);
      expect(page.every(({ author }) => author.name === 'Ada' && author.id === ada.userId)).toBe(true);
      found.push(...page.map(({ _id }) => _id));
    }
    expect(found).toEqual(posts);
  }
});

test('the list of an author without posts is empty; an unknown author gets 404', async ({ backend, author }) => {
  expect(await backend.list(callPaths.found('author', author.userId))).toEqual([]);
  for (const none of ['0197a000-0000-7000-8000-000000000000', 'nobody', ''])
    await expectRefusal(await backend.request(callPaths.found('author', none)), 404, 'user_not_found');
});
