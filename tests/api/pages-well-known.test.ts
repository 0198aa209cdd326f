import { expect } from 'vitest';
import { expectRefusal } from './support/backend.ts';
import { sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

test('password managers are led to the section where the password is changed', async ({ backend }) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await backend.request('/.well-known/change-password', { method });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/account#password']);
  }
});

test('password managers learn that missing well-known resources are told as missing', async ({ pages }) => {
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const headers of [{}, { Accept: 'text/html' }])
    await expectRefusal(await pages.get(missing, headers), 404, 'path_not_found');
});
