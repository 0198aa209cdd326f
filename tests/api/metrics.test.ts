import { expect, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { parseExposition } from './support/exposition-format.ts';
import { sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const metricsToken = 'a token for metrics';

const test = testOn(sqlite, { metricsToken });
const bearer = { headers: { Authorization: `Bearer ${metricsToken}` } };

test('metrics need the token, and have routes, never requested paths', async ({ backend }) => {
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
  expect(
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? [\d.e+-]+)$/.test(line)),
  ).toEqual([]);
});

test('every metric is in the text format of Prometheus, whichever route was asked for', async ({ pages }) => {
  const { backend } = pages;
  const odd = ['/sitemap-0.xml', '/sitemap.xml', '/a"b', '/a\\b', '/%0a', '/topic/"/feed.xml', callPaths.post('"')];
  for (const path of odd)
    for (const method of ['GET', 'FROB', 'OPTIONS', 'DELETE']) await backend.request(path, { method });
  const families = parseExposition(await (await backend.request('/metrics', bearer)).text());
  const routes = new Set(families.flatMap(({ samples }) => samples.map(({ labels }) => labels.route)));
  expect([...routes].filter((route) => route?.includes('sitemap-'))).toHaveLength(1);
  for (const { name, type, help, samples } of families) {
    expect([name, help]).toEqual([name, expect.stringMatching(/\.$/)]);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    for (const { labels } of samples) expect(['GET', 'DELETE', 'OPTIONS', 'other', undefined]).toContain(labels.method);
  }
});

it('the parser of the text format refuses what is not of it', () => {
  const family = '# HELP a_total Some.\n# TYPE a_total counter\n';
  const [read] = parseExposition(String.raw`${family}a_total{b="\\ \" \n"} 1`.concat('\n'));
  expect(read?.samples[0]?.labels).toEqual({ b: '\\ " \n' });
  for (const wrong of [
    'a_total 1',
    'a_total{b="\\."} 1\n',
    'a_total{b="""} 1\n',
    'a_total{b="1",b="2"} 1\n',
    'a_total{b=1} 1\n',
    'a_total one\n',
    'a_total 1\na_total 2\n',
    'b_total 1\n',
    '\n',
    '# HELP a_total Again.\n',
  ])
    expect(() => parseExposition(family + wrong), wrong).toThrow();
});

test('metrics are refused without the token, and off if none is configured', async ({ backend: closed }) => {
  for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: metricsToken }]) {
    await expectRefusal(await closed.request('/metrics', { headers }), 401, 'not_authenticated');
  }
  await using without = await TestBackend.open(sqlite);
  await expectRefusal(await without.request('/metrics', bearer), 404, 'path_not_found');
});
