import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const barLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
export const main = (page: Page) => page.getByRole('main');
export const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true });
export const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
export const cards = (page: Page) => main(page).getByRole('article');

export async function isAt(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}

/** Waits until the app has hydrated the page. Until then, links load documents. */
export async function appHasStarted(page: Page): Promise<void> {
  await page.locator('#root[data-started]').waitFor();
  // The app hydrates in slices, and the page is not idle between them.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/**
 * Navigates within the app without a document load, as Back does. First waits for hydration, because the app can
 * hydrate a page only at the page's own path.
 */
export async function navigate(page: Page, path: string): Promise<void> {
  await appHasStarted(page);
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

export async function shows(page: Page, text: string): Promise<void> {
  await main(page).getByText(text, { exact: true }).first().waitFor();
}

/** Opens the menu of theme and text size in the bar, and returns the bar. */
export async function openDisplayPreferences(page: Page): Promise<Locator> {
  const bar = page.getByRole('banner');
  await bar.getByLabel('Theme and text size').click();
  await bar.getByRole('combobox', { name: 'Theme' }).waitFor();
  return bar;
}

/** Returns the line of the bar that says Offline. */
export const offlineLine = (page: Page) => page.getByRole('banner').getByText('Offline.');

/** Returns the titles of the cards in their order. */
export function titles(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading').allTextContents();
}

/** Waits until the list has exactly these cards. If it shows none, the failure quotes the page. */
export async function listShows(page: Page, expected: string[]): Promise<void> {
  const shown = async () => {
    const found = await titles(page);
    return found.length > 0 || expected.length === 0 ? found : main(page).textContent();
  };
  await expect.poll(shown).toEqual(expected);
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}
