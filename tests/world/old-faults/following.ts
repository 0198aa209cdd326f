import type { OldFault } from './old-fault.ts';

export const followingFaults: OldFault[] = [
  {
    name: 'the app looks for posts newer than its last check, not newer than a known post',
    breaks: /has listed posts of the future|and misses "|as new, which/,
    changes: {
      'src/reading/follows/follow-store.ts': {
        'since: Math.max(one.since ?? 0, ...times),': 'since: Math.max(one.since ?? 0, at),',
      },
    },
  },
  {
    name: 'a follow forgets posts that the reader opened before a check found them',
    breaks: /and misses "|as new, which/,
    changes: {
      'src/reading/follows/follow-store.ts': {
        'opened: [...new Set([...ids, ...record.opened])].slice(0, followLimits.opened),': 'opened: [],',
      },
    },
  },
];
