import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { buildClient } from './builds.ts';
import type { Site } from './site.ts';
import { freeOrigin, openOwnServer, siteBehind } from './site-behind.ts';

/** Our own server, to which a test deploys one build after another at the same address. */
export interface DeployedSite extends Site {
  /** Serves this build from now on, and no file of the previous build. */
  deploy(clientDir: string): Promise<void>;
  /** Builds the kill-switch worker, and returns its folder, which is deleted with the site. */
  buildKillSwitch(): Promise<string>;
}

export async function openDeployedSite(): Promise<DeployedSite> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-deployed-'));
  undo.defer(() => rm(folder, { recursive: true }));
  const origin = await freeOrigin();
  const open = (clientDir: string) =>
    openOwnServer({ dataDir: join(folder, 'data'), clientDir, publicOrigin: origin.origin });
  let server = await open(inject('ownClient'));
  undo.defer(() => server.close());
  const target = new URL(server.origin);
  const site = await siteBehind(origin, target, undo);
  return {
    ...site,
    async deploy(clientDir) {
      await server.close();
      server = await open(clientDir);
      target.host = new URL(server.origin).host;
    },
    async buildKillSwitch() {
      await buildClient(join(folder, 'way-out'), '', { worker: 'off' });
      return join(folder, 'way-out');
    },
  };
}

/** Returns which build the page runs: `first` or `later`. */
export const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => String(Reflect.get(globalThis, 'build') ?? 'first'));
