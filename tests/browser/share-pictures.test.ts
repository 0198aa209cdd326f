import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { imagesNamedIn } from '../../src/contract/named-images.ts';
import { addressIsClean, backendHas, contentOf, draftsIn, nothingPending } from './support/authoring.ts';
import { makePhoto } from './support/photos.ts';
import { countRecords } from './support/records.ts';
import { button, field, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openAuthorTabOn, type Tab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  pictures: { name: string; type: string; bytes: Buffer }[];
}

const photo = async (page: Page, name: string, width: number, height: number) => ({
  name,
  type: 'image/jpeg',
  bytes: await makePhoto(page, { width, height }),
});

/** Submits the form that a browser would send for a share, according to the page's manifest. */
async function share(page: Page, { pictures, ...texts }: Shared): Promise<void> {
  const files = pictures.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }));
  await page.evaluate(
    async ([texts, files]) => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      const { share_target: target } = await (await fetch(link?.href ?? '')).json();
      const { action, method, enctype } = target;
      const form = Object.assign(document.createElement('form'), { action, method, enctype, id: 'share' });
      for (const [member, value] of Object.entries(texts)) {
        form.append(
          Object.assign(document.createElement('input'), { type: 'hidden', name: target.params[member], value }),
        );
      }
      const data = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const name = target.params.files[0].name;
      form.append(
        Object.assign(document.createElement('input'), { type: 'file', name, multiple: true, files: data.files }),
      );
      document.body.append(form);
    },
    [texts, files] as const,
  );
  await Promise.all([
    page.waitForURL('**/create*', { waitUntil: 'commit' }),
    page.evaluate(() => document.querySelector<HTMLFormElement>('#share')?.submit()),
  ]);
}

const sizesIn = async (page: Page) =>
  (await contentOf(page)).replaceAll(/\/images\/[0-9a-f]{64}-(\d+x\d+)\.\w+/g, '$1');
const storedShares = async (page: Page) =>
  (await page.evaluate(countRecords, { prefix: 'shared-pictures/' })) +
  (await page.evaluate(countRecords, { prefix: 'shared-picture-bytes/' }));
/** Opens the list, and waits until the worker controls the page and can receive shares. */
async function ready(site: Site, { page, goto }: Tab): Promise<void> {
  await goto('/home');
  await waitUntilCached(page, site);
}

test('the app turns text and pictures shared offline into one draft, and publishes it', async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite);
  await ready(site, tab);
  const pictures = [await photo(page, 'dawn.jpg', 300, 200), await photo(page, 'noon.jpg', 200, 300)];
  await site.stop();
  await share(page, { title: 'On a walk', text: 'Look: ä & b', url: 'https://example.org/a?b=1', pictures });
  await main(page).getByText('2 pictures added.').waitFor();
  expect(await field(page, 'Blog Heading').inputValue()).toBe('On a walk');
  expect(await sizesIn(page)).toBe('Look: ä & b\n\nhttps://example.org/a?b=1\n\n![](300x200)\n\n![](200x300)\n\n');
  await addressIsClean(page);
  expect(await draftsIn(page)).toBe(1);
  expect(await storedShares(page)).toBe(0);
  await page.reload();
  await expect.poll(() => sizesIn(page)).toContain('![](300x200)\n\n![](200x300)');
  const content = await contentOf(page);
  await site.start();
  await button(page, 'Create Blog').click();
  await backendHas(site, author, ['On a walk']);
  await nothingPending(page);
  for (const name of imagesNamedIn({ imgUrl: '', content })) {
    expect((await fetch(`${site.api}/images/${name}`)).status).toBe(200);
  }
});
