import { followingFaults } from './following.ts';
import type { OldFault } from './old-fault.ts';
import { pictureFaults } from './pictures.ts';
import { writingFaults } from './writing.ts';

export const oldFaults: OldFault[] = [...writingFaults, ...pictureFaults, ...followingFaults];
