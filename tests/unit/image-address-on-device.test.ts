// @vitest-environment node
import { expect, test } from 'vitest';
import { stubGlobal } from './support/global.ts';

const atHome = [
  'https:192.168.1.2/x',
  'http://192.168.1.2/x',
  '/\\nas.local/x',
  '\\\\nas.local/x',
  '/.//192.168.1.2/x',
  '/images/a 1w, https:192.168.1.2/x',
];

const openPage = (href: string) => stubGlobal('location', new URL(href));

test.each(['https://blog.example/home', 'http://blog.example/blog/1'])(
  'a page at %s pins no image from a private network',
  async (page) => {
    using _ = openPage(page);
    const { imagesOf } = await import('../../src/reading/store/pinned-images.ts');
    const hosts = atHome.flatMap((imgUrl) => imagesOf({ imgUrl })).map((address) => new URL(address).hostname);
    expect(hosts).toEqual(['blog.example']);
  },
);

test('an image is pinned under the URL that pages load, whichever page pins it', async () => {
  const { imagesOf } = await import('../../src/reading/store/pinned-images.ts');
  const pinnedOn = (page: string) => {
    using _ = openPage(page);
    return ['a b.webp#c', '//images.example/a', 'data:,x', 'https:images.example'].map((imgUrl) =>
      imagesOf({ imgUrl }),
    );
  };
  const pinned = [['https://blog.example/a%20b.webp'], ['https://images.example/a'], [], ['https://images.example/']];
  for (const page of ['home', 'blog/1']) expect(pinnedOn(`https://blog.example/${page}`)).toEqual(pinned);
});
