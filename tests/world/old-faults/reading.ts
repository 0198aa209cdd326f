import type { OldFault } from './old-fault.ts';

export const readingFaults: OldFault[] = [
  {
    name: 'the newest posts are kept as far as somebody has scrolled',
    breaks: /keeps the newest posts/,
    isQuicklyFound: true,
    changes: [
      { file: 'src/worker/reading.ts', find: 'keepNewest(asking.copy, fetchAhead(event))', replace: 'undefined' },
    ],
  },
  {
    name: 'a break is forgotten in which posts are missing among the newest',
    breaks: /keeps the newest posts/,
    changes: [
      {
        file: 'src/worker/keep-newest.ts',
        find: 'const isWhole = isJoined && kept.count >= count;',
        replace: 'const isWhole = isJoined || true;',
      },
    ],
  },
  {
    name: 'what is cached stays as it was before an edit',
    breaks: /shows version .* was saved/,
    changes: [
      {
        file: 'src/data/cache/confirmed-writes.ts',
        find: '    async () => replaceCachedPost(post, callUrl(callPaths.post(post._id)), await takeCallNumber()),\n',
        replace: '',
      },
    ],
  },

  {
    name: 'a list is read from the cache alone',
    breaks: / sees .* and not |where version .* is/,
    changes: [
      {
        file: 'src/worker/reading.ts',
        find: "if (request.cache !== 'force-cache') event.waitUntil(fetchAndCache(event, { request, reading, copy }));",
        replace: '',
      },
    ],
  },
  {
    name: 'an older answer replaces a newer one',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/worker/cache-answer.ts',
        find: 'if (before && before.callNumber > fresh.callNumber)',
        replace: 'if (before && before.callNumber > fresh.callNumber + 1e9)',
      },
    ],
  },
  {
    name: 'each call takes the same number',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/data/cache/call-number.ts',
        find: 'taken = (last ?? Date.now()) + 1;',
        replace: 'taken = last ?? Date.now();',
      },
    ],
  },
  {
    name: 'the number of an answer is lost as it is stored',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/data/cache/response-cache.ts',
        find: "  if (copy.isStale) response.headers.set(headers.stale, 'yes');",
        replace:
          "  response.headers.delete(callNumberHeader);\n  if (copy.isStale) response.headers.set(headers.stale, 'yes');",
      },
    ],
  },
  {
    name: 'the newer beginning of a list cuts off what was read further down',
    breaks: /without a network has/,
    changes: [
      {
        file: 'src/worker/cache-answer.ts',
        find: 'if (!before || before.body === fresh.body) return putCachedAndEvict(cache, fresh);',
        replace: 'if (fresh) return putCachedAndEvict(cache, fresh);',
      },
    ],
  },
  {
    name: 'a confirmed delete leaves the caches as they are',
    breaks: /which was deleted there|which is deleted/,
    changes: [
      {
        file: 'src/writing/confirm-change.ts',
        find: '      await removeDeletedPost(change.postId);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'an error of the server hides the cached list',
    breaks: /without a network has|does not show the list/,
    changes: [
      {
        file: 'src/worker/reading.ts',
        find: 'return isAnswered ? await fresh : toResponse(copy);',
        replace:
          'return isAnswered || (await resultWithin(timeouts.staleWaitMs, fresh)) ? await fresh : toResponse(copy);',
      },
    ],
  },
  {
    name: "a captive portal's page is cached as the list",
    breaks: /without a network has|does not show the list/,
    changes: [
      {
        file: 'src/worker/cache-answer.ts',
        find: ': parseList(body) !== undefined) ? body : undefined;',
        replace: ': true) ? body : undefined;',
      },
    ],
  },
  {
    name: 'a profile that is answered late is shown to whoever is logged in by then',
    breaks: / names /,
    changes: [
      {
        file: 'src/data/session/profile.ts',
        find: 'if (!isCurrent(asked)) return await shown;',
        replace: '',
      },
    ],
  },
  {
    name: 'the next page takes the place of those before it',
    breaks: /has shown .*, and without a network has/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/reading/post-list.ts',
        find: 'pages: [...listed.pages, ...more] });',
        replace: 'pages: more });',
      },
    ],
  },
];
