// @vitest-environment node
import { expect, test } from 'vitest';
import { callPaths, isBackendPath, pagePaths } from '../../src/contract/paths.ts';

test.each([
  '/auth',
  '/auth/me',
  '/auth/login',
  '/blog/posts',
  '/blog/posts/',
  '/blog/posts/7',
  '/blog/users/7/posts',
  '/healthz',
])("%s is the backend's", (path) => {
  expect(isBackendPath(path)).toBe(true);
});

test.each([
  '/',
  '/home',
  '/login',
  '/register',
  '/create',
  '/myBlogs',
  '/profile',
  '/blog/7',
  '/blog/postscript',
  '/blog',
  '/authors',
  '/healthz2',
  '/home/auth/me',
])('%s is a screen', (path) => {
  expect(isBackendPath(path)).toBe(false);
});

test('an id is part of a path, whatever it is', () => {
  expect(callPaths.post('a/b?c#d')).toBe('/blog/posts/a%2Fb%3Fc%23d');
  expect(callPaths.userPosts('ü/1')).toBe('/blog/users/%C3%BC%2F1/posts');
  expect(pagePaths.blog('a/b')).toBe('/blog/a%2Fb');
});
