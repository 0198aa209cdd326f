import { expect, test } from 'vitest';
import { expectRefusal } from './support/backend.ts';
import { openPages } from './support/pages-backend.ts';
import { sqlite } from './support/stores.ts';

test('password managers are led to the section where the password is changed', async () => {
  await using pages = await openPages(sqlite);
  for (const method of ['GET', 'HEAD']) {
    const response = await pages.backend.request('/.well-known/change-password', { method });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/account#password']);
  }
});

test('password managers learn that missing well-known resources are told as missing', async () => {
  await using pages = await openPages(sqlite);
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const headers of [{}, { Accept: 'text/html' }])
    await expectRefusal(await pages.get(missing, headers), 404, 'path_not_found');
});
