import { expect } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { readingRecords } from './support/records.ts';
import { button, cards, heading, main, titles } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { openList } from './support/worker-ready.ts';

const long = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}. ${'And so it goes on. '.repeat(12)}`).join(
  '\n\n',
);

testFirst(sites)('a reader can continue a long post where they stopped ($backend backend)', async ({ open }) => {
  const { site, tab, page } = await openTabOn(open, beforeWorker);
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'Long', content: long });
  await tab.goto(`/blog/${id}`);
  await heading(page, 'Long').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await button(page, 'Continue where you stopped').count()).toBe(0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const halfRead = { [`read/${id}`]: { fraction: expect.any(Number) } };
  await expect.poll(() => page.evaluate(readingRecords, 'read/')).toMatchObject(halfRead);

  const again = await tab.context.newPage();
  await again.goto(`/blog/${id}`);
  expect(await again.evaluate(() => scrollY)).toBe(0);
  await button(again, 'Continue where you stopped').click();
  await expect.poll(() => again.evaluate(() => scrollY / document.documentElement.scrollHeight)).toBeGreaterThan(0.4);
  expect(await button(again, 'Continue where you stopped').count()).toBe(0);
});

testFirst(sites)('Previous and Next lead from post to post without a network ($backend backend)', async ({ open }) => {
  const { site, tab, page } = await openTabOn(open);
  const ada = await registerAuthor(site);
  for (const title of ['A', 'B', 'C']) await publish(site, ada, { title });
  await openList(tab, site);
  await site.stop();
  const [first = '', second = '', third = ''] = await titles(page);
  await cards(page).getByRole('link', { name: second }).click();
  const more = main(page).getByRole('navigation', { name: 'More posts' });
  await more.getByRole('link', { name: `Previous ${first}` }).click();
  await heading(page, first).waitFor();
  await expect.poll(() => more.getByRole('link').allTextContents()).toEqual([`Next${second}`]);
  await more.getByRole('link', { name: `Next ${second}` }).click();
  await heading(page, second).waitFor();
  await more.getByRole('link', { name: `Next ${third}` }).click();
  await heading(page, third).waitFor();
});
