import { accountFaults } from './accounts.ts';
import { editingFaults } from './editing.ts';
import { followingFaults } from './following.ts';
import { foreignFaults } from './foreign.ts';
import { keepingFaults } from './keeping.ts';
import type { OldFault } from './old-fault.ts';
import { pictureFaults } from './pictures.ts';
import { readingFaults } from './reading.ts';
import { strangersFaults } from './strangers.ts';
import { updatingFaults } from './updating.ts';
import { writingFaults } from './writing.ts';

export const oldFaults: OldFault[] = [
  ...writingFaults,
  ...editingFaults,
  ...readingFaults,
  ...foreignFaults,
  ...pictureFaults,
  ...followingFaults,
  ...updatingFaults,
  ...strangersFaults,
  ...accountFaults,
  ...keepingFaults,
];
