import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Headless in a container, and silent: no traffic but the tests' own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium that tests and audit drive: `CHROME_PATH`, else an installed one, else Debian's package, else
 * Playwright's download. Progress goes to stderr.
 * @throws when none can be had
 */
export function findChromium(): string {
  const found = given() ?? installed() ?? fromDebian() ?? downloaded();
  if (found === undefined) {
    throw new Error('No Chromium here, and none could be installed: set CHROME_PATH to a Chromium or Chrome.');
  }
  return found;
}

function given(): string | undefined {
  const path = process.env.CHROME_PATH;
  if (path === undefined || path === '') return undefined;
  if (!starts(path)) throw new Error(`CHROME_PATH is ${path}, and no browser starts there.`);
  return path;
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path) && starts(path));
}

function fromDebian(): string | undefined {
  if (!succeeds('apt-get', ['--version'])) return undefined;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !succeeds('sudo', ['-n', 'true'])) return undefined;
  console.error("No Chromium found; installing Debian's package.");
  const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  run([...aptGet, 'update']);
  run([...aptGet, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  return installed();
}

function downloaded(): string | undefined {
  const path = chromium.executablePath();
  if (existsSync(path) && starts(path)) return path;
  console.error('No Chromium found; downloading one with Playwright.');
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js');
  run([process.execPath, cli, 'install', '--no-shell', 'chromium']);
  return existsSync(path) && starts(path) ? path : undefined;
}

/** Ubuntu's `chromium` may be a stub that asks for a snap: only what runs counts. */
function starts(path: string): boolean {
  return succeeds(path, ['--version']);
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function run([command = '', ...args]: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', process.stderr, process.stderr] });
}
