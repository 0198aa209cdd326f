import { expect, it } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { problemCodes, problemTypeOf } from '../../src/contract/problems.ts';
import { problemOf } from '../../src/server/http/problem-document.ts';
import { HttpError } from '../../src/server/process/http-error.ts';
import { documentedCalls, expectRefusal, read, TestBackend } from './support/backend.ts';
import { parse, textOf } from './support/pages-backend.ts';
import { sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

const documentOf = (code: (typeof problemCodes)[number]) => problemOf(new HttpError(code), 'id');

test('the type of a problem is the path of a page that explains it', async ({ backend }) => {
  const said = new Set<string>();
  for (const code of problemCodes) {
    const { type, title, status } = documentOf(code).problem;
    const response = await backend.request(type);
    expect([type, response.status]).toEqual([`/problems/${code}`, 200]);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/);
    const page = parse(await response.text());
    expect(textOf(page, 'h1')).toBe(title);
    const words = textOf(page, 'p') ?? '';
    expect(words).toMatch(new RegExp(`^${code}, status ${status}: [A-Z].{20,}\\.$`));
    expect(page.querySelector('script')).toBeNull();
    said.add(words);
  }
  expect(said.size).toBe(problemCodes.length);
});

it('no two types of problems have the same title', () => {
  const titles = problemCodes.map((code) => documentOf(code).problem.title);
  expect(new Set(titles).size).toBe(titles.length);
});

test('an unknown path below /problems gets 404, with or without a built client', async ({ pages }) => {
  await using bare = await TestBackend.open(sqlite);
  for (const backend of [pages.backend, bare]) {
    for (const path of ['', '/', '/nothing', '/constructor', '/__proto__', '/BUSY', '/busy/', '/busy/x', '/%00'])
      for (const headers of [{}, { Accept: 'text/html' }])
        await expectRefusal(await backend.request(`/problems${path}`, { headers }), 404, 'path_not_found');
    await expectRefusal(await backend.request(problemTypeOf('busy'), { method: 'POST' }), 405, 'method_not_allowed');
    expect((await backend.request(problemTypeOf('busy'), { method: 'HEAD' })).status).toBe(200);
  }
});

it('problemOf adds a WWW-Authenticate challenge to every 401, and only to 401s', () => {
  for (const code of problemCodes) {
    const { problem, headers } = documentOf(code);
    const challenge = new Headers(headers).get('WWW-Authenticate');
    expect([code, challenge]).toEqual([code, problem.status === 401 ? 'Bearer realm="storyline"' : null]);
  }
});

test('every call that answers 401 sends a WWW-Authenticate challenge', {
  extras: { metricsToken: 'a token for metrics' },
}, async ({ backend, author: { email } }) => {
  const answers = await Promise.all(
    (await documentedCalls(backend)).map(async ({ method, template }) => {
      const path = template.replaceAll(/\{\w+\}/g, 'x');
      return method === 'GET'
        ? backend.request(path)
        : backend.send(method, path, { email, password: 'a wrong guess' });
    }),
  );
  answers.push(await backend.request('/metrics'));
  answers.push(await backend.request(callPaths.profile, { headers: { Authorization: 'Bearer expired' } }));
  answers.push(await backend.request(accountPaths.sessions, { headers: { Authorization: 'Basic YTpi' } }));
  const refused = answers.filter(({ status }) => status === 401);
  expect(refused.length).toBeGreaterThan(15);
  for (const { headers } of refused)
    expect(headers.get('WWW-Authenticate')).toMatch(/^Bearer realm="(storyline|metrics)"$/);
});

test('openapi.json lists the types of problems', async ({ backend }) => {
  const { components } = await read<{ components: object }>(await backend.request('/openapi.json'));
  const types = problemCodes.map(problemTypeOf);
  expect(components).toMatchObject({ schemas: { Problem: { properties: { type: { enum: types } } } } });
});
