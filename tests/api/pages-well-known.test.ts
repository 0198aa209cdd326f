import { expect } from 'vitest';
import { expectRefusal } from './support/backend.ts';
import { sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

test("the well-known address for password changes leads to the account's section", async ({ backend }) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await backend.request('/.well-known/change-password', { method });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/account#password']);
  }
});

test('a missing well-known resource gets 404, which password managers test for', async ({ pages }) => {
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const headers of [{}, { Accept: 'text/html' }])
    await expectRefusal(await pages.get(missing, headers), 404, 'path_not_found');
});
