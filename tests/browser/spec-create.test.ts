import { expect, test } from 'vitest';
import { documentLoaded, markDocument } from './support/document-load.ts';
import { appCallsOf } from './support/received.ts';
import { button, field, fill, listShows } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openAuthorTab } from './support/tab.ts';

const typed = {
  'Blog Heading': '  Spaces before and after  ',
  'Image URL': ' not a url ',
  'Blog Content': '\nFirst line\n\n  <b>third</b> "line"  \n',
};
const payload = { title: typed['Blog Heading'], imgUrl: typed['Image URL'], content: typed['Blog Content'] };

test.for(sites)(
  'a post is sent as typed, and the page reloads with an empty form ($backend backend)',
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
