// @vitest-environment node
import { expect, test } from 'vitest';
import {
  type Addresses,
  networkOf,
  readAddress,
  readAddresses,
  widerNetworkOf,
} from '../../src/server/http/ip-addresses.ts';
import { clientOf } from '../../src/server/http/request-context.ts';

test.each<[address: string, notations: string[]]>([
  ['203.0.113.1', ['203.0.113.1', '203.0.113.1:5000', '"203.0.113.1:5000"', '::ffff:203.0.113.1', '::ffff:cb00:7101']],
  ['203.0.113.1', ['0:0:0:0:0:ffff:203.0.113.1', '[::ffff:203.0.113.1]:5000', '::FFFF:203.0.113.1:5000']],
  ['2001:db8::1', ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '[2001:db8::1]', '[2001:db8::1]:443', '"[2001:db8::1]:443"']],
  // Without brackets an IPv6 address has no port: 443 is its last group.
  ['2001:db8::1:443', ['2001:db8::1:443']],
  ['fe80::1', ['fe80::1%eth0', '[fe80::1%eth0]:443']],
  ['1:2:3:4:5:6:6f7a:8590', [`1:2:3:4:5:6:111.122.133.144%${'x'.repeat(100)}`]],
  ['1111:2222:3333:4444:5555:6666:6f7a:8590', ['1111:2222:3333:4444:5555:6666:111.122.133.144']],
])('readAddress returns %s for all notations of that IP address', (address, notations) => {
  expect(notations.map((text) => [text, readAddress(text)])).toEqual(notations.map((text) => [text, address]));
});

test.each([
  ...'unknown _hidden localhost unix: 203.0.113.256 203.0.113.1: 203.0.113.1:x 203.0.113.1:123456'.split(' '),
  ...'203.0.113.1%eth0 [203.0.113.1]:80 [2001:db8::1 2001:db8::1]:443 [2001:db8::1]443 []:443'.split(' '),
  ...'"203.0.113.1 %eth0'.split(' '),
  '',
  '203.0.113.1 :80',
  '203.0.113.1:80, 203.0.113.2',
  `${'1'.repeat(5_000)}.0.0.1`,
])('%j is not an IP address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});

/** Returns the client's address, as the server computes it for a request from 127.0.0.1. */
const clientBehind = (proxies: Addresses, forwardedFor: string | undefined): string => {
  const header = (name: string) => (name === 'X-Forwarded-For' ? forwardedFor : undefined);
  return clientOf({ socket: { remoteAddress: '127.0.0.1' }, header }, proxies).address;
};

test("finds the client's address in X-Forwarded-For, even if proxies add ports", () => {
  const proxies = readAddresses('127.0.0.1, 10.0.0.0/8, 2001:db8::5') ?? { has: () => false };
  const behind = (forwardedFor: string) => clientBehind(proxies, forwardedFor);
  expect(behind('203.0.113.1:50001')).toBe('203.0.113.1');
  expect(behind('[2001:db8:1:2::1]:443')).toBe('2001:db8:1:2::1');
  // The server recognises a proxy in any notation of its address.
  expect(behind('203.0.113.1:50001, [2001:db8::5]:443, ::ffff:a00:1, 10.0.0.9:80')).toBe('203.0.113.1');
  for (const written of ['203.0.113.1:5000', '::ffff:203.0.113.1', '::ffff:cb00:7101']) {
    const client = behind(written);
    expect([networkOf(client), widerNetworkOf(client)]).toEqual(['203.0.113.1', '203.0.113.0/24']);
  }
});

test('ignores addresses to the left of an invalid entry in X-Forwarded-For', () => {
  const proxies = readAddresses('127.0.0.1, 10.0.0.0/8') ?? { has: () => false };
  const behind = (forwardedFor: string | undefined) => clientBehind(proxies, forwardedFor);
  expect(behind(undefined)).toBe('127.0.0.1');
  expect(behind('')).toBe('127.0.0.1');
  expect(behind('203.0.113.1, unknown')).toBe('127.0.0.1');
  expect(behind('203.0.113.1, unknown, 10.0.0.1')).toBe('10.0.0.1');
  expect(behind('unknown, 203.0.113.1:80')).toBe('203.0.113.1');
});

test.each([
  ['https', true],
  ['HTTPS', true],
  ['https, http', true],
  ['https,https', true],
  ['http, https', false],
  ['http', false],
  ['httpsx', false],
  ['', false],
])('behind a trusted proxy, the X-Forwarded-Proto %j means an https request: %s', (said, isHttps) => {
  const proxies = { has: () => true };
  const header = (name: string) => (name === 'X-Forwarded-Proto' ? said : undefined);
  expect(clientOf({ socket: { remoteAddress: '127.0.0.1' }, header }, proxies).isHttps).toBe(isHttps);
});
