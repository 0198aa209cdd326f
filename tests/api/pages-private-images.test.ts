import { expect } from 'vitest';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { read } from './support/backend.ts';
import { metaOf, structuredDataOf } from './support/pages-backend.ts';
import { sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

const inside = 'http://192.168.1.1/reboot';

test('a public site shows and links no image of a private network', {
  extras: { publicOrigin: 'https://blog.example' },
}, async ({ pages, backend }) => {
  const { _id } = await read(await backend.publish(await backend.register(), { imgUrl: inside }));
  for (const path of ['/home', `/blog/${_id}`]) {
    const page = await pages.page(path);
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([placeholder]);
  }
  const page = await pages.page(`/blog/${_id}`);
  const fallback = 'https://blog.example/icons/icon-512.png';
  expect([metaOf(page, 'og:image'), structuredDataOf(page).image]).toEqual([fallback, fallback]);
});

test('a private site shows images of private networks', { extras: { publicOrigin: 'http://blog.internal' } }, async ({
  pages,
  backend,
}) => {
  const { _id } = await read(await backend.publish(await backend.register(), { imgUrl: inside }));
  const page = await pages.page(`/blog/${_id}`);
  expect([page.querySelector('article img')?.getAttribute('src'), metaOf(page, 'og:image')]).toEqual([inside, inside]);
});
