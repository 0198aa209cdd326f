const yes = ['true', 'yes', 'on', 'y', '1'];
const no = ['false', 'no', 'off', 'n', '0'];
const hidden = ['draft', 'drafts', 'private', 'hidden'];

/**
 * What the front matter's fields say of a text that is not for the public; Pelican writes them with capitals, Obsidian
 * has `publish`, and WordPress's tools write its `status`.
 */
const words = new Map([
  ['draft', [...yes, ...hidden]],
  ['private', [...yes, ...hidden]],
  ['published', [...no, ...hidden]],
  ['publish', [...no, ...hidden]],
  ['status', [...no, ...hidden, 'skip', 'pending', 'future', 'trash']],
]);

const inDrafts = /(?:^|\/)_?drafts?\//i;

/**
 * Whether its author keeps a text from the public, by where it lies or what it says. Generators differ, and what YAML 1.1
 * has for yes and no is only a word in YAML 1.2.
 */
export const isKeptPrivate = (path: string, front: Record<string, unknown>): boolean =>
  inDrafts.test(path) ||
  Object.entries(front).some(([key, value]) =>
    words.get(key.toLowerCase())?.includes(String(value).trim().toLowerCase()),
  );

/** Without the folder that holds everything, unless its name says that these are drafts. */
export const withoutTopFolder = (path: string): string => {
  const top = /^[^/]*\//.exec(path)?.[0] ?? '';
  return inDrafts.test(top) ? path : path.slice(top.length);
};
