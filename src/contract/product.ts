/** What the product is called and says of itself; every other place reads it from here. */
export const product = {
  name: 'Storyline',
  tagline: 'every line of code tells a story',
  description: 'Read and write stories about code, with or without a network.',
  /** Also the colour of the browser's own frame, in light and in dark. */
  paper: { light: '#fbf9f4', dark: '#16181d' },
} as const;
