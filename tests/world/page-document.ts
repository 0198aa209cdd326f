import { appBuilds, type BuildName } from './app-builds.ts';

/** Returns a stand-in for `document`, with the first script of this build, and text areas for the texts of `fields`. */
export const documentOf = (build: BuildName, fields: () => string[]) =>
  Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
    readyState: 'complete',
    querySelector: (selector: string) =>
      selector.includes('script[type="module"]')
        ? { getAttribute: (name: string) => (name === 'src' ? appBuilds[build].entry : null) }
        : null,
    querySelectorAll: (selector: string) =>
      selector.startsWith('textarea') ? fields().map((value) => ({ value })) : [],
  });
