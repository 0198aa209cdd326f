/** The parts of a name such as `index-a1b2c3d4.js`: what it is in every build, the hash of its content, its ending. */
export const assetName = /^(.+)-([\w-]{8})\.(js|css)$/;

/** How many characters of the SHA-256, in base64url, are in a name: enough to notice another file served by accident. */
export const hashLength = 8;

/**
 * The import map in a page's HTML, as text. It leads to the files that other files import by keys. Two builds whose
 * pages run different modules have different maps: what has no key is named, by its content, in what has one.
 */
export const importMapIn = (html: string): string | undefined =>
  /<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1];
