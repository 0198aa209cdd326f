import type { OldFault } from './old-fault.ts';

export const updatingFaults: OldFault[] = [
  {
    name: 'half of a script is cached as the whole script',
    breaks: /^[^"]* keeps ".*" as /,
    changes: [
      {
        file: 'src/worker/precache.ts',
        find: 'return !/\\.(?:js|css)$/.test(url) || hasHash(response, revision);',
        replace: "return !/\\.(?:js|css)$/.test(url) || revision !== '';",
      },
    ],
  },
  {
    name: 'any web page is cached as the page of the app',
    breaks: /^[^"]* keeps ".*" as |does not open the app again/,
    changes: [
      {
        file: 'src/worker/file-checks.ts',
        find: 'return named.length > 0 && named.every(isThere);',
        replace: 'return named.every(isThere);',
      },
    ],
  },
  {
    name: 'an update takes over at once, under pages of the earlier build',
    breaks: /takes over that nobody asked for|of build|its build/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/worker/index.ts',
        find: '\nprecacheOnInstall();',
        replace: "\nprecacheOnInstall();\nself.addEventListener('install', () => void self.skipWaiting());",
      },
    ],
  },
  {
    name: 'every tab reloads as an update takes over',
    breaks: /reloads, and nobody/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/device/updates/register-worker.ts',
        find: "workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && offer());",
        replace: "workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && location.reload());",
      },
    ],
  },
  {
    name: 'an accepted update closes a text that was begun meanwhile',
    breaks: /closes a text|reloads, and nobody/,
    changes: [
      {
        file: 'src/device/updates/register-worker.ts',
        find: "    if (textsOnScreen().length > 0) return 'text here';\n  }",
        replace: '  }',
      },
    ],
  },
  {
    name: 'an update opens in a tab with a text in it',
    breaks: /closes a text|reloads, and nobody/,
    changes: [
      {
        file: 'src/device/updates/register-worker.ts',
        find: "  if (textsOnScreen().length > 0) return 'text here';\n  if (reg",
        replace: '  if (reg',
      },
      {
        file: 'src/device/updates/register-worker.ts',
        find: "    if (textsOnScreen().length > 0) return 'text here';\n  }",
        replace: '  }',
      },
    ],
  },
  {
    name: 'the files of an earlier build are deleted while its page is open',
    breaks: /misses files of its build/,
    changes: [
      {
        file: 'src/worker/precache-cleanup.ts',
        find: 'if (files.length > 0 && (await isEveryPageOurs())) await deletePrecached(files);',
        replace: 'if (files.length > 0) await deletePrecached(files);',
      },
    ],
  },
  {
    name: 'the files of a waiting build are deleted like those of an earlier one',
    breaks: /has not all files|misses files|is left with build/,
    changes: [
      {
        file: 'src/worker/precache-cleanup.ts',
        find: 'if (!lock || self.registration.installing || self.registration.waiting) return;',
        replace: '',
      },
    ],
  },
];
