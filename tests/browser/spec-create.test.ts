import { expect, test } from 'vitest';
import { postsOf, registerAuthor } from './support/authors.ts';
import { documentLoaded, isMarked, markDocument } from './support/document-load.ts';
import { internalError, json, noContent } from './support/faults.ts';
import { appCallsOf } from './support/received.ts';
import { button, field, fill, heading, listShows, main } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openAuthorTab, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const typed = {
  'Blog Heading': '  Spaces before and after  ',
  'Image URL': ' not a url ',
  'Blog Content': '\nFirst line\n\n  <b>third</b> "line"  \n',
};
const payload = { title: typed['Blog Heading'], imgUrl: typed['Image URL'], content: typed['Blog Content'] };

test('the create form has three fields, none of them required', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/create');
  await heading(page, 'Create New Blog').waitFor();
  for (const label of Object.keys(typed)) {
    expect(await field(page, label).getAttribute('required')).toBeNull();
  }
  expect(await field(page, 'Blog Heading').getAttribute('type')).toBe('text');
  expect(await field(page, 'Image URL').getAttribute('type')).toBe('text');
  expect(await field(page, 'Blog Content').getAttribute('rows')).toBe('8');
});

test.for(sites)(
  'A post is sent as typed, and the page reloads with an empty form ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site, beforeWorker);
    const { author, page } = tab;
    await tab.goto('/create');
    await markDocument(page);
    await fill(page, typed);
    await button(page, 'Create Blog').click();

    await documentLoaded(page, '/create');
    for (const label of Object.keys(typed)) expect(await field(page, label).inputValue()).toBe('');
    const posts = appCallsOf(site).filter(({ method }) => method === 'POST');
    expect(posts.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([['/blog/posts', payload]]);
    expect(posts[0]?.headers.authorization).toBe(`Bearer ${author.token}`);

    await tab.goto('/home');
    await listShows(page, [typed['Blog Heading'].trim()]);
  },
);

test('an empty post is published like any other', async () => {
  const [{ open }] = sites;
  await using site = await open();
  await using tab = await openAuthorTab(site, beforeWorker);
  await tab.goto('/create');
  await markDocument(tab.page);
  await button(tab.page, 'Create Blog').click();
  await documentLoaded(tab.page, '/create');
  await tab.goto('/home');
  await expect.poll(() => main(tab.page).getByRole('article').count()).toBe(1);
});

testFirst(sites)(
  'a refused post is logged alone, and the form keeps every character ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    site.misbehave('POST /blog/posts', json({ message: 'Too long' }, 422));
    await using tab = await openTab(site, { ...beforeWorker, author });
    const { page } = tab;
    await tab.goto('/create');
    await markDocument(page);
    await fill(page, typed);
    const logged = page.waitForEvent('console', (message) => message.text().includes('HTTPError'));
    await button(page, 'Create Blog').click();

    expect((await logged).type()).toBe('error');
    expect(await isMarked(page)).toBe(true);
    for (const [label, value] of Object.entries(typed)) expect(await field(page, label).inputValue()).toBe(value);
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    const words = page.getByText(/refused|rejected|failed|error|too long|try again/i);
    expect(await words.filter({ visible: true }).count()).toBe(0);
  },
);

test.for(sites)(
  'create without a token asks without Authorization, and is refused quietly ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/create');
    await markDocument(page);
    await fill(page, typed);
    await button(page, 'Create Blog').click();
    await expect.poll(() => tab.console.some(({ type, text }) => type === 'error' && text.includes('401'))).toBe(true);

    const [call] = appCallsOf(site).filter(({ method }) => method === 'POST');
    expect(call?.headers.authorization).toBeUndefined();
    expect(JSON.parse(call?.body ?? '')).toEqual(payload);
    expect(await isMarked(page)).toBe(true);
    expect(await field(page, 'Blog Content').inputValue()).toBe(typed['Blog Content']);
  },
);

test('an empty success is a success', async () => {
  await using site = await openForeignSite();
  const author = await registerAuthor(site);
  site.misbehave('POST /blog/posts', noContent);
  await using tab = await openTab(site, { ...beforeWorker, author });
  await tab.goto('/create');
  await markDocument(tab.page);
  await fill(tab.page, typed);
  await button(tab.page, 'Create Blog').click();
  await documentLoaded(tab.page, '/create');
});

// Lives of the world (`tests/world/`) play this in every `npm test`; `authoring-outbox.test.ts` has it with two posts.
const exhaustive = { tags: ['exhaustive'] };

test.for(sites)(
  'A post without an answer is published once, later ($backend backend)',
  exhaustive,
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    const heal = site.misbehave('POST /blog/posts', internalError);
    await using tab = await openTab(site, { ...beforeWorker, author });
    const { page } = tab;
    await tab.goto('/create');
    await fill(page, typed);
    await button(page, 'Create Blog').click();
    await expect.poll(() => appCallsOf(site).filter(({ method }) => method === 'POST').length).toBeGreaterThan(0);

    heal();
    await expect.poll(() => postsOf(site, author)).toEqual([payload]);
    await tab.goto('/home');
    await listShows(page, [typed['Blog Heading'].trim()]);
    expect(await postsOf(site, author)).toEqual([payload]);
  },
);
