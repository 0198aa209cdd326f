import { appBuilds, type BuildName } from './app-builds.ts';

/** `document` of a page of this build, with the texts that stand in its fields. */
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
