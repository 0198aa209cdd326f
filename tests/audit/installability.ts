import { pagePaths } from '../../src/contract/paths.ts';
import { openInstalledApp } from '../browser/support/installed-app.ts';
import { type BudgetCheck, checkNone } from './checks.ts';
import type { Fixture } from './fixture.ts';

/** Checks Chromium's own errors about manifest and installation. */
export async function checkInstallability(stage: Fixture): Promise<BudgetCheck[]> {
  await using app = await openInstalledApp(stage);
  const page = await app.open(pagePaths.home);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const { errors } = await session.send('Page.getAppManifest');
  return [
    checkNone(
      'app',
      'installability errors',
      installabilityErrors.map(({ errorId }) => errorId),
    ),
    checkNone(
      'manifest',
      'errors',
      errors.map(({ message }) => message),
    ),
  ];
}
