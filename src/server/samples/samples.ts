import { lettersToAMaintainer } from './letters-to-a-maintainer.ts';
import { namingThings } from './naming-things.ts';
import { nightTrain } from './night-train.ts';
import { offlineOnPurpose } from './offline-on-purpose.ts';
import type { Sample } from './sample.ts';
import { smallTests } from './small-tests.ts';
import { theBugOnFriday } from './the-bug-on-friday.ts';
import { theFirstCommit } from './the-first-commit.ts';
import { theLighthouse } from './the-lighthouse.ts';

/** The order has no meaning: `daysAgo` dates each post. */
export const samples: Sample[] = [
  nightTrain,
  theFirstCommit,
  namingThings,
  offlineOnPurpose,
  theBugOnFriday,
  smallTests,
  lettersToAMaintainer,
  theLighthouse,
];
