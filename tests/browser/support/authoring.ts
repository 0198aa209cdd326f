import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Author, postsOf } from './authors.ts';
import { causesDocumentLoad } from './document-load.ts';
import { countRecords, draft, submission } from './records.ts';
import { appHasStarted, button, field, fill, heading, isAt, main } from './screen.ts';
import type { Site } from './site.ts';

/** Milliseconds within which pending submissions must be sent: longer than any retry delay in a test. */
export const patience = 40_000;

/** Registers Ada on the register screen. */
export async function register(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.origin}/register`);
  await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse battery' });
  await button(page, 'Login').click();
  await isAt(page, '/home');
}

export async function logIn(page: Page, site: Site, { email, password }: Author): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await fill(page, { Email: email, Password: password });
  await causesDocumentLoad(page, '/home', () => main(page).getByRole('button', { name: 'Login' }).click());
  // The server renders every page as for a logged-out visitor, and a click before hydration would follow its links.
  await appHasStarted(page);
  expect(await page.evaluate(() => localStorage.getItem('token') !== null)).toBe(true);
}

export async function openForm(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.origin}/create`);
  await heading(page, 'Create New Blog').waitFor();
  await formHasOpened(page);
}

/**
 * Waits until the form has loaded its draft. Until then, the page shows a read-only skeleton of the form, which ignores
 * pictures.
 */
export async function formHasOpened(page: Page): Promise<void> {
  await main(page).locator('.editor').getByLabel('Blog Content', { exact: true }).waitFor();
}

export const contentOf = (page: Page) => field(page, 'Blog Content').inputValue();

/** Waits until the form has removed the shared text from the page's URL. */
export const addressIsClean = (page: Page) =>
  expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe('/create');

/** Waits until the form has this content. */
export const formHolds = (page: Page, content: string) => expect.poll(() => contentOf(page)).toBe(content);

/** Waits until the form says that its draft is saved. */
export const draftIsSaved = (page: Page) =>
  expect.poll(() => page.locator('.kept-line p').first().textContent()).toContain('Draft saved on this device.');

export async function press(page: Page, title: string): Promise<void> {
  await fill(page, { 'Blog Heading': title, 'Blog Content': `${title}, at length.` });
  await button(page, 'Create Blog').click();
}

/** Submits a post that the backend accepts at once, and waits until the form's page has reloaded. */
export async function pressAccepted(page: Page, title: string): Promise<void> {
  await causesDocumentLoad(page, '/create', () => press(page, title));
}

/** Waits until the form is empty and the screen says that the submitted post will be published later. */
export async function isWaiting(page: Page): Promise<void> {
  await heading(page, 'Publishes when you’re online').waitFor();
  await formHolds(page, '');
}

/** Waits until no submission is pending. */
export async function nothingPending(page: Page): Promise<void> {
  await expect.poll(() => entriesIn(page), { timeout: patience }).toBe(0);
}

/** Counts the pending submissions of all users of this browser. */
export function entriesIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, submission);
}

/** Opens the post's edit form, and waits until the form shows the post's title. */
export async function openEditForm(page: Page, site: Site, id: string, title: string): Promise<void> {
  await page.goto(`${site.origin}/blog/${id}/edit`);
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe(title);
}

export function draftsIn(page: Page): Promise<number> {
  return page.evaluate(countRecords, draft);
}

/** Waits until the backend has exactly these posts of the author, in any order. Checks again after half a second. */
export async function backendHas(site: Site, author: Author, titles: string[]): Promise<void> {
  const have = async () => (await postsOf(site, author)).map(({ title }) => title).sort();
  await expect.poll(have, { timeout: patience }).toEqual([...titles].sort());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await have()).toEqual([...titles].sort());
}
