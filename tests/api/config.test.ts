import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/server/config.ts';

test.for([
  ['DATABASE_URL', 'not an address'],
  ['TRUST_PROXY', 'my-proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['CORS_ORIGIN', '*'],
  ['CORS_ORIGIN', 'https://a.example/path'],
  ['CORS_ORIGIN', 'https://a.example,null'],
  ['LOGINS_PER_ACCOUNT', 'few'],
  ['REGISTRATIONS_PER_ADDRESS', '-1'],
  ['METRICS_TOKEN', 'short'],
])('%s as %s is refused, naming it', ([name = '', value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('what is right is read once, as what it means', () => {
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
