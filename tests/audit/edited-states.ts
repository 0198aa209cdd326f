import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';
import { readingRecords } from '../browser/support/records.ts';
import { button, fill, main, shows } from '../browser/support/screen.ts';
import type { Fixture } from './fixture.ts';
import { author, reader, readerWithWorker, type State, see } from './state.ts';

const line = 'What happened, and what came of it, in more words than a line of a phone has room for.';
const text = {
  title: 'A tpyo in the heading',
  imgUrl: '',
  content: ['# Why', line, 'The cat sat on the mat.', line, line, line, '```js\nconst answer = 41;\n```'].join('\n\n'),
};
const later = {
  title: 'A typo in the heading',
  content: `${text.content.replace('cat', 'dog').replace('41', '42')}\n\nA paragraph more.`,
};

const whatChanged = 'What changed since you read it';

/** What editing adds, each with a post of its own: they change the list. */
export const editedStates: State[] = [
  readerWithWorker('post, edited since it was read', openEditedPost),
  readerWithWorker('post, what changed since it was read', async (page, fixture) => {
    await openEditedPost(page, fixture);
    await button(page, whatChanged).click();
    await page.locator('.changes').waitFor();
  }),
  author('versions', async (page, fixture) => {
    await see(page, pagePaths.versions(await publishEdited(fixture)));
    await shows(page, 'Version 1');
  }),
  author('versions, compared', async (page, fixture) => {
    await see(page, pagePaths.versions(await publishEdited(fixture)));
    await button(page, 'View version 1').click();
    await page.locator('.changes').waitFor();
  }),
  reader('versions, not logged in', async (page, { postId }) => {
    await see(page, pagePaths.versions(postId));
    await shows(page, 'User not logged in.');
  }),
  author('versions, of somebody else', async (page, { postId }) => {
    await see(page, pagePaths.versions(postId));
    await shows(page, 'Only its author can see the versions of a blog.');
  }),
  author('edit', async (page, fixture) => {
    await see(page, pagePaths.edit(await publishEdited(fixture)));
    await main(page).getByLabel('Blog Content').waitFor();
  }),
  author('edit, to be decided', async (page, fixture) => {
    const id = await publish(fixture);
    await see(page, pagePaths.edit(id));
    await fill(page, { 'Blog Heading': 'My heading', 'Blog Content': text.content.replace('cat', 'cow') });
    await edit(fixture, id, later);
    await button(page, 'Save changes').click();
    await main(page).getByRole('heading', { name: 'Decide between two edits' }).waitFor();
    await main(page).getByLabel('Keep theirs').first().check();
  }),
];

async function openEditedPost(page: Page, fixture: Fixture): Promise<void> {
  const id = await publish(fixture);
  await page.goto(pagePaths.blog(id));
  // The worker has to take over first, and then the post has to be looked at for a while.
  while (Object.keys(await page.evaluate(readingRecords, `read/${id}`)).length === 0) await setTimeout(100);
  await edit(fixture, id, later);
  await page.reload();
  await button(page, whatChanged).waitFor();
}

async function publishEdited(fixture: Fixture): Promise<string> {
  const id = await publish(fixture);
  await edit(fixture, id, later);
  return id;
}

async function publish(fixture: Fixture): Promise<string> {
  const { _id }: { _id: string } = await write(fixture, 'POST', callPaths.posts, text);
  return _id;
}

/** As another device does, from the version that everybody reads. */
async function edit(fixture: Fixture, id: string, changes: Partial<NewPost>) {
  const path = callPaths.post(id);
  const { headers } = await fetch(fixture.origin + path);
  const condition = { 'If-Match': headers.get('ETag') ?? '' };
  return write(fixture, 'PUT', path, { ...text, ...changes }, condition);
}

async function write(
  { origin, author: { token } }: Fixture,
  method: string,
  path: string,
  post: NewPost,
  condition: Record<string, string> = {},
) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...condition };
  const response = await fetch(origin + path, { method, headers, body: JSON.stringify(post) });
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.status}`);
  return response.json();
}
