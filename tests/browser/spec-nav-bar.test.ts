import { expect } from 'vitest';
import { button, heading, isAt } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openAuthorTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

testFirst(sites)(
  'the user menu holds the email, which leads to no screen, and Logout ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/home');

    await button(page, 'Ada').click();
    expect(await page.locator('.menu-entry').allTextContents()).toEqual(['ada@example.com', 'Logout']);

    await page.getByRole('link', { name: 'ada@example.com' }).click();
    await isAt(page, '/profile');
    await heading(page, 'Not Found').waitFor();
    await button(page, 'Ada').waitFor();
  },
);
