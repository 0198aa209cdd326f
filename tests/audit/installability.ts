import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumFlags } from '../browser/support/chromium.ts';
import { type BudgetCheck, checkNone } from './checks.ts';
import type { Fixture } from './fixture.ts';

interface ManifestImage {
  src: string;
  sizes: string;
  type: string;
}

interface Manifest {
  icons?: ManifestImage[];
  screenshots?: ManifestImage[];
  shortcuts?: { name: string; icons?: ManifestImage[] }[];
}

/** Checks Chromium's own errors about manifest and installation, and that manifest images have their declared sizes. */
export async function checkInstallability({ origin }: Fixture, executablePath: string): Promise<BudgetCheck[]> {
  // Needs a profile on disk, because a private window can install nothing.
  const profile = await mkdtemp(join(tmpdir(), 'storyline-install-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: chromiumFlags });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/home`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    const { errors, data, url } = await session.send('Page.getAppManifest');
    const manifest: Manifest = JSON.parse(data ?? '{}');
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
      ...(await checkImages(page, url, manifest)),
    ];
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkImages(page: Page, manifestUrl: string, manifest: Manifest): Promise<BudgetCheck[]> {
  const images = [
    ...(manifest.icons ?? []),
    ...(manifest.screenshots ?? []),
    ...(manifest.shortcuts ?? []).flatMap(({ icons = [] }) => icons),
  ];
  const checks: BudgetCheck[] = [];
  for (const { src, sizes, type } of images) {
    const found = await look(page, new URL(src, manifestUrl).href);
    const passed = found.type === type && (sizes === 'any' ? found.size !== 'none' : found.size === sizes);
    const details = passed ? [] : [`${found.type} instead of ${type}, or another size`];
    checks.push({ subject: src, what: 'manifest image', found: found.size, bar: sizes, passed, details });
  }
  return checks;
}

function look(page: Page, url: string): Promise<{ size: string; type: string }> {
  return page.evaluate(async (address) => {
    const response = await fetch(address);
    const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
    const image = new Image();
    image.src = address;
    const size = await image.decode().then(
      () => `${image.naturalWidth}x${image.naturalHeight}`,
      () => 'none',
    );
    return { size, type };
  }, url);
}
