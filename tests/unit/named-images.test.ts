import { expect, test } from 'vitest';
import { imagesNamedIn } from '../../src/contract/named-images.ts';
import { fakeImage } from './support/images.ts';

const [cover, inside] = [fakeImage('cover'), fakeImage('inside')];

test("lists the uploaded images that a post's imgUrl and content name, each once", () => {
  const content = `![](${inside.address})\n\n![again](https://storyline.example${inside.address} "twice")`;
  expect(imagesNamedIn({ imgUrl: cover.address, content })).toEqual([cover.name, inside.name]);
});

test('a URL with a width names the same image', () => {
  expect(imagesNamedIn({ imgUrl: `${cover.address}?width=480`, content: '' })).toEqual([cover.name]);
});

test('lists only uploaded images, no other URLs', () => {
  const imgUrl = 'https://example.org/photo.jpg';
  const content = `![](/images/cover.webp) /images/${'f'.repeat(64)}-0x10.webp /images/${'f'.repeat(64)}-9999x10.webp`;
  expect(imagesNamedIn({ imgUrl, content })).toEqual([]);
});
