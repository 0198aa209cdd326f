import { expect, test } from 'vitest';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { read } from './support/backend.ts';
import { metaOf, openPages, structuredDataOf } from './support/pages-backend.ts';
import { sqlite } from './support/stores.ts';

const inside = 'http://192.168.1.1/reboot';

test('a public page links no image in a private network, for readers and crawlers alike', async () => {
  await using pages = await openPages(sqlite, { publicOrigin: 'https://blog.example' });
  const { _id } = await read(await pages.backend.publish(await pages.backend.register(), { imgUrl: inside }));
  for (const path of ['/home', `/blog/${_id}`]) {
    const page = await pages.page(path);
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([placeholder]);
  }
  const page = await pages.page(`/blog/${_id}`);
  const fallback = 'https://blog.example/icons/icon-512.png';
  expect([metaOf(page, 'og:image'), structuredDataOf(page).image]).toEqual([fallback, fallback]);
});

test('a site inside the private network shows the image', async () => {
  await using pages = await openPages(sqlite, { publicOrigin: 'http://blog.internal' });
  const { _id } = await read(await pages.backend.publish(await pages.backend.register(), { imgUrl: inside }));
  const page = await pages.page(`/blog/${_id}`);
  expect([page.querySelector('article img')?.getAttribute('src'), metaOf(page, 'og:image')]).toEqual([inside, inside]);
});
