import type { Page } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import type { Device } from './phone.ts';

/** A person's actions on one screen. */
export interface Walk {
  screen: string;
  path: string;
  device: Device;
  signedIn: boolean;
  /** Prepares the screen before the measurement. */
  prepare?: (page: Page) => Promise<void>;
  walk: (page: Page) => Promise<void>;
}

/** Typing speed, in milliseconds a key. */
const typing = { delay: 20 };
const words = 'The train was late, and so was the release. ';

/** Returns a walk through each screen's features. If a screen loads much, its walk also leaves it and returns. */
export function walksOf(postId: string): Walk[] {
  return [
    { screen: pagePaths.landing, path: pagePaths.landing, device: 'desktop', signedIn: false, walk: walkLanding },
    { screen: pagePaths.home, path: pagePaths.home, device: 'phone', signedIn: false, walk: walkHome },
    { screen: '/home, signed in', path: pagePaths.home, device: 'phone', signedIn: true, walk: useMenu },
    { screen: '/blog/{id}', path: pagePaths.blog(postId), device: 'phone', signedIn: false, walk: walkPost },
    { screen: pagePaths.register, path: pagePaths.register, device: 'phone', signedIn: false, walk: walkRegister },
    { screen: pagePaths.login, path: pagePaths.login, device: 'phone', signedIn: false, walk: walkLogin },
    // Comes before the walks that leave drafts on the phone, because My Blogs would list the drafts, too.
    { screen: pagePaths.myBlogs, path: pagePaths.myBlogs, device: 'phone', signedIn: true, walk: walkMyBlogs },
    { screen: pagePaths.create, path: pagePaths.create, device: 'phone', signedIn: true, walk: walkCreate },
    {
      screen: '/create, 100,000 characters',
      path: pagePaths.create,
      device: 'phone',
      signedIn: true,
      prepare: fillLongText,
      walk: walkLongText,
    },
    { screen: 'Not Found', path: '/nowhere', device: 'phone', signedIn: false, walk: walkNotFound },
  ];
}

async function walkLanding(page: Page): Promise<void> {
  for (let step = 0; step < 60; step++) await page.mouse.move(100 + step * 15, 100 + ((step * 37) % 500));
  await page.mouse.wheel(0, 300);
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await heading(page, 'All Blogs');
}

async function walkHome(page: Page): Promise<void> {
  await scroll(page);
  await page.waitForFunction(() => document.querySelectorAll('.card').length > 20);
  await page.evaluate(() => scrollTo(0, 0));
  const first = page.locator('.card-link').first();
  const title = (await first.textContent()) ?? '';
  await first.tap();
  await heading(page, title);
  await page.goBack();
  await heading(page, 'All Blogs');
}

async function walkPost(page: Page): Promise<void> {
  await scroll(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).tap();
  await heading(page, 'All Blogs');
  await page.goBack();
  await page.locator('.prose').waitFor();
}

async function walkRegister(page: Page): Promise<void> {
  await type(page, 'Name', 'Ada');
  await type(page, 'Email', 'reader@example.com');
  await type(page, 'Password', 'short');
  await refused(page);
  await page.locator('main').getByRole('link', { name: 'Login' }).tap();
  await heading(page, 'Welcome back');
}

async function walkLogin(page: Page): Promise<void> {
  await type(page, 'Email', 'nobody@example.com');
  await type(page, 'Password', 'a wrong password');
  await refused(page);
  await page.locator('main').getByRole('link', { name: 'Register' }).tap();
  await page.getByLabel('Name').waitFor();
}

async function walkCreate(page: Page): Promise<void> {
  await type(page, 'Blog Heading', words);
  await type(page, 'Image URL', '/samples/night-train.webp');
  await type(page, 'Blog Content', words);
  await page.getByRole('button', { name: 'Save draft, start new' }).tap();
  await page.getByRole('heading', { name: 'Drafts' }).waitFor();
  await page.getByRole('button', { name: 'Open' }).first().tap();
  await page.getByRole('button', { name: 'Save draft, start new' }).waitFor();
}

async function fillLongText(page: Page): Promise<void> {
  // Few long lines, because Chromium takes long to fill a field with many lines.
  await page.getByLabel('Blog Content', { exact: true }).fill(`${words.repeat(22)}\n\n`.repeat(103));
}

async function walkLongText(page: Page): Promise<void> {
  const content = page.getByLabel('Blog Content', { exact: true });
  for (const key of ['Control+Home', 'Control+End']) {
    await content.press(key);
    await content.pressSequentially(words, typing);
  }
}

async function walkMyBlogs(page: Page): Promise<void> {
  await scroll(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('.card').first().tap();
  const cards = await page.locator('.card').count();
  await page.getByRole('button', { name: 'Delete' }).first().tap();
  await page.waitForFunction((before) => document.querySelectorAll('.card').length < before, cards);
  // Waits until the delete has removed the count beside My Blogs, because that moves the link that is tapped next.
  await page.locator('.bar-count').waitFor({ state: 'detached' });
  await page.getByRole('banner').getByRole('link', { name: 'Create' }).tap();
  await heading(page, 'Create New Blog');
}

async function walkNotFound(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Read all blogs' }).tap();
  await heading(page, 'All Blogs');
}

async function useMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Ada' });
  await button.tap();
  await page.keyboard.press('Escape');
  await button.tap();
  await page.locator('.menu-entry').first().tap();
  await heading(page, 'Not Found');
  await page.getByRole('banner').getByRole('link', { name: 'My Blogs' }).tap();
  await heading(page, 'My Blogs');
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).pressSequentially(text, typing);
}

async function refused(page: Page): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Login' }).tap();
  await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor();
}

/** Scrolls down through what the screen shows. */
async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(50);
  }
}
