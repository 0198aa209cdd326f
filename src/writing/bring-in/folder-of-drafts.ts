/** Matches a path that leads through a folder of drafts. */
export const inDrafts = /(?:^|\/)_?(?:drafts?|private|unpublished)\//i;

/** Returns the path without the folder that holds everything, unless that folder's name says that these are drafts. */
export const withoutTopFolder = (path: string): string => {
  const top = /^[^/]*\//.exec(path)?.[0] ?? '';
  return inDrafts.test(top) ? path : path.slice(top.length);
};
