import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PostImage } from '../../src/app/components/PostImage.tsx';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { ServerDocumentContext } from '../../src/app/hooks/ServerDocumentContext.ts';
import { imageAddress } from '../../src/contract/image-url.ts';
import { parseImageName } from '../../src/contract/images.ts';
import { headOf } from '../../src/server/pages/page-head.ts';
import { fuzzSeed, scaled } from '../test-run.ts';
import { imageAddressesIn } from './support/image-candidates.ts';
import { htmlOf } from './support/prose.tsx';

/** `FC_RUNS=10000 npx vitest run --project unit image-address-attacks` tries more addresses. */
const runs = { numRuns: Number(process.env.FC_RUNS ?? 150), seed: fuzzSeed() };
const limits = { timeout: scaled(30_000 + runs.numRuns * 20) };

const pages = ['https://blog.example/blog/1', 'http://blog.example/home'];

/** All public IPv6 addresses are in 2000::/3. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
/** IANA's special-purpose addresses, listed here so as not to trust the code under test. */
const special = new BlockList();
for (const subnet of [
  ...'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24'.split(' '),
  ...'192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'.split(' '),
  ...'2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' '),
]) {
  const [net = '', bits] = subnet.split('/');
  special.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');
}

const localZones = ['.local', '.localhost', '.internal', '.home.arpa'];

function isPublic(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]|\.+$/g, '');
  switch (isIP(host)) {
    case 4:
      return !special.check(host, 'ipv4');
    case 6:
      return unicast.check(host, 'ipv6') && !special.check(host, 'ipv6');
    default:
      return host.includes('.') && !localZones.some((zone) => `.${host}`.endsWith(zone));
  }
}

const digest = 'a'.repeat(64);
const own = `/images/${digest}-1600x900.webp`;

const schemes = 'https: http: HTTPS: data: javascript: ws:'.split(' ');
const slashes = ['', '/', '//', '\\', '\\\\', '/\\', '///', '/.//', '..'];
const separators = [...', # ? @ u:p@ :80 . 。 %2e %00'.split(' '), '\t', '\n', ' ', '\0', ', ', ' 1w, ', ' 2x,'];
const hosts = [
  ...'192.168.1.2 192。168。1。2 0xc0a80102 3232235778 0300.0250.1.2 %31%39%32.168.1.2 127.1 localhost'.split(' '),
  ...'[::1] [::] [::ffff:192.168.1.2] [64:ff9b::192.168.1.2] [2002:c0a8:102::] [2001:0:1::] [fe80::1]'.split(' '),
  ...'nas.local nas.home.arpa router a.internal images.example 8.8.8.8 [2606:4700::1111] 1.com'.split(' '),
];
const paths = ['/admin?reboot=1', '/x', '/images/', own, own.slice(1), `${own}?width=240`, 'a.png', '(', ')'];
const pieces = fc.constantFrom(...schemes, ...slashes, ...separators, ...hosts, ...paths, `${own.slice(0, -5)}.svg`);
const hostile = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 6 }).map((some) => some.join('')),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 6 }).map((some) => some.join('')),
  fc.webUrl(),
);

const postImage = (url: string, host: string) =>
  renderToStaticMarkup(
    <ServerDocumentContext value={{ title: '', host }}>
      <PostImage url={url} className="x" width={10} height={20} isFirst />
    </ServerDocumentContext>,
  );

const headWith = (imgUrl: string, origin: string) =>
  headOf({
    origin,
    path: '/blog/1',
    title: 'x',
    kind: 'public',
    site: {},
    read: { post: { _id: '1', title: 'x', imgUrl, content: '', createdAt: '' }, authorName: 'x' } as never,
  });

/** Returns the private hosts that a browser requests if a public page contains these addresses. */
const privateHostsIn = (addresses: string[]): string[] =>
  addresses.flatMap((address) =>
    pages.flatMap((page) => {
      const { protocol, hostname } = new URL(address, page);
      return protocol === 'data:' || (protocol.startsWith('http') && isPublic(hostname)) ? [] : [hostname];
    }),
  );

/** Returns the addresses other than `allowed`. If `allowed` is an uploaded image, any width of it is allowed, too. */
const othersThan = (allowed: string | undefined, addresses: string[]): string[] =>
  addresses.filter((address) => {
    const isUploaded = parseImageName(allowed?.replace('/images/', '') ?? '') !== undefined;
    return address !== allowed && !(isUploaded && address.replace(/\?width=\d+$/, '') === allowed);
  });

const nothing = { hosts: [], others: [] };

test('PostImage makes browsers request only the sanitised, public address of an imgUrl', limits, () => {
  fc.assert(
    fc.property(hostile, (written) => {
      const allowed = imageAddress(written, 'blog.example') ?? placeholder;
      const addresses = imageAddressesIn(postImage(written, 'blog.example'));
      expect({ hosts: privateHostsIn(addresses), others: othersThan(allowed, addresses) }).toEqual(nothing);
    }),
    runs,
  );
});

test('an image in a text makes browsers request only its sanitised, public address', limits, () => {
  fc.assert(
    fc.property(hostile, (written) => {
      for (const image of htmlOf(`![x](<${written}>)`).match(/<img[^>]*>/g) ?? []) {
        const addresses = imageAddressesIn(image);
        const allowed = imageAddress(addresses[0] ?? '', 'blog.example');
        expect({ hosts: privateHostsIn(addresses), others: othersThan(allowed, addresses) }).toEqual(nothing);
      }
    }),
    runs,
  );
});

test("the page's head contains the image's sanitised address, or else the app's icon", limits, () => {
  fc.assert(
    fc.property(hostile, (written) => {
      const { content } = Object.assign(document.createElement('template'), {
        innerHTML: headWith(written, 'https://blog.example'),
      });
      const named = content.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
      const { image } = JSON.parse(content.querySelector('script')?.textContent ?? '');
      const allowed = imageAddress(written, 'blog.example') ?? 'data:';
      const { href } = new URL(allowed.startsWith('data:') ? '/icons/icon-512.png' : allowed, 'https://blog.example');
      expect({ named, image, hosts: privateHostsIn([named]) }).toEqual({ named: href, image: href, hosts: [] });
    }),
    runs,
  );
});

test("sanitising an image's address a second time does not change it", () => {
  fc.assert(
    fc.property(hostile, (written) => {
      const address = imageAddress(written, 'blog.example');
      if (address !== undefined) expect(imageAddress(address, 'blog.example')).toBe(address);
    }),
    runs,
  );
});

test.each([
  '/images/a 1w, https://192.168.1.9/admin?reboot=1&x',
  `${own} 1w, https://192.168.1.9/x`,
  `${own},https://192.168.1.9/x`,
  `${own}#, https://192.168.1.9/x`,
  `${own}?width=240, //192.168.1.9/x 1w`,
  `/images/../${own}, //192.168.1.9/x 1w`,
  '/images/a.webp',
  `https://blog.example${own}`,
])('an image with the URL %j gets no srcset', (written) => {
  expect(postImage(written, 'blog.example')).not.toMatch(/srcset/i);
});
