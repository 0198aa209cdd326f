import { expect, test } from 'vitest';
import { imageNameOf, parseImageName } from '../../src/contract/images.ts';

const digest = '0123456789abcdef'.repeat(4);
const image = { digest, width: 1_600, height: 9, ending: 'webp' } as const;

test("an image's name contains digest, size and type, which parseImageName returns", () => {
  expect(imageNameOf(image)).toBe(`${digest}-1600x9.webp`);
  expect(parseImageName(imageNameOf(image))).toEqual(image);
});

test.each([
  ['no digest', '-1x1.png'],
  ['a short digest', `${digest.slice(1)}-1x1.png`],
  ['a digest in capitals', `${digest.toUpperCase()}-1x1.png`],
  ['no width', `${digest}-0x9.png`],
  ['a padded width', `${digest}-01x9.png`],
  ['too wide', `${digest}-1601x9.png`],
  ['too high', `${digest}-9x1601.png`],
  ['an ending in capitals', `${digest}-1x1.PNG`],
  ['SVG', `${digest}-1x1.svg`],
  ['more after it', `${digest}-1x1.png/..`],
  ['more before it', `/${digest}-1x1.png`],
  ['another line', `${digest}-1x1.png\n`],
])('parseImageName returns undefined for a malformed name: %s', (_, name) => {
  expect(parseImageName(name)).toBeUndefined();
});
