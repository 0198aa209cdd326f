import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { json } from './support/faults.ts';
import { cards, isAt, shows } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

/** An image that needs no host: a 1 by 1 PNG. */
const pixelDataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

testFirst(sites)('a click anywhere on a card opens its post ($backend backend)', async ({ open }) => {
  const { site, tab } = await openTabOn(open, beforeWorker);
  const id = await publish(site, await registerAuthor(site), { title: 'Where to click', content: 'Here.' });
  const parts = [cards(tab.page).getByRole('heading'), cards(tab.page).locator('img'), cards(tab.page).locator('time')];
  for (const part of parts) {
    await tab.goto('/home');
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await tab.page.mouse.click(x + width / 2, y + height / 2);
    await isAt(tab.page, `/blog/${id}`);
  }
  await shows(tab.page, 'Here.');
});

test('a card shows image, title, two lines of summary and the local date', async () => {
  const { site, tab } = await openTabOn(openForeignSite, { locale: 'de-DE' });
  const createdAt = '2026-03-09T12:00:00.000Z';
  const summary = 'It goes on and on, far beyond what two lines can hold. '.repeat(20);
  site.misbehave('GET /blog/posts', json([{ _id: 'a1', title: 'A card', summary, imgUrl: pixelDataUrl, createdAt }]));
  await tab.goto('/home');
  const card = cards(tab.page).first();
  await card.getByRole('heading', { name: 'A card' }).waitFor();

  const image = await card.locator('img').boundingBox();
  expect([image?.width, image?.height]).toEqual([176, 176]);
  expect(await card.locator('img').getAttribute('src')).toBe(pixelDataUrl);
  expect(await card.locator('time').textContent()).toBe('9.3.2026');
  const text = card.getByText('It goes on and on').first();
  const lines = await text.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(lines).toBeCloseTo(2, 1);
});
