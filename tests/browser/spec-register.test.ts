import { expect, test } from 'vitest';
import { isMarked, markDocument } from './support/document-load.ts';
import { appCallsOf } from './support/received.ts';
import { barLink, button, fill, isAt } from './support/screen.ts';
import { sites } from './support/site.ts';
import { storageOf } from './support/storage.ts';
import { beforeWorker, openTab } from './support/tab.ts';

const grace = { Name: 'Grace', Email: 'grace@example.com', Password: 'correct horse battery' };

test.for(sites)('leads home after a registration without a document load ($backend backend)', async ({ open }) => {
  await using site = await open();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/register');
  await markDocument(page);
  await fill(page, grace);
  await button(page, 'Login').click();

  await isAt(page, '/home');
  await button(page, 'Grace').waitFor();
  expect(await barLink(page, 'Create').getAttribute('href')).toBe('/create');
  expect(await isMarked(page)).toBe(true);
  const stored = await storageOf(page);
  expect(Object.keys(stored).sort()).toEqual(['token', 'userId']);
  const [registration] = appCallsOf(site).filter(({ method }) => method === 'POST');
  expect(registration?.path).toBe('/auth/register');
  expect(JSON.parse(registration?.body ?? '')).toEqual({
    name: 'Grace',
    email: 'grace@example.com',
    password: 'correct horse battery',
  });
});
