import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { barLink } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const fileOf = (path: string) => readFileSync(join(inject('ownClient'), path));

interface Picture {
  src: string;
  sizes: string;
  type: string;
}

interface Manifest {
  scope: string;
  start_url: string;
  theme_color: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string; icons: Picture[] }[];
  share_target: { action: string };
}

/** Returns the manifest of the built client. The audit checks Chromium's errors about the manifest. */
const readManifest = (): Manifest => JSON.parse(fileOf('manifest.webmanifest').toString());

/** Returns width and height from a PNG's header (PNG specification, 11.2.1). */
function sizeOfPng(file: Buffer): string {
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test('every picture in the manifest exists, in its declared type and size', () => {
  const { icons, screenshots, shortcuts } = readManifest();
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes, type } of pictures) {
    if (type === 'image/png') expect(sizeOfPng(fileOf(src)), src).toBe(sizes);
    else expect([type, sizes, fileOf(src).toString().includes('<svg')], src).toEqual(['image/svg+xml', 'any', true]);
  }
});

test("start URL, shortcuts and share target are within the manifest's scope", () => {
  const { scope, start_url, shortcuts, share_target } = readManifest();
  for (const path of [start_url, share_target.action, ...shortcuts.map(({ url }) => url)]) {
    expect(path.startsWith(scope), path).toBe(true);
  }
});

testFirst(['light', 'dark'] as const)(
  'the theme colour equals the background of the bar in the %s colour scheme',
  async (colorScheme) => {
    const { tab } = await openTabOn(openOwnSite, { colorScheme });
    for (const path of ['/home', '/login', '/no/such/page']) {
      await tab.goto(path);
      await barLink(tab.page, 'Home').waitFor();
      const found = await coloursOf(tab.page);
      expect(found.frame, path).toEqual([found.paper]);
      // The manifest has one colour, which applies only until a page sets its own.
      if (colorScheme === 'light') expect(hexOf(readManifest().theme_color)).toBe(found.paper);
    }
  },
);

const hexOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Returns the colour of the bar, and the theme colours that the page sets for this colour scheme. */
function coloursOf(page: Page): Promise<{ paper: string; frame: string[] }> {
  return page.evaluate(() => {
    const computed = (colour: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = colour;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const bar = document.querySelector('.bar');
    return {
      paper: bar ? getComputedStyle(bar).backgroundColor : '',
      frame: metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => computed(content)),
    };
  });
}
