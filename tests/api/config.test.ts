import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { readConfig } from '../../src/server/config.ts';
import { ConfigError } from '../../src/server/process/config-error.ts';

test.for([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['SAMPLE_POSTS', 'no'],
  ['DATABASE_URL', 'not an address'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['TRUST_PROXY', 'my-proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['CORS_ORIGIN', '*'],
  ['CORS_ORIGIN', 'https://a.example/path'],
  ['CORS_ORIGIN', 'https://a.example,null'],
  ['LOGINS_PER_ACCOUNT', 'few'],
  ['REGISTRATIONS_PER_ADDRESS', '-1'],
  ['POSTS_PER_ACCOUNT', 'many'],
  ['POST_BYTES_PER_ACCOUNT', '3000000000'],
  ['METRICS_TOKEN', 'short'],
  ['LOGINS_PER_ACCOUNT_TOTAL', '1.5'],
  ['REGISTRATION', 'sometimes'],
  ['PUBLIC_ORIGIN', 'blog.example.org'],
  ['PUBLIC_ORIGIN', 'https://blog.example.org/'],
  ['PUBLIC_ORIGIN', 'ftp://blog.example.org'],
])('readConfig refuses %s set to %s in one line that names the variable', ([name = '', value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^.*${name}.*$`));
});

test('POST_BYTES_PER_ACCOUNT must be 0 or at least the size of the longest post', () => {
  const longest = 3 * (limits.title + limits.imgUrl + limits.content);
  const read = (bytes: number) => readConfig({ POST_BYTES_PER_ACCOUNT: `${bytes}` }).postingLimits?.bytes;
  expect([read(0), read(longest)]).toEqual([0, longest]);
  expect(() => read(longest - 1)).toThrow(
    `POST_BYTES_PER_ACCOUNT must be 0 (no limit) or at least ${longest}, the longest post`,
  );
});

test('readConfig parses proxy addresses, CORS origins and login limits', () => {
  const config = readConfig({
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32',
    CORS_ORIGIN: 'https://a.example, http://localhost:5173',
    LOGINS_PER_ACCOUNT: '0',
  });
  const trusted = ['127.0.0.1', '::ffff:10.9.8.7', '2001:db8::1', '127.0.0.2', 'no address'];
  expect(trusted.filter((address) => config.trustProxy?.has(address))).toEqual(trusted.slice(0, 3));
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  expect(config.quotas?.loginsPerAccount).toBe(0);
  expect(config.quotas?.loginsPerAddress).toBeGreaterThan(0);
});

test.for([
  [{}, 'open'],
  [{ PUBLIC_ORIGIN: 'http://localhost:3000' }, 'open'],
  [{ PUBLIC_ORIGIN: 'http://127.0.0.1:3000' }, 'open'],
  [{ PUBLIC_ORIGIN: 'http://[::1]:3000' }, 'open'],
  [{ PUBLIC_ORIGIN: 'https://blog.example' }, 'first'],
  [{ PUBLIC_ORIGIN: 'https://localhost.example' }, 'first'],
  [{ PUBLIC_ORIGIN: 'https://127.0.0.1.example' }, 'first'],
  [{ PUBLIC_ORIGIN: 'https://blog.example', REGISTRATION: '' }, 'first'],
  [{ PUBLIC_ORIGIN: 'https://blog.example', REGISTRATION: 'open' }, 'open'],
  [{ PUBLIC_ORIGIN: 'https://blog.example', REGISTRATION: 'closed' }, 'closed'],
  [{ REGISTRATION: 'invite' }, 'invite'],
] as const)('readConfig with %o sets registration to "%s"', ([environment, rule]) => {
  expect(readConfig(environment).registration).toBe(rule);
});
