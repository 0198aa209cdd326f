// @module-tag exhaustive: npm test runs the same contract on the fakes of tests/world, and browsers change seldom
import { expect } from 'vitest';
import { scaled } from '../../test-run.ts';
import type { ContractRunner } from '../../world/contract/in-page.ts';
import { openContractSite } from './support/contract-site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';

declare global {
  interface Window {
    contract: ContractRunner;
  }
}

/** Runs the cases of tests/world/contract in this browser, and returns each failed case with the reason. */
async function failuresIn(tab: EngineTab): Promise<string[]> {
  await using site = await openContractSite();
  await tab.goto(`${site.origin}/`);
  const names = await tab.evaluate(() => window.contract.names);
  expect(names.length).toBeGreaterThan(0);
  const failures: string[] = [];
  for (const name of names) {
    await tab.evaluate((at) => window.contract.start(at.name, at.otherOrigin), { name, otherOrigin: site.otherOrigin });
    const outcome = () => tab.evaluate(() => window.contract.outcome);
    await expect.poll(outcome, { timeout: scaled(20_000), message: name }).not.toBe('under way');
    const told = await outcome();
    if (typeof told === 'object') failures.push(`${name}: ${told.failure}`);
  }
  return failures;
}

inEachEngine('the browser passes each contract test that the fakes of tests/world pass', async (openProfile) => {
  await using profile = await openProfile();
  const { tab } = await profile.start();
  expect(await failuresIn(tab)).toEqual([]);
});
