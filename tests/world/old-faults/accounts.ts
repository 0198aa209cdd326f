import type { OldFault } from './old-fault.ts';

export const accountFaults: OldFault[] = [
  {
    name: "an author's own list stays on the device after their logout",
    breaks: /lists the posts of who has logged out/,
    changes: [{ file: 'src/account/clear-session-data.ts', find: '    clearPrivateReading(),\n', replace: '' }],
  },
];
