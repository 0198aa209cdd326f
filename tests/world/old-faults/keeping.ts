import type { OldFault } from './old-fault.ts';

/** Faults that devices show which have room for little. */
export const keepingFaults: OldFault[] = [
  {
    name: 'pictures of a post that is kept are evicted like others',
    breaks: /was to keep the picture/,
    changes: [
      {
        file: 'src/data/cache/pinned-images.ts',
        find: '    const pinned = await caches.open(cacheNames.pinnedImages);\n    if',
        replace: '    const pinned = await caches.open(cacheNames.images);\n    if',
      },
    ],
  },
  {
    name: 'the text of a post that is kept is evicted like others',
    breaks: /was to keep ".*", and has it no more/,
    changes: [
      {
        file: 'src/data/storage/with-eviction.ts',
        find: 'cacheNames.posts, cacheNames.lists];',
        replace: 'cacheNames.posts, cacheNames.lists, cacheNames.pinned];',
      },
    ],
  },
  {
    name: 'nothing leads over pages of a list that were evicted',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/data/cache/list-eviction.ts',
        find: 'const gaps = gapsBetween(left, all);',
        replace: 'const gaps = new Map<string, string>();',
      },
    ],
  },
  {
    name: 'the newest posts are evicted like others',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/data/cache/response-cache.ts',
        find: 'const staying = new Set(newest?.pages.slice(1).map(({ url }) => url));',
        replace: 'const staying = new Set(newest?.pages.slice(1, 1).map(({ url }) => url));',
      },
    ],
  },
];
