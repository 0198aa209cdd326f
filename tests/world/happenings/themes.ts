import { earlierDrafts } from './earlier-drafts.ts';
import type { Happening } from './happening.ts';
import { reading } from './reading.ts';
import { badServer, badStorage, closedAndKilled, deletedStorage, onTrain, twoPeople, wrongClock } from './troubles.ts';
import { secondThoughts, writing } from './writing.ts';

/** What is in every life. */
export const always = writing;

/** Each life has about half of these: troubles of its own. */
export const themes: readonly (readonly Happening[])[] = [
  secondThoughts,
  earlierDrafts,
  reading,
  closedAndKilled,
  onTrain,
  twoPeople,
  badServer,
  badStorage,
  deletedStorage,
  wrongClock,
];

const all = new Map([always, ...themes].flat().map((happening) => [happening.name, happening]));

/** @throws if nothing of this name can happen */
export function happeningNamed(name: string): Happening {
  const found = all.get(name);
  if (!found) throw new Error(`Nothing is known that "${name}"`);
  return found;
}
