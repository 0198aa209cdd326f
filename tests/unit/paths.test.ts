// @vitest-environment node
import { expect, test } from 'vitest';
import {
  callPaths,
  callTemplates,
  isBackendPath,
  pagePaths,
  pageTemplates,
  parametersIn,
} from '../../src/contract/paths.ts';

test.each([
  '/auth',
  '/auth/me',
  '/blog/posts',
  '/blog/posts/7',
  '/blog/users/7/posts',
  '/healthz',
  '/metrics',
  '/problems/busy',
  '/.well-known/change-password',
])('%s belongs to the backend', (path) => {
  expect(isBackendPath(path)).toBe(true);
});

test.each([
  ...Object.values(pageTemplates),
  '/blog/7',
  '/blog/postscript',
  '/blog',
  '/authors',
  '/healthz2',
  '/problems2',
  '/xwell-known/x',
  '/home/auth/me',
])('%s does not belong to the backend', (path) => {
  expect(isBackendPath(path)).toBe(false);
});

test('ids are URL-encoded in paths', () => {
  expect(callPaths.post('a/b?c#d')).toBe('/blog/posts/a%2Fb%3Fc%23d');
  expect(callPaths.userPosts('ü/1')).toBe('/blog/users/%C3%BC%2F1/posts');
  expect(pagePaths.blog('a/b')).toBe('/blog/a%2Fb');
});

test('parametersIn returns encoded parameters, or undefined if the path does not match', () => {
  expect(parametersIn(callTemplates.post, callPaths.post('a/b'))).toEqual({ id: 'a%2Fb' });
  expect(parametersIn(callTemplates.userPosts, callPaths.userPosts('7'))).toEqual({ userId: '7' });
  expect(parametersIn(pageTemplates.blog, '/blog/7')).toEqual({ id: '7' });
  for (const path of ['/blog/posts', '/blog/posts/', '/blog/posts/7/8', '/x/blog/posts/7']) {
    expect([path, parametersIn(callTemplates.post, path)]).toEqual([path, undefined]);
  }
});
