import type { OldFault } from './old-fault.ts';

/** Faults that devices with little room reveal. */
export const keepingFaults: OldFault[] = [
  {
    name: 'pictures of a pinned post are evicted like other pictures',
    breaks: /was to keep the picture/,
    changes: {
      'src/reading/store/pinned-images.ts': {
        '    const pinned = await caches.open(cacheNames.pinnedImages);\n    if (await pinned.match':
          '    const pinned = await caches.open(cacheNames.images);\n    if (await pinned.match',
      },
    },
  },
  {
    name: 'the text of a pinned post is evicted like other texts',
    breaks: /was to keep ".*", and has it no more/,
    changes: {
      'src/reading/store/put-lists.ts': { ' && !pins.has(keys.pin(id)));': ');' },
      'src/reading/store/evict-reading.ts': {
        'if (!pins.has(keys.pin(key.slice(keys.posts.length)))) store.remove(key);': 'store.remove(key);',
      },
    },
  },
  {
    name: 'a list ends at its first evicted page',
    breaks: /has read ".*", and without a network/,
    changes: {
      'src/reading/store/evict-pages.ts': {
        '    else if (!last || !isGap(last)) pages.push({ ...page, ids: [], size: 0, isJoined: true, mayLack: true });\n':
          '    else break;\n',
      },
    },
  },
  {
    name: 'the newest posts are evicted like older posts',
    breaks: /has read ".*", and without a network/,
    changes: {
      'src/reading/store/evict-pages.ts': {
        'newestPages(lists, count).slice(1);': 'newestPages(lists, count).slice(1, 1);',
      },
    },
  },
];
