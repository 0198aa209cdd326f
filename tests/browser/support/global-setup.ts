import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findFirefox, findWebKit } from '../engines/support/find.ts';
import { buildClient } from './builds.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { filesAtATime } from './files-at-a-time.ts';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket endpoint of the only Chromium of this run. Each test has a browser context of its own in it. */
    browser: string;
    /** The folder of the client whose backend is on the same origin. */
    ownClient: string;
    /** The folder of a later build of that client. */
    laterClient: string;
    /**
     * One client for each test file that runs at a time: its folder, and the port of its foreign backend on 127.0.0.1.
     */
    foreign: { client: string; port: number }[];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  const firefox = findFirefox();
  const webKit = findWebKit();
  if (!firefox) console.error('No Firefox here, and none could be installed: its tests are skipped.');
  if (!webKit) console.error('No WebKit here, and none could be installed: its tests are skipped.');
  const folder = await mkdtemp(join(tmpdir(), 'storyline-browser-'));
  const [ownClient, laterClient] = [join(folder, 'own'), join(folder, 'later')];
  const foreign = await Promise.all(
    Array.from({ length: filesAtATime }, async (_, index) => {
      const [client, port] = [join(folder, `foreign-${index}`), await freePort()];
      await buildClient(client, `http://127.0.0.1:${port}`);
      return { client, port };
    }),
  );
  await Promise.all([
    buildClient(ownClient, ''),
    buildClient(laterClient, '', { config: 'tests/browser/support/later-build.config.ts' }),
  ]);
  const server = await chromium.launchServer({ executablePath, args: chromiumFlags });

  project.provide('browser', server.wsEndpoint());
  project.provide('firefox', firefox);
  project.provide('webKit', webKit);
  project.provide('ownClient', ownClient);
  project.provide('laterClient', laterClient);
  project.provide('foreign', foreign);

  return async () => {
    await server.close();
    await rm(folder, { recursive: true });
  };
}
