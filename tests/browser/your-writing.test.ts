// @module-tag exhaustive: takes a minute; tests/unit/writing-file and import-* stand for it in npm test
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { Post, PostVersionText } from '../../src/contract/posts.ts';
import { makeImage, uploadTo } from '../api/support/images.ts';
import { temporaryFolder } from '../api/support/stores.ts';
import { scaled } from '../test-run.ts';
import { backendHas, draftsIn, isWaiting, openForm, press } from './support/authoring.ts';
import { type Author, edit, postsOf, publish, registerAuthor, unpublish } from './support/authors.ts';
import { causesDocumentLoad } from './support/document-load.ts';
import { button, field, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openAuthorTabOn, openTab, type Tab, troubles } from './support/tab.ts';
import { isControlled, waitUntilCached } from './support/worker-ready.ts';

const account = '/account';
const writing = (page: Page) => main(page).getByRole('region', { name: 'Your writing' });

/**
 * Clicks the export button, and saves the file in the folder. Returns its path and the status that the screen shows.
 */
async function save(page: Page, folder: string): Promise<{ path: string; said: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export my writing').click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  await writing(page)
    .getByText(/^Saved/)
    .waitFor();
  return { path, said: (await writing(page).getByRole('status').allTextContents()).join('|') };
}

const choose = (page: Page, ...files: string[]) => page.getByLabel('Files to import').setInputFiles(files);

async function importTexts(page: Page, label: string | RegExp): Promise<void> {
  await writing(page).getByRole('button', { name: label }).click();
}

