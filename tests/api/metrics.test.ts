import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const metricsToken = 'a token for metrics';

const test = testOn(sqlite, { metricsToken });
const bearer = { headers: { Authorization: `Bearer ${metricsToken}` } };

test('metrics name routes instead of requested paths', async ({ backend }) => {
  for (const id of ['one', 'two', 'three']) await backend.request(callPaths.post(id));
  await backend.request(callPaths.posts, { method: 'FROB' });
  await backend.send('POST', callPaths.login, { email: 'ada@example.com', password: 'a wrong guess' });
  const response = await backend.request('/metrics', bearer);
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  const text = await response.text();
  expect(text).toContain('http_requests_total{method="GET",route="/blog/posts/:id",status="404"} 3\n');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/blog/posts/:id"} 3\n');
  expect(text).toContain('http_requests_total{method="other",route="/blog/posts",status="405"} 1\n');
  expect(text).toContain('http_refusals_total{code="wrong_credentials"} 1\n');
  expect(text).toContain('http_refusals_total{code="post_not_found"} 3\n');
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('metrics are valid in the text format of Prometheus, whatever paths are requested', async ({ pages }) => {
  const { backend } = pages;
  const odd = ['/sitemap-0.xml', '/sitemap.xml', '/a"b', '/a\\b', '/%0a', '/topic/"/feed.xml', callPaths.post('"')];
  for (const path of odd)
    for (const method of ['GET', 'FROB', 'OPTIONS', 'DELETE']) await backend.request(path, { method });
  const text = await (await backend.request('/metrics', bearer)).text();
  expect(new Set(text.match(/route="[^"]*sitemap-[^"]*"/g)).size).toBe(1);
  expectExposition(text);
});

/** `about` matches the two comment lines of a metric. `sample` matches a line with a value. */
const about = /^# HELP (\w+) .+\.\n# TYPE \1 (counter|gauge|histogram)$/;
const label = String.raw`\w+="(?:[^"\\\n]|\\[\\"n])*"`;
const sample = new RegExp(`^(\\w+)(?:\\{${label}(?:,${label})*\\})? \\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?$`);

/**
 * Checks Prometheus' text format: the samples of each family follow its comment lines, and no series occurs twice
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
function expectExposition(text: string): void {
  const names = new Set<string>();
  for (const family of text.split(/^(?=# HELP)/m)) {
    const [help = '', type = '', ...samples] = family.trimEnd().split('\n');
    const [, name = '', kind] = about.exec(`${help}\n${type}`) ?? [];
    expect([help, names.has(name), name.endsWith('_total')]).toEqual([help, false, kind === 'counter']);
    names.add(name);
    const endings = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const line of samples) expect(endings.map((ending) => name + ending)).toContain(sample.exec(line)?.[1]);
    expect(new Set(samples.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(samples.length);
    for (const [, method] of family.matchAll(/method="([^"]*)"/g))
      expect(['GET', 'DELETE', 'OPTIONS', 'other']).toContain(method);
  }
}

test('/metrics gets 401 without the token, and 404 if no token is configured', async ({ backend: closed }) => {
  for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: metricsToken }]) {
    await expectRefusal(await closed.request('/metrics', { headers }), 401, 'not_authenticated');
  }
  await using without = await TestBackend.open(sqlite);
  await expectRefusal(await without.request('/metrics', bearer), 404, 'path_not_found');
});
