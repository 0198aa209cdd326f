import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Author, postsOf } from './authors.ts';
import { documentLoaded, markDocument } from './document-load.ts';
import { countRecords, draft, submission } from './records.ts';
import { appHasStarted, button, field, fill, heading, isAt, main } from './screen.ts';
import type { Site } from './site.ts';

/** Milliseconds until waiting entries must have been sent: more than the longest backoff in a test. */
export const patience = 40_000;

/** Registers by the screen, as Ada. */
export async function register(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.origin}/register`);
  await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse battery' });
  await button(page, 'Login').click();
  await isAt(page, '/home');
}

export async function logIn(page: Page, site: Site, { email, password }: Author): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await fill(page, { Email: email, Password: password });
  await markDocument(page);
  await main(page).getByRole('button', { name: 'Login' }).click();
  // A login loads the page anew: a click before the app has taken it over follows the link of somebody unknown.
  await documentLoaded(page, '/home');
  await appHasStarted(page);
  expect(await page.evaluate(() => localStorage.getItem('token') !== null)).toBe(true);
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

/** Submits a post that the backend takes at once, and waits for the document that the form loads anew. */
export async function pressAccepted(page: Page, title: string): Promise<void> {
  await markDocument(page);
  await press(page, title);
  await documentLoaded(page, '/create');
}

/** Waits until the form is empty and says above it that the submitted post waits. */
export async function isWaiting(page: Page): Promise<void> {
  await heading(page, 'Publishes when you’re online').waitFor();
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('');
}

/** Waits until the outbox is empty. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect.poll(() => entriesIn(page), { timeout: patience }).toBe(0);
}

/** How many entries the outbox of this browser has, of all users. */
export function entriesIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, submission);
}

/** Until the form shows the post's text. */
export async function openEditForm(page: Page, site: Site, id: string, title: string): Promise<void> {
  await page.goto(`${site.origin}/blog/${id}/edit`);
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe(title);
}

export function draftsIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, draft);
}

/** Waits until the backend has exactly these posts of the author, in any order, and still has a while later. */
export async function backendHas(site: Site, author: Author, titles: string[]): Promise<void> {
  const have = async () => (await postsOf(site, author)).map(({ title }) => title).sort();
  await expect.poll(have, { timeout: patience }).toEqual([...titles].sort());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await have()).toEqual([...titles].sort());
}
