import type { OldFault } from './old-fault.ts';

export const readingFaults: OldFault[] = [
  {
    name: 'what is cached stays as it was before an edit',
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/data/cache/confirmed-writes.ts',
        find: '    async () => replaceCachedPost(post, callUrl(callPaths.post(post._id)), await takeCallNumber()),\n',
        replace: '',
      },
    ],
  },
];
