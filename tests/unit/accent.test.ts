import fc from 'fast-check';
import { expect, test } from 'vitest';
import { product } from '../../src/contract/product.ts';
import { checkAccent, coloursOf } from '../../src/server/site/accent.ts';
import { contrast } from './support/contrast.ts';

/** Returns the colour that a `light-dark(…)` value has in the theme. */
function inTheme(value: string | undefined, theme: 'light' | 'dark'): string {
  const [, light = '', dark = ''] = /^[^#]+(#[0-9a-f]{6})[^#]+(#[0-9a-f]{6})\)$/.exec(value ?? '') ?? [];
  return { light, dark }[theme];
}

const sheet = { light: '#ffffff', dark: '#1e2128' };

function expectLegible(accent: string): void {
  const colours = coloursOf(accent);
  for (const theme of ['light', 'dark'] as const) {
    const of = (name: string) => inTheme(colours[name], theme);
    for (const behind of [product.paper[theme], sheet[theme], of('--accent-wash'), of('--on-accent')])
      expect([accent, theme, behind, contrast(of('--accent'), behind) >= 4.5]).toEqual([accent, theme, behind, true]);
  }
}

const byte = fc.integer({ min: 0, max: 255 });
const anyColour = fc
  .tuple(byte, byte, byte)
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);

test('checkAccent accepts only legible colours, and suggests a legible one otherwise', () => {
  fc.assert(
    fc.property(anyColour, (accent) => {
      let taken = accent;
      try {
        taken = checkAccent(accent);
        expect(taken).toBe(accent);
      } catch (error) {
        const { message } = error as Error;
        taken = /the nearest colour with that contrast is (#[0-9a-f]{6})$/.exec(message)?.[1] ?? message;
        expect(checkAccent(taken)).toBe(taken);
      }
      expectLegible(taken);
    }),
  );
});

test("checkAccent accepts black and the app's default accent, and refuses white", () => {
  for (const accent of ['#000000', '#a8321a']) {
    expect(checkAccent(accent)).toBe(accent);
    expectLegible(accent);
  }
  expect(() => checkAccent('#ffffff')).toThrow('has a contrast of 1:1');
});
