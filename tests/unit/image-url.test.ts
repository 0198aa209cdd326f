import { expect, test } from 'vitest';
import { isImageUrl } from '../../src/contract/image-url.ts';

const inside = [
  'http://localhost/a.png',
  'http://LOCALHOST:8080/a.png',
  'http://app.localhost/a.png',
  'http://127.0.0.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f.1/a.png',
  'http://0.0.0.0/',
  'https://10.1.2.3/a.png',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/admin?reboot=1',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  '//192.168.1.1/a.png',
  '\\\\192.168.1.1\\a.png',
  'http://user@10.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://router/',
  'http://router./',
  'http://nas.local/',
  'http://nas.LOCAL./',
  'http://vault.internal/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://192.0.0.8/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://router.lan/',
  'http://nas.home.arpa/',
  'http://nas.home/',
  'http://wiki.corp./',
  'http://wiki.intranet/',
  'http://nas.localdomain./',
  'http://nas.private/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.255/',
  'http://[2001:db8::1]/a.png',
  'http://[2001:db8:1:2:3:4:5:6]/',
  'http://[2002:c0a8:101::1]/',
  'http://[2002:a00:1::]/',
  'http://[2001::1]/',
  'http://[2::1]/',
];

const outside = [
  'https://images.example/a.png',
  '/samples/train.webp',
  'samples/train.webp',
  '//images.example/a.png',
  'http://8.8.8.8/a.png',
  'http://172.32.0.1/',
  'http://100.128.0.1/',
  'http://198.17.0.1/',
  'http://198.20.0.1/',
  'http://192.0.1.1/',
  'http://223.255.255.255/',
  'http://lan.example/',
  'https://home.example/',
  'https://my-home.example/',
  'http://192.0.20.1/',
  'http://198.51.10.1/',
  'http://203.0.11.1/',
  'http://[2606:4700::1111]/a.png',
  'http://[2001:4860:4860::8888]/',
  'http://[2001:db::1]/',
  'http://[3fff:ffff::1]/',
  'https://private.example/',
  'https://10.example.com/',
  'https://localhost.example/',
  'https://internal.example/',
  'data:image/png;base64,AAAA',
];

test.each(inside)(
  '%s is no image for the readers of a public page, and one for those of a page in the same network',
  (url) => {
    expect(isImageUrl(url, 'blog.example')).toBe(false);
    expect(isImageUrl(url, '')).toBe(false);
    for (const host of ['localhost', '127.0.0.1', '192.168.1.5', 'blog', '[::1]'])
      expect(isImageUrl(url, host)).toBe(true);
  },
);

test.each(outside)('%s is an image for every page', (url) => {
  for (const host of ['blog.example', 'localhost', '']) expect(isImageUrl(url, host)).toBe(true);
});

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://images.example/a',
  'blob:x',
  'http://',
  'ws://a.example',
])('%s is no image for any page', (url) => {
  for (const host of ['blog.example', 'localhost', '']) expect(isImageUrl(url, host)).toBe(false);
});
