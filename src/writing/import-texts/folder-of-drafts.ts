/** Matches a path that leads through a folder of drafts. */
export const inDrafts = /(?:^|\/)_?(?:drafts?|private|unpublished)\//i;

/** Returns the path without its top folder, unless the name of that folder marks drafts. */
export const withoutTopFolder = (path: string): string => {
  const top = /^[^/]*\//.exec(path)?.[0] ?? '';
  return inDrafts.test(top) ? path : path.slice(top.length);
};
