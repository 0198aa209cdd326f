import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contrast } from './support/contrast.ts';

const folder = join(import.meta.dirname, '../../src/app/styles');
const files = readdirSync(folder).map((name) => ({ name, css: readFileSync(join(folder, name), 'utf8') }));
const tokens = files.find(({ name }) => name === 'tokens.css')?.css ?? '';

type Theme = 'light' | 'dark';
const themes = ['light', 'dark'] as const;

/** Returns the colour that a CSS value has in the theme, or `undefined` if the value is not a colour. */
function colourOf(value: string, theme: Theme): string | undefined {
  const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (name !== undefined) return colourOf(new RegExp(`\\${name}: ([^;]+);`).exec(tokens)?.[1] ?? '', theme);
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  return { light, dark }[theme];
}

/** Each rule of the style sheets, with its declarations. */
const rules = files.flatMap(({ name, css }) =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    rule: `${name}: ${selector.trim()}`,
    values: Object.fromEntries([...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, key = '', value]) => [key, value])),
  })),
);

/** Backgrounds assumed for rules that set none. For rules in `code.css`, `codeGround` is assumed instead. */
const grounds = ['var(--paper)', 'var(--sheet)'];
const codeGround = files.map(({ css }) => /--code-ground: ([^;]+);/.exec(css)?.[1]).find(Boolean) ?? '';

/** A rule whose background never has text on it. */
const wordless = 'reading-extras.css: .reading-progress';

/** Pairs of text colour and background that no single rule sets, for example of a link in a notice. */
const inherited = [
  ['--ink-soft', '--line'],
  ['--accent', '--line'],
  ['--accent', '--accent-wash'],
  ['--ink-soft', '--accent-wash'],
].map(([color, background]) => ({
  rule: `${color} on ${background}`,
  values: { color: `var(${color})`, background: `var(${background})` },
}));

test.each(themes)('every colour of text has a contrast of at least 4.5:1 in the %s theme', (theme) => {
  const pairs = [...rules, ...inherited].flatMap(({ rule, values: { color = 'var(--ink)', background } }) => {
    const own = background && colourOf(background, theme) !== undefined ? [background] : undefined;
    const on = own ?? (rule.startsWith('code.css') ? [codeGround] : grounds);
    return on.map((ground) => ({ rule, colour: colourOf(color, theme), ground: colourOf(ground, theme) }));
  });
  const judged = pairs.flatMap(({ rule, colour, ground }) =>
    colour && ground ? [{ rule, contrast: contrast(colour, ground) }] : [],
  );
  expect(judged.length).toBeGreaterThan(100);
  expect(judged.filter(({ rule, contrast }) => contrast < 4.5 && rule !== wordless)).toEqual([]);
  expect(judged.map(({ rule }) => rule)).toContain('posts.css: ::placeholder');
});

test("the colour of dangerous actions is red, whatever the site's accent", () => {
  const { values = {} } = rules.find(({ rule }) => rule.endsWith(': .danger')) ?? {};
  expect(values).toEqual({ '--accent': 'var(--danger)' });
  for (const theme of themes) {
    const [red = 0, green = 0, blue = 0] = (colourOf('var(--danger)', theme)?.match(/\w\w/g) ?? []).map((part) =>
      Number.parseInt(part, 16),
    );
    expect([theme, red > 1.5 * green && red > 1.5 * blue]).toEqual([theme, true]);
  }
});
