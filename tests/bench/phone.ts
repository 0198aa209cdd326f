import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

const devices = {
  /** Lighthouse's mid-range phone. */
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof devices;

/** How many times slower than this machine the processor is. */
const processor = 4;

/** Slow 4G: latency in milliseconds a request, throughput in bytes a second. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export type Throttling = 'slow network and processor' | 'slow processor' | 'none';

export interface Phone extends AsyncDisposable {
  context: BrowserContext;
  /** Opens a new tab, as slow as the phone. */
  openPage(): Promise<{ page: Page; devtools: CDPSession }>;
  /** Visits the URL in a tab of its own until the worker is installed and nothing loads any more, then does `work`. */
  visitOnce(url: string, work?: (page: Page) => Promise<void>): Promise<void>;
}

/** Opens an emulated phone or desktop, as slow as `slowness` says, with no stored data except that in `options`. */
export async function openPhone(
  browser: Browser,
  slowness: Throttling,
  { device = 'phone', ...options }: BrowserContextOptions & { device?: Device } = {},
): Promise<Phone> {
  const context = await browser.newContext({ ...devices[device], ...options });
  async function openPage() {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (slowness !== 'none') await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
    if (slowness === 'slow network and processor') {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', network);
    }
    return { page, devtools };
  }
  return {
    context,
    openPage,
    async visitOnce(url, work) {
      const { page } = await openPage();
      await page.goto(url);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.waitForLoadState('networkidle');
      await work?.(page);
      await page.close();
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
