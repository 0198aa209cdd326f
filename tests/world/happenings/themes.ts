import { accounts } from './accounts.ts';
import { crossing } from './crossing.ts';
import { discarding, earlierDrafts } from './discarding.ts';
import { editing } from './editing.ts';
import { following } from './following.ts';
import type { Happening } from './happening.ts';
import { heldUp } from './held-up.ts';
import { keeping, readingLong } from './keeping.ts';
import { leaving } from './leaving.ts';
import { overtaking, readingOn } from './overtaking.ts';
import { picturing } from './picturing.ts';
import { reading } from './reading.ts';
import { restoring } from './restoring.ts';
import { strangers } from './strangers.ts';
import {
  badServer,
  badStorage,
  closedAndKilled,
  deletedStorage,
  killedBetweenWrites,
  onTrain,
  twoPeople,
  wrongClock,
} from './troubles.ts';
import { updating, updatingBeside } from './updating.ts';
import { doubt, inDoubt, secondThoughts, takenBack, writing } from './writing.ts';

/** Happenings of every life that is of no special kind. */
export const always = [...writing, ...doubt];

/** A life that is of no special kind has about half of these themes, and so its own mixture of troubles. */
export const themes: readonly (readonly Happening[])[] = [
  secondThoughts,
  reading,
  editing,
  closedAndKilled,
  onTrain,
  twoPeople,
  badServer,
  badStorage,
  wrongClock,
  picturing,
  following,
  earlierDrafts,
  deletedStorage,
  restoring,
  updating,
  strangers,
  keeping,
];

/** The themes of each special kind of life, besides writing. Other lives rarely combine these themes. */
export const kinds = {
  'a long blog is read': [keeping, keeping, readingLong, reading, strangers],
  'one author edits on two devices': [editing, editing, reading, onTrain, secondThoughts],
  'nobody knows what has arrived': [doubt, takenBack, takenBack, secondThoughts, earlierDrafts],
  'people come and go': [accounts, accounts, twoPeople, following],
  'the app is updated': [updating, closedAndKilled, badStorage],
  'answers overtake each other': [overtaking],
  'a post of a long blog is opened': [readingOn],
  'one text never gets through': [heldUp],
  'somebody leaves what they type': [leaving],
  'edits of one post cross': [crossing],
  'drafts are discarded': [discarding, earlierDrafts],
  'an update meets what somebody writes': [updatingBeside],
  'the own list tells what has arrived': [takenBack, inDoubt],
  'the server dies between two writes': [killedBetweenWrites],
} as const satisfies Record<string, readonly (readonly Happening[])[]>;

const all = new Map(
  [always, ...themes, ...Object.values(kinds).flat()].flat().map((happening) => [happening.name, happening]),
);

export const happeningNames = [...all.keys()];

/** Returns the happening of this name. @throws if there is none */
export function happeningNamed(name: string): Happening {
  const found = all.get(name);
  if (!found) throw new Error(`Nothing is known that "${name}"`);
  return found;
}
