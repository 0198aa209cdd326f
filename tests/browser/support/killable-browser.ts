import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import { stepTimeoutMs } from '../../test-run.ts';
import { chromiumFlagsFor, findChromium } from './chromium.ts';
import { ownGroup, type ProcessGroup } from './process-group.ts';

/** A person's browser with its profile, which lasts from one start to the next. */
export interface KillableBrowser extends AsyncDisposable {
  start(): Promise<{ page: Page /** By SIGKILL, all of its processes at once. */; kill: () => Promise<void> }>;
}

export async function openKillableBrowser(): Promise<KillableBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-profile-'));
  const started: ProcessGroup[] = [];

  async function start() {
    const flags = [
      ...chromiumFlagsFor('nobody'),
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ];
    const child = spawn(findChromium(), [...flags, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const group = ownGroup(child);
    started.push(group);
    const endpoint = await endpointIn(child.stderr);
    const browser = await chromium.connectOverCDP(endpoint);
    const context = browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.newPage());
    if (!page) throw new Error('Chromium opened no page');
    page.setDefaultTimeout(stepTimeoutMs);
    return { page, kill: group.kill };
  }

  return {
    start,
    async [Symbol.asyncDispose]() {
      for (const group of started) await group.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function endpointIn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const [, endpoint] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (endpoint) {
      stderr.resume();
      return endpoint;
    }
  }
  throw new Error('Chromium said nowhere that it listens');
}
