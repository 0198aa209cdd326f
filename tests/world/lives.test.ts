// @module-tag promise
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { countLives } from './count-lives.ts';
import { playOnAllCores } from './on-all-cores.ts';
import { rarelyReached } from './reached.ts';

const count = countLives();

test(`every promise holds in ${count} simulated lives`, { timeout: scaled(60_000 + 1_000 * count) }, async () => {
  const { lives, turns, checks, reached, failures } = await playOnAllCores(count);
  console.info(`${lives} lives, ${turns} turns, ${checks} states checked`);
  console.info(['Reached in fewer than one life in twenty:', ...rarelyReached(reached, lives)].join('\n'));
  expect(failures, 'npm run test:world -- --seed N tells the story of life N').toEqual([]);
  expect(lives).toBe(count);
});
