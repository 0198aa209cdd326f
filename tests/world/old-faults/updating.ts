import type { OldFault } from './old-fault.ts';

export const updatingFaults: OldFault[] = [
  {
    name: 'a truncated script is cached as the whole script',
    breaks: /^[^"]* keeps ".*" as /,
    changes: {
      'src/worker/precache.ts': {
        'return !/\\.(?:js|css)$/.test(url) || hasHash(response, revision);':
          "return !/\\.(?:js|css)$/.test(url) || revision !== '';",
      },
    },
  },
  {
    name: "any HTML page is cached as the app's page",
    breaks: /^[^"]* keeps ".*" as |does not open the app again/,
    changes: {
      'src/worker/file-checks.ts': {
        'return named.length > 0 && named.every(isThere);': 'return named.every(isThere);',
      },
    },
  },
  {
    name: 'an update takes over while pages of the earlier build are open',
    breaks: /takes over that nobody asked for|of build|its build/,
    isQuicklyFound: true,
    changes: {
      'src/worker/index.ts': {
        '\nprecacheOnInstall();':
          "\nprecacheOnInstall();\nself.addEventListener('install', () => void self.skipWaiting());",
      },
    },
  },
  {
    name: 'every tab reloads when an update takes over',
    breaks: /reloads, and nobody/,
    isQuicklyFound: true,
    changes: {
      'src/device/updates/register-worker.ts': {
        "workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && offer());":
          "workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && location.reload());",
      },
    },
  },
  {
    name: 'an update closes a text that a person began after accepting the update',
    breaks: /closes a text|reloads, and nobody/,
    changes: {
      'src/device/updates/register-worker.ts': {
        "    if (textsOnScreen().length > 0) return 'text here';\n  }": '  }',
      },
    },
  },
  {
    name: 'an update reloads a tab that has a text in its form',
    breaks: /closes a text|reloads, and nobody/,
    changes: {
      'src/device/updates/register-worker.ts': {
        "  if (textsOnScreen().length > 0) return 'text here';\n  if (reg": '  if (reg',
        "    if (textsOnScreen().length > 0) return 'text here';\n  }": '  }',
      },
    },
  },
  {
    name: 'the files of an earlier build are deleted while its page is open',
    breaks: /misses files of its build/,
    changes: {
      'src/worker/precache-cleanup.ts': {
        'if (files.length > 0 && (await isEveryPageOurs())) await deletePrecached(files);':
          'if (files.length > 0) await deletePrecached(files);',
      },
    },
  },
  {
    name: 'the files of a waiting build are deleted like the files of an earlier build',
    breaks: /has not all files|misses files|is left with build/,
    changes: {
      'src/worker/precache-cleanup.ts': {
        'if (!lock || self.registration.installing || self.registration.waiting) return;': '',
      },
    },
  },
];
