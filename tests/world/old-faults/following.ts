import type { OldFault } from './old-fault.ts';

export const followingFaults: OldFault[] = [
  {
    name: 'new is what is later than the last look by the device',
    breaks: /has listed posts of the future|and misses "|as new, which/,
    changes: [
      {
        file: 'src/reading/follows/follow-store.ts',
        find: 'since: Math.max(one.since ?? 0, ...times),',
        replace: 'since: Math.max(one.since ?? 0, at),',
      },
    ],
  },
  {
    name: 'a post that is opened before it is found to be new is forgotten',
    breaks: /and misses "|as new, which/,
    changes: [
      {
        file: 'src/reading/follows/follow-store.ts',
        find: 'opened: [...new Set([...ids, ...record.opened])].slice(0, followLimits.opened),',
        replace: 'opened: [],',
      },
    ],
  },
];
