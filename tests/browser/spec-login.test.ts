import { expect, test } from 'vitest';
import { registerAuthor } from './support/authors.ts';
import { documentLoaded, markDocument } from './support/document-load.ts';
import { appCallsOf } from './support/received.ts';
import { button, fill } from './support/screen.ts';
import { sites } from './support/site.ts';
import { storageOf } from './support/storage.ts';
import { beforeWorker, openTab } from './support/tab.ts';

test.for(sites)(
  'loads the home page after a login, and names the user in the bar ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const { email, password, userId } = await registerAuthor(site);
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/login');
    await markDocument(page);
    await fill(page, { Email: email, Password: password });
    await button(page, 'Login').click();

    await documentLoaded(page, '/home');
    await button(page, 'Ada').waitFor();
    const stored = await storageOf(page);
    expect(Object.keys(stored).sort()).toEqual(['token', 'userId']);
    expect(stored.userId).toBe(userId);
    const login = appCallsOf(site).find(({ path }) => path === '/auth/login');
    expect([login?.method, JSON.parse(login?.body ?? '')]).toEqual(['POST', { email, password }]);
  },
);
