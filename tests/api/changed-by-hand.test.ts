import { sql } from 'kysely';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { Author, TestBackend } from './support/backend.ts';
import type { Pages } from './support/pages-backend.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

const secret = 'a word that has to go';

/** Requests each path. Returns whether the response contains the secret word or, for a sitemap, the post's id. */
async function containsSecret({ get }: Pages, { userId }: Author, id: string): Promise<Record<string, boolean>> {
  const lists = [callPaths.posts, callPaths.userPosts(userId), '/home', '/feed.xml'];
  const paths = [...lists, callPaths.post(id), `/blog/${id}`, `/sitemap-${id}.xml`];
  const read = async (path: string) =>
    (await (await get(path)).text()).includes(path.includes('sitemap') ? id : secret);
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await read(path)])));
}

/** Deletes all users by SQL. On SQLite, first turns foreign keys off, as they are by default in SQLite's shell. */
async function deleteUsersByHand({ db }: TestBackend, store: string): Promise<void> {
  if (store === sqlite.name) await sql`pragma foreign_keys = off`.execute(db);
  await sql`delete from users`.execute(db);
}

test('an edit by SQL shows at once in every list, page and feed', async ({ pages, backend, author }) => {
  const [post] = await backend.publishMany(author, 1);
  const id = post?._id ?? '';
  await backend.db.updateTable('posts').set({ content: secret, summary: secret }).execute();
  // Asks three times, so that each of three servers answers.
  for (let server = 0; server < 3; server++) {
    expect(Object.values(await containsSecret(pages, author, id))).toEqual(Array(7).fill(true));
  }
  await backend.db.updateTable('posts').set({ content: '', summary: '' }).execute();
  for (let server = 0; server < 3; server++) {
    const { [`/sitemap-${id}.xml`]: _, ...read } = await containsSecret(pages, author, id);
    expect(Object.entries(read).filter(([, isRead]) => isRead)).toEqual([]);
  }
});

test('an author deleted by SQL disappears from every list and page', async ({ store, pages, backend, author }) => {
  const [post] = await backend.publishMany(author, 1);
  const id = post?._id ?? '';
  await backend.db.updateTable('posts').set({ content: secret, summary: secret }).execute();
  await containsSecret(pages, author, id);
  await deleteUsersByHand(backend, store.name);
  for (let server = 0; server < 3; server++) {
    const read = await containsSecret(pages, author, id);
    expect(Object.entries(read).filter(([, isRead]) => isRead)).toEqual([]);
    expect(await backend.list()).toEqual([]);
    expect((await pages.get(callPaths.post(id))).status).toBe(404);
    expect(await (await pages.get('/sitemap.xml')).text()).not.toContain(id);
    expect((await pages.get(callPaths.userPosts(author.userId))).status).toBe(404);
  }
  expect((await pages.get(callPaths.profile, author.bearer)).status).toBe(401);
});
