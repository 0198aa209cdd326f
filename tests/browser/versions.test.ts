import { expect } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { edit, publish, readPost } from './support/authors.ts';
import { button, field, isAt } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openAuthorTabOn, troubles } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst([1, 2])(
  'Load into editor loads version %i, although the device has cached only version 1',
  async (version) => {
    const { site, tab, page, author: ada } = await openAuthorTabOn(openOwnSite);
    const texts = [
      { title: 'Pets', imgUrl: '', content: 'The cat sat.\n\nThe end.' },
      { title: 'Pets', imgUrl: '', content: 'The dog sat.\n\nThe end.' },
      { title: 'Pets', imgUrl: '', content: 'The dog sat.\n\nThe very end.' },
    ] as const;
    const chosen = texts[version - 1];
    const id = await publish(site, ada, texts[0]);
    await tab.goto(pagePaths.blog(id));
    await waitUntilCached(page, site, callPaths.post(id));
    for (const text of texts.slice(1)) await edit(site, ada, id, text);
    await tab.goto(pagePaths.versions(id));
    await button(page, `View version ${version}`).click();
    await button(page, 'Load into editor').click();
    await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(chosen?.content);
    // Waits until the worker has revalidated the post, and cached the third version.
    await expect
      .poll(() => page.evaluate(async (url) => (await (await fetch(url)).json()).version, callPaths.post(id)))
      .toBe(3);
    await button(page, 'Save changes').click();
    await isAt(page, pagePaths.blog(id));
    await expect.poll(() => readPost(site, id)).toMatchObject({ version: 4, ...chosen });
    expect(troubles(tab)).toEqual([]);
  },
);
