import { expect } from 'vitest';
import { register } from './support/authoring.ts';
import { causesDocumentLoad } from './support/document-load.ts';
import { button, cards, field, fill, heading, listShows } from './support/screen.ts';
import { sites } from './support/site.ts';
import { storageOf, storedTexts } from './support/storage.ts';
import { openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sites)(
  'the token is stored only in local storage, beside the userId ($backend backend)',
  async ({ open }) => {
    const { site, tab, page } = await openTabOn(open);
    await register(page, site);
    await waitUntilCached(page, site);
    await tab.goto('/create');
    await fill(page, { 'Blog Heading': 'A post', 'Blog Content': 'Text' });
    await causesDocumentLoad(page, '/create', () => button(page, 'Create Blog').click());
    await field(page, 'Blog Heading').fill('A draft');
    for (const path of ['/myBlogs', '/home']) {
      await tab.goto(path);
      await listShows(page, ['A post']);
    }
    await cards(page).getByRole('link').click();
    await heading(page, 'A post').waitFor();

    const { token = '', ...rest } = await storageOf(page);
    expect(Object.keys(rest)).toEqual(['userId']);
    const onDevice = await storedTexts(page);
    expect(onDevice.some((text) => text.includes('A post'))).toBe(true);
    expect(onDevice.filter((text) => text.includes(token))).toEqual([]);
    for (const cookie of await tab.context.cookies()) expect(cookie.value).not.toContain(token);
  },
);
