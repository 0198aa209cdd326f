import type { OldFault } from './old-fault.ts';

export const accountFaults: OldFault[] = [
  {
    name: "an author's own list stays on the device after their logout",
    breaks: /lists the posts of who has logged out/,
    changes: { 'src/account/clear-session-data.ts': { '    clearPrivateReading(),\n': '' } },
  },
];
