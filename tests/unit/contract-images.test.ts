import { expect, test } from 'vitest';
import { imageNameOf, parseImageName } from '../../src/contract/images.ts';

const digest = '0123456789abcdef'.repeat(4);
const image = { digest, width: 1_600, height: 9, ending: 'webp' } as const;

test('parseImageName returns the digest, size and type that imageNameOf puts in a name', () => {
  expect(imageNameOf(image)).toBe(`${digest}-1600x9.webp`);
  expect(parseImageName(imageNameOf(image))).toEqual(image);
});

test.each([
  ['no digest', '-1x1.png'],
  ['a short digest', `${digest.slice(1)}-1x1.png`],
  ['a digest in capitals', `${digest.toUpperCase()}-1x1.png`],
  ['a width of 0', `${digest}-0x9.png`],
  ['a padded width', `${digest}-01x9.png`],
  ['a width of 1601', `${digest}-1601x9.png`],
  ['a height of 1601', `${digest}-9x1601.png`],
  ['an ending in capitals', `${digest}-1x1.PNG`],
  ['the ending svg', `${digest}-1x1.svg`],
  ['text after the ending', `${digest}-1x1.png/..`],
  ['text before the digest', `/${digest}-1x1.png`],
  ['a line break at the end', `${digest}-1x1.png\n`],
])('parseImageName returns undefined for a name with %s', (_, name) => {
  expect(parseImageName(name)).toBeUndefined();
});
