/** The product's name, tagline and colours. An operator may set others (site.ts). */
export const product = {
  name: 'Storyline',
  tagline: 'every line of code tells a story',
  /** Background of pages, and the colour of the browser's own frame (`theme-color`), per theme. */
  paper: { light: '#fbf9f4', dark: '#16181d' },
} as const;

/** For search engines and app stores. Separate from `product`, so that it stays out of the app's first script. */
export const productDescription = 'Read and write stories about code, with or without a network.';
