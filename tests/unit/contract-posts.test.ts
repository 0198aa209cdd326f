// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { newPostSchema, postListSchema, postSchema } from '../../src/contract/posts.ts';

const whole = {
  _id: 'a1',
  title: 'A title',
  summary: 'In short',
  imgUrl: 'https://images.example/a.png',
  content: 'All of it',
  createdAt: '2026-11-01T10:00:00.000Z',
  author: { email: 'ada@example.org' },
};

test('the post schema drops unknown members of a post, and leaves the rest unchanged', () => {
  expect(v.parse(postSchema, { ...whole, __v: 0, author: { email: 'ada@example.org', password: 'x' } })).toEqual(whole);
});

test('the post schema requires only an id', () => {
  expect(v.parse(postSchema, { _id: 'a1' })).toMatchObject({ _id: 'a1', title: '', imgUrl: '', content: '' });
});

const withoutId = [undefined, null, '', {}, [], true].map((_id) => ({ ...whole, _id }));

test.each([...withoutId, null, 'text', 12, undefined])('the post schema refuses %j', (answer) => {
  expect(v.safeParse(postSchema, answer).success).toBe(false);
});

test.each(['title', 'imgUrl', 'content'])("a post's %s becomes an empty string if it is not a string", (member) => {
  for (const odd of [null, 3, {}, []]) {
    expect(v.parse(postSchema, { ...whole, [member]: odd })).toEqual({ ...whole, [member]: '' });
  }
});

test.each(['summary', 'createdAt', 'author'])("a post's %s is left out if it has the wrong type", (member) => {
  for (const odd of [null, true]) {
    expect(v.parse(postSchema, { ...whole, [member]: odd })).toEqual({ ...whole, [member]: undefined });
  }
});

test("an author's missing or invalid email becomes an empty string", () => {
  expect(v.parse(postSchema, { ...whole, author: {} }).author).toEqual({ email: '' });
  expect(v.parse(postSchema, { ...whole, author: { email: 5 } }).author).toEqual({ email: '' });
});

test('the post schema accepts a createdAt in milliseconds', () => {
  expect(v.parse(postSchema, { ...whole, createdAt: 0 }).createdAt).toBe(0);
});

test('the list schema keeps the order of entries, and drops invalid entries', () => {
  const entries = [null, whole, 'x', { title: 'no id' }, 3, [], { _id: 9 }, { _id: 'a' }];
  expect(v.parse(postListSchema, entries).map(({ _id }) => _id)).toEqual(['a1', '9', 'a']);
});

test.each([{ posts: [] }, 'text', null, undefined, 3, { length: 0 }])('the list schema refuses %j', (answer) => {
  expect(v.safeParse(postListSchema, answer).success).toBe(false);
});

test('the schema of a new post accepts empty members, and does not trim whitespace', () => {
  const post = { title: '  ', imgUrl: '', content: '\n text \r\n\t' };
  expect(v.parse(newPostSchema, post)).toEqual(post);
});

test.each([
  ['title', limits.title],
  ['imgUrl', limits.imgUrl],
  ['content', limits.content],
])('the %s of a new post has at most %d characters', (member, most) => {
  const post = { title: '', imgUrl: '', content: '' };
  expect(v.safeParse(newPostSchema, { ...post, [member]: 'x'.repeat(most) }).success).toBe(true);
  expect(v.safeParse(newPostSchema, { ...post, [member]: 'x'.repeat(most + 1) }).success).toBe(false);
});

test.each(['title', 'imgUrl', 'content'])("a new post's %s cannot contain NUL or half a surrogate pair", (member) => {
  const post = { title: '', imgUrl: '', content: '' };
  for (const text of ['a\0b', '\ud83d', 'x\udc00y']) {
    expect(v.safeParse(newPostSchema, { ...post, [member]: text }).success).toBe(false);
  }
  expect(v.safeParse(newPostSchema, { ...post, [member]: 'whole 😀' }).success).toBe(true);
});

test('the schema refuses a new post whose imgUrl is missing or null', () => {
  expect(v.safeParse(newPostSchema, { title: '', content: '' }).success).toBe(false);
  expect(v.safeParse(newPostSchema, { title: '', imgUrl: null, content: '' }).success).toBe(false);
});
