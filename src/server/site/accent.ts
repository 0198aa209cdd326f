import { product } from '../../contract/product.ts';
import { ConfigError } from '../process/config-error.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** The least contrast of words with their background (WCAG 2.2, 1.4.3). */
const least = 4.5;

const themes = {
  light: { paper: parse(product.paper.light), sheet: parse('#ffffff'), wash: 0.1, towards: parse('#000000') },
  dark: { paper: parse(product.paper.dark), sheet: parse('#1e2128'), wash: 0.15, towards: parse('#ffffff') },
};

type Theme = (typeof themes)['light'];

/**
 * Checks a colour. The `#` may be missing, because a shell takes it for the start of a comment.
 * @returns `#rrggbb`
 * @throws {ConfigError} when this is no colour, or when words in it would have too little contrast in the light theme
 */
export function checkAccent(given: string): string {
  if (!/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(given)) throw new ConfigError('accent must be a colour such as #a8321a');
  const accent = parse(given);
  const found = Math.floor(contrastIn(themes.light, accent) * 10) / 10;
  if (found >= least) return format(accent);
  throw new ConfigError(
    `accent ${format(accent)} has a contrast of ${found}:1 with the page, and words need ${least}:1; the nearest colour with that contrast is ${format(legible(themes.light, accent))}`,
  );
}

/**
 * Returns the custom properties of an accent. The light theme uses the colour itself. The dark theme mixes it with as
 * much white as words need to be readable.
 */
export function coloursOf(accent: string): Record<string, string> {
  const [light, dark] = [parse(accent), legible(themes.dark, parse(accent))];
  // Written as the build compiles `light-dark()`, which not all supported browsers know.
  const both = (ofLight: Colour, ofDark: Colour) =>
    `var(--lightningcss-light,${format(ofLight)})var(--lightningcss-dark,${format(ofDark)})`;
  return {
    '--accent': both(light, dark),
    '--on-accent': both(themes.light.sheet, themes.dark.paper),
    '--accent-wash': both(washOf(themes.light, light), washOf(themes.dark, dark)),
  };
}

/**
 * Mixes a colour with black or white, depending on the theme, just enough that words in the mixed colour are readable.
 */
function legible(theme: Theme, colour: Colour): Colour {
  const steps = Array.from({ length: 257 }, (_, step) => mix(colour, theme.towards, step / 256));
  return steps.find((step) => contrastIn(theme, step) >= least) ?? theme.towards;
}

const washOf = ({ paper, wash }: Theme, accent: Colour) => mix(paper, accent, wash);

function contrastIn(theme: Theme, colour: Colour): number {
  const behind = [theme.paper, theme.sheet, washOf(theme, colour)];
  return Math.min(...behind.map((other) => contrast(colour, other)));
}

/** Returns the contrast ratio of two colours (WCAG 2.2). */
function contrast(first: Colour, second: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const at = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [at(0), at(1), at(2)];
};

function parse(given: string): Colour {
  const digits = given.replace('#', '');
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const at = (channel: number) => Number.parseInt(whole.slice(2 * channel, 2 * channel + 2), 16);
  return [at(0), at(1), at(2)];
}

const format = (colour: Colour): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
