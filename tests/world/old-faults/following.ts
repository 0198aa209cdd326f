import type { OldFault } from './old-fault.ts';

export const followingFaults: OldFault[] = [
  {
    name: 'looks for posts newer than the last check, not than the newest known post',
    breaks: /has listed posts of the future|and misses "|as new, which/,
    changes: {
      'src/reading/follows/follow-store.ts': {
        'since: Math.max(one.since ?? 0, ...times),': 'since: Math.max(one.since ?? 0, at),',
      },
    },
  },
  {
    name: 'the device forgets which posts were opened before it found them',
    breaks: /and misses "|as new, which/,
    changes: {
      'src/reading/follows/follow-store.ts': {
        'opened: [...new Set([...ids, ...record.opened])].slice(0, followLimits.opened),': 'opened: [],',
      },
    },
  },
];
