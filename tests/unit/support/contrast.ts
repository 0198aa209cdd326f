import axe from 'axe-core';

/** The colour class of axe, which the types of axe lack. */
type Color = { parseString(text: string): void };
const { color: colours } = axe.commons as unknown as {
  color: { Color: new () => Color; getContrast(first: Color, second: Color): number };
};

/** Returns the contrast ratio of two colours, as accessibility checkers measure it. */
export function contrast(first: string, second: string): number {
  const parse = (text: string) => {
    const colour = new colours.Color();
    colour.parseString(text);
    return colour;
  };
  return colours.getContrast(parse(first), parse(second));
}
