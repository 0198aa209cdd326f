import type { OldFault } from './old-fault.ts';

/** Faults that devices show which have room for little. */
export const keepingFaults: OldFault[] = [
  {
    name: 'pictures of a post that is kept are evicted like others',
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
    name: 'the text of a post that is kept is evicted like others',
    breaks: /was to keep ".*", and has it no more/,
    changes: [
      {
        file: 'src/reading/store/put-pages.ts',
        find: ' && !pins.has(keys.pin(id)))',
        replace: ')',
      },
      {
        file: 'src/reading/store/evict-reading.ts',
        find: 'if (!pins.has(keys.pin(key.slice(keys.posts.length)))) store.remove(key);',
        replace: 'store.remove(key);',
      },
    ],
  },
  {
    name: 'nothing leads over pages of a list that were evicted',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/store/evict-pages.ts',
        find: '    if (target && target.url !== start) left.set(start, emptyPage(start, target));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the newest posts are evicted like others',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/store/evict-pages.ts',
        find: 'new Set(newestPages(pages, count).slice(1));',
        replace: 'new Set(newestPages(pages, count).slice(1, 1));',
      },
    ],
  },
];
