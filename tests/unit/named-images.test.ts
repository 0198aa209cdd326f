import { expect, test } from 'vitest';
import { imagesNamedIn } from '../../src/contract/named-images.ts';
import { fakeImage } from './support/images.ts';

const [cover, inside] = [fakeImage('cover'), fakeImage('inside')];

test("imagesNamedIn lists each uploaded image in a post's imgUrl and content once", () => {
  const content = `![](${inside.address})\n\n![again](https://storyline.example${inside.address} "twice")`;
  expect(imagesNamedIn({ imgUrl: cover.address, content })).toEqual([cover.name, inside.name]);
});

test("imagesNamedIn ignores the width in an image's URL", () => {
  expect(imagesNamedIn({ imgUrl: `${cover.address}?width=480`, content: '' })).toEqual([cover.name]);
});

test('imagesNamedIn skips URLs that are not of uploaded images', () => {
  const imgUrl = 'https://example.org/photo.jpg';
  const content = `![](/images/cover.webp) /images/${'f'.repeat(64)}-0x10.webp /images/${'f'.repeat(64)}-9999x10.webp`;
  expect(imagesNamedIn({ imgUrl, content })).toEqual([]);
});
