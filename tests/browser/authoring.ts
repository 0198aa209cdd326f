import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Author, postsOf } from './authors.ts';
import { countRecords } from './records.ts';
import { button, field, fill, heading, isAt, main } from './screen.ts';
import type { Site } from './site.ts';

/** Milliseconds: until what waits must have gone, over the longest pause that a test runs into. */
export const patience = 40_000;

export async function logIn(page: Page, site: Site, { email, password }: Author): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await fill(page, { Email: email, Password: password });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await isAt(page, '/home');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token') !== null)).toBe(true);
}

export async function openForm(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.origin}/create`);
  await heading(page, 'Create New Blog').waitFor();
  await field(page, 'Blog Content').waitFor();
}

export async function press(page: Page, title: string): Promise<void> {
  await fill(page, { 'Blog Heading': title, 'Blog Content': `${title}, at length.` });
  await button(page, 'Create Blog').click();
}

/** Until the author reads that what was pressed waits, in a form that is empty. */
export async function isWaiting(page: Page): Promise<void> {
  await main(page).getByText('saved on this device and will be').waitFor({ timeout: 20_000 });
  await expect.poll(() => field(page, 'Blog Content').inputValue(), { timeout: 20_000 }).toBe('');
}

/** Until nothing waits any more, as the author sees it. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect.poll(() => entriesIn(page), { timeout: patience }).toBe(0);
}

/** What lies in the outbox of this browser, whoever it belongs to. */
export function entriesIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, 'outbox/');
}

export function draftsIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, 'draft/');
}

/** Until the backend has exactly these of the author's, in any order; and still a while later. */
export async function backendHas(site: Site, author: Author, titles: string[]): Promise<void> {
  const have = async () => (await postsOf(site, author)).map(({ title }) => title).sort();
  await expect.poll(have, { timeout: patience }).toEqual([...titles].sort());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await have()).toEqual([...titles].sort());
}
