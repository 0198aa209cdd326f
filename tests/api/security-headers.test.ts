import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { ownHeaders } from '../../src/contract/headers.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { readAddresses } from '../../src/server/http/ip-addresses.ts';
import { type Author, origin, problemOf, read, type TestBackend } from './support/backend.ts';
import { sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

const directivesOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );

/** Returns responses of each kind, each with the method and path of its request. */
async function answersOf(backend: TestBackend, author: Author): Promise<[string, Response][]> {
  const { _id } = await read(await backend.publish(author));
  const asked: [string, string, RequestInit?][] = [
    ['GET', callPaths.posts],
    ['GET', callPaths.post(_id)],
    ['GET', callPaths.userPosts(author.userId)],
    ['GET', callPaths.profile, { headers: author.bearer }],
    ['GET', callPaths.profile],
    ['GET', callPaths.post('none')],
    ['GET', '/auth/nowhere'],
    ['POST', callPaths.login],
    ['PATCH', callPaths.register],
    ['OPTIONS', callPaths.posts],
    ['DELETE', callPaths.post(_id), { headers: author.bearer }],
    ['GET', '/healthz'],
  ];
  return Promise.all(
    asked.map(async ([method, path, init]): Promise<[string, Response]> => {
      return [`${method} ${path}`, await backend.request(path, { method, ...init })];
    }),
  );
}

test('every API response has its content type, runs no script, and cannot be framed', async ({ backend }) => {
  for (const [asked, { headers, status }] of await answersOf(backend, await backend.register())) {
    expect(headers.get('X-Content-Type-Options'), asked).toBe('nosniff');
    expect(headers.get('Content-Security-Policy'), asked).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('Referrer-Policy'), asked).toBe('same-origin');
    expect(headers.get('Cross-Origin-Opener-Policy'), asked).toBe('same-origin');
    expect(headers.get('Permissions-Policy'), asked).toContain('camera=()');
    expect(headers.get('Strict-Transport-Security'), asked).toBeNull();
    const type = headers.get('Content-Type');
    expect(type ?? 'none', asked).toMatch(status === 204 ? /^none$/ : /^application\/(problem\+)?json$/);
  }
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test("a page's CSP allows the site's scripts, and inline code only by hash", async ({ pages }) => {
  const { backend } = pages;
  const author = await pages.backend.register();
  const post = await read(await backend.publish(author));
  for (const path of ['/', '/home', '/login', '/register', '/create', '/myBlogs', '/profile', `/blog/${post._id}`]) {
    const response = await pages.get(path);
    const { 'style-src': styles, 'script-src': scripts, ...directives } = directivesOf(response);
    const page = await response.text();
    expect(directives).toEqual({
      'default-src': "'none'",
      'img-src': "'self' http: https: data:",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'worker',
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(scripts).toBe(`'self' ${hashOf('start()')}`);
    const digests = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => hashOf(style));
    // All pages share a policy with four hashes: of the common styles, and of those for landing page, text and code.
    expect(styles).toMatch(/^'self'( 'sha256-[^']+'){4}$/);
    expect(styles?.split(' ')).toEqual(expect.arrayContaining(digests));
    expect(page).not.toMatch(/ style=| on[a-z]+=/);
  }
});

test("the worker's CSP allows fetches from anywhere, but scripts only from the site", async ({ pages }) => {
  expect(directivesOf(await pages.get('/worker.js'))).toMatchObject({
    'script-src': "'self'",
    'connect-src': "'self' http: https:",
  });
});

test('Strict-Transport-Security is sent over https only', {
  extras: { trustProxy: readAddresses('127.0.0.1') },
}, async ({ backend }) => {
  const told = async (url: string, peer: string, headers: Record<string, string> = {}) =>
    (await backend.request(url, { headers }, peer)).headers.get('Strict-Transport-Security');
  const forwarded = { 'X-Forwarded-Proto': 'https' };
  expect(await told('/healthz', '127.0.0.1', forwarded)).toBe('max-age=31536000');
  expect(await told('/healthz', '127.0.0.1')).toBeNull();
  expect(await told('/healthz', '192.0.2.1', forwarded)).toBeNull();
});

test('by default, responses to other origins have no CORS headers', async ({ backend }) => {
  const headers = { Origin: 'https://blog.example', 'Access-Control-Request-Method': 'POST' };
  for (const method of ['GET', 'OPTIONS']) {
    const response = await backend.request(callPaths.posts, { method, headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test("an allowed origin may make the app's calls, without cookies", {
  extras: { corsOrigins: ['https://blog.example', 'https://b.example'] },
}, async ({ backend }) => {
  const page = { Origin: 'https://blog.example' };
  const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
  const preflight = await backend.request(callPaths.posts, { method: 'OPTIONS', headers: { ...page, ...asked } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://blog.example');
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, POST');
  for (const header of ['Authorization', 'Content-Type', ...Object.values(ownHeaders)]) {
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain(header);
  }
  for (const path of [callPaths.posts, callPaths.post('none')]) {
    const answer = await backend.request(path, { headers: page });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://blog.example');
    expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/\bETag\b.*\bLink\b/);
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(answer.headers.get('Vary')).toContain('Origin');
  }
  for (const Origin of ['https://evil.example', 'null', 'https://blog.example.evil.example']) {
    const refused = await backend.request(callPaths.posts, { method: 'OPTIONS', headers: { ...asked, Origin } });
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(refused.headers.get('Access-Control-Allow-Methods')).toBeNull();
  }
  const { cookie } = await backend.register();
  const write = await backend.send('POST', callPaths.posts, {}, { ...page, Cookie: cookie });
  expect((await problemOf(write)).code).toBe('wrong_origin');
  expect(origin).not.toBe(page.Origin);
});

test("a refusal names the request's id, which a trusted proxy may set", {
  extras: { trustProxy: readAddresses('127.0.0.1') },
}, async ({ backend }) => {
  const ask = (id: string, peer: string) =>
    backend.request(callPaths.post('none'), { headers: { 'X-Request-Id': id } }, peer);
  const given = await ask('trace-7:1', '127.0.0.1');
  expect(given.headers.get('X-Request-Id')).toBe('trace-7:1');
  expect((await problemOf(given)).requestId).toBe('trace-7:1');
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const [id, peer] of [
    ['mine', '192.0.2.1'],
    ['{"level":50}', '127.0.0.1'],
    ['a'.repeat(65), '127.0.0.1'],
  ] as const) {
    const own = await ask(id, peer);
    expect(own.headers.get('X-Request-Id')).toMatch(uuid);
    expect((await problemOf(own)).requestId).toBe(own.headers.get('X-Request-Id'));
  }
});
