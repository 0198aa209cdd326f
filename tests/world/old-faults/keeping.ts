import type { OldFault } from './old-fault.ts';

/** Faults that devices with little room reveal. */
export const keepingFaults: OldFault[] = [
  {
    name: 'pictures of a pinned post are evicted like others',
    breaks: /was to keep the picture/,
    changes: [
      {
        file: 'src/reading/store/pinned-images.ts',
        find: '    const pinned = await caches.open(cacheNames.pinnedImages);\n    if (await pinned.match',
        replace: '    const pinned = await caches.open(cacheNames.images);\n    if (await pinned.match',
      },
    ],
  },
  {
    name: 'the text of a pinned post is evicted like others',
    breaks: /was to keep ".*", and has it no more/,
    changes: [
      {
        file: 'src/reading/store/put-lists.ts',
        find: ' && !pins.has(keys.pin(id)));',
        replace: ');',
      },
      {
        file: 'src/reading/store/evict-reading.ts',
        find: 'if (!pins.has(keys.pin(key.slice(keys.posts.length)))) store.remove(key);',
        replace: 'store.remove(key);',
      },
    ],
  },
  {
    name: 'a list ends at its first evicted page',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/store/evict-pages.ts',
        find: '    else if (!last || !isGap(last)) pages.push({ ...page, ids: [], size: 0, isJoined: true, mayLack: true });\n',
        replace: '    else break;\n',
      },
    ],
  },
  {
    name: 'the newest posts are evicted like others',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/store/evict-pages.ts',
        find: 'newestPages(lists, count).slice(1);',
        replace: 'newestPages(lists, count).slice(1, 1);',
      },
    ],
  },
];
