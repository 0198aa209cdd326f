import { expect, test } from 'vitest';
import { imageAddress } from '../../src/contract/image-url.ts';

/** Hosts that only pages in a private network may load images from, grouped by rule. */
const privateHosts = [
  // Names of one word, and names with an empty label.
  'localhost LOCALHOST:8080 router router. router.. .router .',
  // Names in a local zone.
  'app.localhost nas.local nas.LOCAL. nas.local.. nas。local vault.internal router.lan nas.home.arpa nas.home app.test',
  'wiki.corp. wiki.intranet nas.localdomain. nas.private nas.localnet fritz.box nas.fritz.box speedport.ip',
  // Addresses outside the public internet.
  '127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1',
  '198.19.255.255 192.0.0.8 192.0.2.1 198.51.100.1 203.0.113.255 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255',
  '[::1] [::] [fe80::1] [fd00::1] [fec0::1] [ff02::1] [::ffff:10.0.0.1] [64:ff9b::10.0.0.1] [2001:db8::1]',
  '[2001:db8:1:2:3:4:5:6] [2002:c0a8:101::1] [2002:a00:1::] [2001::1] [2::1] [2001:1ff::1] [3fff:fff::1]',
  // Other notations of private addresses.
  '2130706433 0x7f.1 0300.0250.0x1.2 192。168。1。2 192.168.1.2. %31%39%32.168.1.2 192.168.1.2:8443',
  'user@10.0.0.1 images.example@192.168.1.2',
].flatMap((hosts) => hosts.split(' '));

const inside = [
  privateHosts.map((host) => `http://${host}/admin?reboot=1`),
  ['https://10.1.2.3/a.png', 'https:192.168.1.2/x', 'http:192.168.1.2/x', 'https:\\192.168.1.2/x'],
  ['https:/192.168.1.2/x', 'http:///192.168.1.2/x', 'http:foo', '//192.168.1.1/a.png', '\\\\192.168.1.1\\a.png'],
  ['/\\192.168.1.1/x', '/\t/192.168.1.1/x', 'ht\ntps://192.168.1.2/x', ' \u0000//192.168.1.1/x'],
].flat();

const publicHosts = [
  '8.8.8.8 172.32.0.1 100.128.0.1 198.17.0.1 198.20.0.1 192.0.1.1 192.0.20.1 198.51.10.1 203.0.11.1 223.255.255.255',
  '[2606:4700::1111] [2001:4860:4860::8888] [2001:200::1] [3fff:ffff::1] lan.example home.example my-home.example',
  'test.example private.example 10.example.com localhost.example internal.example fritz.box.example notfritz.box',
  '10.0.0.1.example',
].flatMap((hosts) => hosts.split(' '));

/** Pairs of an address that an author wrote and the address that pages load. */
const outside = [
  ['https://images.example/a.png', 'https://images.example/a.png'],
  ['HTTPS://Images.Example:443/a b.png', 'https://images.example/a%20b.png'],
  [' https:\\\\images.example\\a.png\n', 'https://images.example/a.png'],
  ['https:images.example/a.png', 'https://images.example/a.png'],
  ['/samples/train.webp', '/samples/train.webp'],
  ['samples/train.webp', '/samples/train.webp'],
  ['../samples/./train.webp?a=1, 2x', '/samples/train.webp?a=1,%202x'],
  ['\\samples\\train.webp', '/samples/train.webp'],
  ['//images.example/a.png', 'https://images.example/a.png'],
  ['/\\images.example/a.png', 'https://images.example/a.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ...publicHosts.map((host) => [`https://${host}/a.png`, `https://${host}/a.png`] as const),
] as const;

test.each(inside)('only pages in a private network load %j as an image', (url) => {
  expect(imageAddress(url, 'blog.example')).toBeUndefined();
  expect(imageAddress(url, '')).toBeUndefined();
  for (const host of ['localhost', '127.0.0.1', '192.168.1.5', 'blog', '[::1]'])
    expect(imageAddress(url, host)).toMatch(/^https?:\/\/[^/]+\//);
});

test.each(outside)('every page loads %j as %j', (url, address) => {
  for (const host of ['blog.example', 'localhost', '']) expect(imageAddress(url, host)).toBe(address);
});

const nowhere = [
  ['', ' ', '\u00a0', '/', '#a', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://images.example/a', 'blob:x'],
  ['http://', 'ws://a.example'],
  // Each resolves to a path that begins with //. Used as a URL, that path would name a host.
  ['/.//192.168.1.2/x', 'a/..//images.example/x', '/.\\\\192.168.1.2/x'],
].flat();

test.each(nowhere)('no page loads %j as an image', (url) => {
  for (const host of ['blog.example', 'localhost', '']) expect(imageAddress(url, host)).toBeUndefined();
});
