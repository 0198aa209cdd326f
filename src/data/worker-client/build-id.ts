/**
 * The URL of the entry script. Its name has a hash of its content and of every other chunk, so it identifies the build.
 */
export const buildId = (): string => import.meta.url;
