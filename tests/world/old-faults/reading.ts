import type { OldFault } from './old-fault.ts';

export const readingFaults: OldFault[] = [
  {
    name: 'the answer of an earlier call replaces that of a later one',
    changes: [
      {
        file: 'src/worker/cache-answer.ts',
        find: 'if (before && before.callNumber > fresh.callNumber)',
        replace: 'if (before && before.callNumber > fresh.callNumber && before.url === "")',
      },
      {
        file: 'src/worker/cache-answer.ts',
        find: 'if (await isBeforeEdit(fresh, reading.id))',
        replace: 'if ((await isBeforeEdit(fresh, reading.id)) && reading.id === "")',
      },
    ],
  },
  {
    name: 'what is cached stays as it was before an edit',
    changes: [
      {
        file: 'src/data/cache/confirmed-writes.ts',
        find: '    async () => replaceCachedPost(post, callUrl(callPaths.post(post._id)), await takeCallNumber()),\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a post stays cached by itself after its delete',
    changes: [
      {
        file: 'src/data/cache/confirmed-writes.ts',
        find: "['posts', 'pinned', 'read'] as const) await deleteCached",
        replace: "['pinned', 'read'] as const) await deleteCached",
      },
    ],
  },
  {
    name: 'a deleted post stays in the cached lists',
    changes: [
      {
        file: 'src/data/cache/confirmed-writes.ts',
        find: '    async () => void (await removeFromLists(ids, Number.POSITIVE_INFINITY, listCaches)),\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a post that the backend does not find stays cached',
    changes: [
      {
        file: 'src/worker/cache-answer.ts',
        find: "if (reading.cache === 'posts' && isGone(response)) return",
        replace: "if (reading.cache === 'posts' && url === '' && isGone(response)) return",
      },
    ],
  },
  {
    name: 'the cache has the oldest copy of a post',
    changes: [
      {
        file: 'src/data/cache/cached-posts.ts',
        find: 'for (const head of [...found, ...lists].sort(newestFirst)) {',
        replace: 'for (const head of [...found, ...lists].sort(newestFirst).reverse()) {',
      },
    ],
  },
];
