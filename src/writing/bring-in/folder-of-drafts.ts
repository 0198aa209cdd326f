/** Whether a path leads through a folder of drafts. */
export const inDrafts = /(?:^|\/)_?(?:drafts?|private|unpublished)\//i;

/** Without the folder that holds everything, unless its name says that these are drafts. */
export const withoutTopFolder = (path: string): string => {
  const top = /^[^/]*\//.exec(path)?.[0] ?? '';
  return inDrafts.test(top) ? path : path.slice(top.length);
};
