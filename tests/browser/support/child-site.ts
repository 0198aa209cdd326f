import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { inject } from 'vitest';
import { clientManifestPath } from '../../../src/server/client-manifest.ts';
import { runMark } from '../../left-processes.ts';
import { freePort } from './free-port.ts';
import { endWithThisProcess } from './process-group.ts';
import type { Site } from './site.ts';
import { freeOrigin, siteBehind } from './site-behind.ts';

/** The own server in a process of its own, behind a proxy that stays. */
export interface ChildSite extends Site {
  /** By SIGKILL. */
  kill(): Promise<void>;
  /** A new process with the same data, on the same port. */
  revive(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');

export async function openChildSite(): Promise<ChildSite> {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'storyline-data-'));
  undo.defer(() => rm(dataDir, { recursive: true }));
  // Inside the repository, or it would find none of its packages.
  const folder = join(root, 'reports', `child-${process.pid}-${Date.now()}`);
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, outDir: join(folder, 'server') },
  });
  await symlink(inject('ownClient'), join(folder, 'client'));
  await symlink(clientManifestPath(inject('ownClient')), clientManifestPath(join(folder, 'client')));
  const port = await freePort();
  const origin = await freeOrigin();
  const place = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin.origin,
    DATA_DIR: dataDir,
    SAMPLE_POSTS: '0',
  };
  const env = { PATH: process.env.PATH, [runMark]: process.env[runMark], ...place };
  let kill: () => Promise<void> = async () => undefined;

  async function revive() {
    const child = endWithThisProcess(
      spawn(process.execPath, [join(folder, 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const exited = once(child, 'exit');
    kill = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('Storyline is open at')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error('The server did not start');
  }

  undo.defer(() => kill());
  await revive();
  const site = await siteBehind(origin, new URL(`http://127.0.0.1:${port}`), undo);
  return { ...site, kill: () => kill(), revive };
}
