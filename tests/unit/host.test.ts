// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { stubGlobal } from './support/global.ts';

async function builtFor(host: string) {
  vi.stubEnv('VITE_API_HOST', host);
  vi.resetModules();
  const location = stubGlobal('location', new URL('https://app.example/home'));
  const modules = {
    ...(await import('../../src/device/calls/host.ts')),
    ...(await import('../../src/reading/store/reading-call.ts')),
  };
  const dispose = () => {
    location[Symbol.dispose]();
    vi.unstubAllEnvs();
    vi.resetModules();
  };
  return { ...modules, [Symbol.dispose]: dispose };
}

test("without VITE_API_HOST, the backend is on the app's origin", async () => {
  using built = await builtFor('');
  expect(built.isOwnBackend).toBe(true);
  expect(built.callUrl('/blog/posts')).toBe('https://app.example/blog/posts');
  expect(built.callPathOf(new URL('https://app.example/blog/posts?page=2'))).toBe('/blog/posts');
  expect(built.callPathOf(new URL('https://other.example/blog/posts'))).toBeUndefined();
});

test('VITE_API_HOST may have a path and end in slashes', async () => {
  using built = await builtFor('https://host.example/api//');
  expect(built.isOwnBackend).toBe(false);
  expect(built.callUrl('/blog/posts')).toBe('https://host.example/api/blog/posts');
  expect(built.callPathOf(new URL('https://host.example/api/blog/posts'))).toBe('/blog/posts');
  expect(built.callPathOf(new URL('https://host.example/blog/posts'))).toBeUndefined();
  expect(built.callPathOf(new URL('https://app.example/api/blog/posts'))).toBeUndefined();
});

test.each([
  ['/blog/posts', { kind: 'list' }],
  ['/blog/posts?after=7', { kind: 'list' }],
  ['/blog/users/u%2F1/posts', { kind: 'list' }],
  ['/blog/posts/a%2Fb', { kind: 'post', id: 'a/b' }],
  ['/auth/me', undefined],
  ['/blog/posts/7/comments', undefined],
  ['/blog/users/posts', undefined],
  ['/blog/7', undefined],
])('readingCallOf classifies a request for %s as %j', async (path, reading) => {
  using built = await builtFor('https://host.example/api');
  const url = `https://host.example/api${path}`;
  expect(built.readingCallOf(new Request(url))).toEqual(reading && { ...reading, url });
  expect(built.readingCallOf(new Request(`https://app.example${path}`))).toBeUndefined();
});
