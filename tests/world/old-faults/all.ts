import { foreignFaults } from './foreign.ts';
import type { OldFault } from './old-fault.ts';
import { writingFaults } from './writing.ts';

export const oldFaults: OldFault[] = [...writingFaults, ...foreignFaults];