async function get<T>(site: Site, { token }: Author, path: string): Promise<T> {
  const response = await fetch(site.api + path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json() as Promise<T>;
}

/** Returns all posts with all versions, without ids, authors and ETags, which differ on another server. */
async function everything(site: Site, author: Author) {
  const posts = await get<Post[]>(site, author, callPaths.userPosts(author.userId));
  const whole = posts.map(async ({ _id, author: _, etag: __, ...post }) => {
    const versions = await get<{ version: number }[]>(site, author, callPaths.versions(_id));
    const texts = versions.map(({ version }) => get<PostVersionText>(site, author, callPaths.version(_id, version)));
    return { ...post, versions: await Promise.all(texts) };
  });
  return Promise.all(whole);
}

const awkward = '\ufeff---\ntitle: no\n---\n\r\n\r\n  "quotes" \\ `code` \u2028 \u0085 😀 #topic\n\n\n';

/** Publishes posts that are hard to export: special characters, an image, empty fields, earlier versions. */
async function writeMuch(site: Site, author: Author) {
  const image = await makeImage({ width: 64, height: 48 });
  expect((await uploadTo(site.api, author, image)).status).toBe(201);
  const first = await publish(site, author, {
    title: 'First: "one" \\ two',
    imgUrl: 'https://a.b/c.jpg',
    content: awkward,
  });
  await publish(site, author, { title: '', content: `![A picture](${callPaths.image(image.name)})` });
  await publish(site, author, { title: 'Empty', content: '' });
  await edit(site, author, first, { content: `${awkward}Once` });
  await edit(site, author, first, { title: 'Twice' });
  return { image };
}

test("an export's posts, versions and pictures are the same after an import elsewhere", async () => {
  await using temporary = await temporaryFolder();
  await using from = await openOwnSite(1);
  const ada = await registerAuthor(from);
  const { image } = await writeMuch(from, ada);
  const before = await everything(from, ada);
  await using source = await openTab(from, { author: ada });
  await source.goto(account);
  const { path, said } = await save(source.page, temporary.folder);
  expect(said).toContain('3 posts, 2 earlier versions and 1 picture');
  for (const { _id } of await get<Post[]>(from, ada, callPaths.userPosts(ada.userId))) await unpublish(from, ada, _id);
  expect(await postsOf(from, ada)).toEqual([]);

  // The export came from one server on SQLite. The import uses three servers on PostgreSQL.
  await using to = await openOwnSite(3);
  const grace = await registerAuthor(to, 'Grace');
  await using target = await openTab(to, { author: grace });
  const { page } = target;
  await target.goto(account);
  await choose(page, path);
  await importTexts(page, 'Import 3 posts');
  await writing(page).getByText('Imported: 3 posts.').waitFor();
  expect(await everything(to, grace)).toEqual(before);
  const picture = await fetch(to.api + callPaths.image(image.name));
  expect(Buffer.from(await picture.arrayBuffer()).equals(image.bytes)).toBe(true);

  await button(page, 'Close').click();
  await choose(page, path);
  await writing(page).getByText('Already here: 3.').waitFor();
  expect(
    await writing(page)
      .getByRole('button', { name: /^Import/ })
      .count(),
  ).toBe(0);
  const again = await save(page, temporary.folder);
  expect(again.said).toContain('3 posts, 2 earlier versions and 1 picture');
  expect(troubles(target)).toEqual([]);
  expect(troubles(source)).toEqual([]);
});

/** Publishes a post, stops the server, then submits a post and writes a draft. */
async function writeOffline(tab: Tab, site: Site, author: Author): Promise<void> {
  const { page } = tab;
  await publish(site, author, { title: 'Published', content: 'Here.' });
  await tab.goto('/myBlogs');
  await waitUntilCached(page, site, callPaths.userPosts(author.userId));
  await tab.goto(account);
  await button(page, 'Export my writing').waitFor();
  await openForm(page, site);
  await site.stop();
  await press(page, 'Waiting');
  await isWaiting(page);
  await field(page, 'Blog Content').fill('A draft.');
  await expect.poll(() => draftsIn(page)).toBe(1);
}

test('without a server, the app exports posts and drafts, and imports the drafts', async () => {
  await using temporary = await temporaryFolder();
  const { site, tab, page, author: ada } = await openAuthorTabOn(openOwnSite);
  await writeOffline(tab, site, ada);
  await tab.goto(account);
  const { path, said } = await save(page, temporary.folder);
  expect(said).toContain('1 post, 1 draft and 1 waiting text');
  expect(said).toContain('The server did not list all your posts: the others are as this device last had them.');
  expect(said).not.toContain('missing');

  await using other = await openTab(site, { author: ada });
  await site.start();
  await other.goto(account);
  await button(other.page, 'Choose files').waitFor();
  await isControlled(other.page);
  await site.stop();
  await other.page.reload();
  await choose(other.page, path);
  await writing(other.page).getByText('There is no connection.', { exact: false }).waitFor();
  await importTexts(other.page, 'Import 1 post and 2 drafts');
  await expect.poll(() => draftsIn(other.page)).toBe(2);
  await writing(other.page).getByText('The server does not answer. The import continues when it does.').waitFor();
  await site.start();
  await writing(other.page)
    .getByText('Imported: 2 drafts. Already here: 1.')
    .waitFor({ timeout: scaled(60_000) });
  // The author's first device has published the pending post, and only once.
  await backendHas(site, ada, ['Published', 'Waiting']);
  // Submitting the imported copy of that post does not publish the post again.
  await openForm(other.page, site);
  await button(other.page, 'Open Waiting').click();
  await expect.poll(() => field(other.page, 'Blog Heading').inputValue()).toBe('Waiting');
  await causesDocumentLoad(other.page, '/create', () => button(other.page, 'Create Blog').click());
  await backendHas(site, ada, ['Published', 'Waiting']);
});

test('an import uploads the chosen pictures, and leaves links to other sites unchanged', async () => {
  await using temporary = await temporaryFolder();
  const { site, tab, page, author: ada } = await openAuthorTabOn(openOwnSite);
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
  const [text, picture] = [join(temporary.folder, 'a.md'), join(temporary.folder, 'local.jpg')];
  await writeFile(picture, jpeg);
  await writeFile(
    text,
    '---\ntitle: Pictures\ndate: 2020-01-01\nimage: /local.jpg\n---\n\n![a](./local.jpg)\n![b](https://a.b/c.jpg)\n![c](local.jpg)',
  );
  await tab.goto(account);
  await choose(page, text, picture);
  await importTexts(page, 'Import 1 post');
  await writing(page).getByText('Imported: 1 post.').waitFor();
  const [post] = await postsOf(site, ada);
  const own = /^\/images\/[0-9a-f]{64}-40x30\.\w+$/;
  const [a, b, c] = [...(post?.content ?? '').matchAll(/\]\((.*)\)/g)].map(([, address]) => address ?? '');
  expect([a, b, c, post?.imgUrl]).toEqual([expect.stringMatching(own), 'https://a.b/c.jpg', a, a]);
  expect((await fetch(site.api + a)).status).toBe(200);
});
