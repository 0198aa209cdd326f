// @vitest-environment node
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canStart, hasExpectedType, hasHash } from '../../src/worker/file-checks.ts';

const origin = 'https://app.example';
const sentAs = (type: string, status = 200) => new Response('body', { status, headers: { 'Content-Type': type } });

test.each([
  ['/assets/a.js', 'text/javascript', true],
  ['/assets/a.js', 'application/javascript; charset=utf-8', true],
  ['/assets/a.js', 'application/x-javascript', true],
  ['/assets/a.js', 'text/html', false],
  ['/assets/a.css', 'text/css; charset=utf-8', true],
  ['/assets/a.css', 'text/html', false],
  ['/icons/icon.svg', 'image/svg+xml', true],
  ['/index.html?revision=1', 'text/html', true],
  ['/index.html', 'application/json', false],
  ['/manifest.webmanifest', 'application/manifest+json', true],
  ['/manifest.webmanifest', 'application/octet-stream', true],
  ['/manifest.webmanifest', 'TEXT/HTML', false],
])('%s sent as %s has the expected type: %s', (path, type, expected) => {
  expect(hasExpectedType(origin + path, sentAs(type))).toBe(expected);
});

test.each([404, 503])('hasExpectedType rejects status %i, even if the content type is right', (status) => {
  expect(hasExpectedType(`${origin}/assets/a.js`, sentAs('text/javascript', status))).toBe(false);
});

test('hasHash accepts only a body that has the given hash', async () => {
  const hash = createHash('sha256').update('body').digest('base64url').slice(0, 8);
  expect(await hasHash(new Response('body'), hash)).toBe(true);
  expect(await hasHash(new Response('bod'), hash)).toBe(false);
});

const page = (...names: string[]) =>
  `<!doctype html><link rel="icon" href="/icons/icon.svg">${names.map((name) => `<script type="module" src="/assets/${name}"></script>`).join('')}`;

const rendered = (...names: string[]) =>
  `<!doctype html><script data-modules="${names.map((name) => `/assets/${name}`).join(' ')}"></script>`;

test.each([
  ['this build', page('a.js', 'b.js'), true],
  ['this build, rendered', rendered('a.js', 'b.js'), true],
  ['an earlier build, rendered', rendered('a.js', 'old.js'), false],
  ['an earlier build', page('a.js', 'old.js'), false],
  ['a captive portal', '<!doctype html><title>Hotel Wi-Fi</title>', false],
])("canStart, given this build's files and a page of %s, returns %s", (_, html, expected) => {
  const files = ['/assets/a.js', '/assets/b.js'];
  expect(canStart(html, (url) => files.includes(url))).toBe(expected);
});
