import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { installFromDebian, onPath, run, starts } from './programs.ts';

/**
 * Chromium features that each launcher disables. Chromium reads only the last `--disable-features`, so our flag must
 * repeat the launcher's list (playwright-core `chromiumSwitches`, chrome-launcher `flags.js`).
 */
const turnedOffBy = {
  playwright: [
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ],
  'chrome-launcher': [
    'Translate',
    'OptimizationHints',
    'MediaRouter',
    'DialMediaRouteProvider',
    'InterestFeedContentSuggestions',
    'CertificateTransparencyComponentUpdater',
    'AutofillServerCommunication',
    'PrivacySandboxSettings4',
    'RenderDocument',
  ],
  nobody: [],
};

/**
 * Features that load pages for the address bar's popups. They take half of the CPU time of every new page: 0.3 of 0.6
 * seconds.
 */
const popups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Returns flags for a headless Chromium in a container. With them, Chromium makes no network requests of its own. */
export const chromiumFlagsFor = (launcher: keyof typeof turnedOffBy): string[] => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...turnedOffBy[launcher], ...popups].join(',')}`,
];

export const chromiumFlags = chromiumFlagsFor('playwright');

/**
 * Starts a headless Chromium. Playwright disables the back/forward cache, unless `options` is `withBackForwardCache`.
 */
export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumFlags, ...options });

export const withBackForwardCache: LaunchOptions = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

/**
 * Returns the path of the Chromium for tests and audit: `CHROME_PATH`, an installed Chromium, Debian's package, or
 * Playwright's download. Installs it if necessary, and reports progress on stderr.
 * @throws if no Chromium can be found or installed
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

const installed = () => onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable').find(starts);

function fromDebian(): string | undefined {
  installFromDebian('Chromium', ['chromium', 'fonts-liberation']);
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
