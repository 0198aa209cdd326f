import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { sqlite } from './support/stores.ts';

const metricsToken = 'a token for metrics';
const bearer = { headers: { Authorization: `Bearer ${metricsToken}` } };

test('metrics need the token, and have routes, never requested paths', async () => {
  await using backend = await TestBackend.open(sqlite, { metricsToken });
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

test('metrics are refused without the token, and off if none is configured', async () => {
  await using closed = await TestBackend.open(sqlite, { metricsToken });
  for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: metricsToken }]) {
    await expectRefusal(await closed.request('/metrics', { headers }), 401, 'not_authenticated');
  }
  await using without = await TestBackend.open(sqlite);
  await expectRefusal(await without.request('/metrics', bearer), 404, 'path_not_found');
});
