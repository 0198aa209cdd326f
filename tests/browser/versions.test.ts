import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { edit, postsOf, publish, readPost, registerAuthor } from './support/authors.ts';
import { button, field, isAt, main, navigate, shows } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { beforeWorker, openTab, troubles } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const facts = (page: Page) => main(page).locator('.version-facts').allTextContents();

test('restores an earlier version and keeps the later one as a version', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const first = { title: 'First', imgUrl: '', content: 'The cat sat on the mat.\n\nThe end.' };
  const id = await publish(site, ada, first);
  await edit(site, ada, id, { title: 'Second', content: 'The dog sat on the mat.\n\nThe end.' });
  await using tab = await openTab(site, { ...beforeWorker, author: ada });
  const { page } = tab;
  await tab.goto(pagePaths.edit(id));
  await page.getByRole('link', { name: 'Versions' }).click();
  await isAt(page, pagePaths.versions(id));
  await expect
    .poll(() => facts(page))
    .toEqual([expect.stringMatching(/^Version 2.*Current$/), expect.stringMatching(/^Version 1/)]);
  await button(page, 'View version 1').click();
  await main(page).locator('del', { hasText: 'cat' }).waitFor();
  await main(page).locator('ins', { hasText: 'dog' }).waitFor();
  await button(page, 'Compare with current').click();
  await shows(page, 'The cat sat on the mat.');
  await button(page, 'Load into editor').click();
  await isAt(page, pagePaths.edit(id));
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(first.content);
  await button(page, 'Save changes').click();
  await isAt(page, pagePaths.blog(id));
  expect(await postsOf(site, ada)).toEqual([first]);
  await navigate(page, pagePaths.versions(id));
  await expect.poll(() => facts(page)).toHaveLength(3);
  expect(troubles(tab)).toEqual([]);
});

testFirst([1, 2])('version %i is brought back on a device that knows the first version alone', async (version) => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const texts = [
    { title: 'Pets', imgUrl: '', content: 'The cat sat.\n\nThe end.' },
    { title: 'Pets', imgUrl: '', content: 'The dog sat.\n\nThe end.' },
    { title: 'Pets', imgUrl: '', content: 'The dog sat.\n\nThe very end.' },
  ] as const;
  const chosen = texts[version - 1];
  const id = await publish(site, ada, texts[0]);
  await using tab = await openTab(site, { author: ada });
  const { page } = tab;
  await tab.goto(pagePaths.blog(id));
  await waitUntilCached(page, site, callPaths.post(id));
  for (const text of texts.slice(1)) await edit(site, ada, id, text);
  await tab.goto(pagePaths.versions(id));
  await button(page, `View version ${version}`).click();
  await button(page, 'Load into editor').click();
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(chosen?.content);
  // Until the third version, which the worker has asked for, has come into the cache.
  await expect
    .poll(() => page.evaluate(async (url) => (await (await fetch(url)).json()).version, callPaths.post(id)))
    .toBe(3);
  await button(page, 'Save changes').click();
  await isAt(page, pagePaths.blog(id));
  await expect.poll(() => readPost(site, id)).toMatchObject({ version: 4, ...chosen });
  expect(troubles(tab)).toEqual([]);
});
