// @module-tag promise
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { countLives } from './count-lives.ts';
import { playOnAllCores } from './on-all-cores.ts';

const count = countLives();

test(`every promise holds in ${count} lives`, { timeout: scaled(60_000 + 1_000 * count) }, async () => {
  const { lives, turns, checks, failures } = await playOnAllCores(count);
  console.info(`${lives} lives, ${turns} turns, ${checks} states checked`);
  expect(failures, 'npm run test:world -- --seed N tells the story of one').toEqual([]);
  expect(lives).toBe(count);
});
