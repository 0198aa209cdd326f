/** The file that every page begins with: its name has its content in it, and that of every other part, so it names the build. */
export const ownScript = (): string => import.meta.url;
