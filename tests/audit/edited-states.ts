import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';
import { sendJson } from '../bench/send-json.ts';
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

/** States of the edit screen and of edited posts. Most states publish a post, which changes the list of posts. */
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
  // Waits until the post is stored as read: once the worker controls the page and the post was on screen for a while.
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

async function publish({ origin, author }: Fixture): Promise<string> {
  return (await (await sendJson('POST', origin + callPaths.posts, text, author.token)).json())._id;
}

/** Edits the published version, as another device would. */
async function edit({ origin, author: { token } }: Fixture, id: string, changes: Partial<NewPost>): Promise<void> {
  const url = origin + callPaths.post(id);
  const { headers } = await fetch(url);
  await sendJson('PUT', url, { ...text, ...changes }, token, { 'If-Match': headers.get('ETag') ?? '' });
}
