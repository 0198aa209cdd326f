import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** What Lighthouse takes for a phone of the middle of the market. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** How many times slower than this machine. */
const processor = 4;

/** Slow 4G: latency in milliseconds a request, throughput in bytes a second. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export type Slowness = 'slow network and processor' | 'slow processor' | 'none';

export interface Phone extends AsyncDisposable {
  context: BrowserContext;
  /** A new tab, as slow as the phone. */
  openPage(): Promise<{ page: Page; devtools: CDPSession }>;
}

/** A phone that has never been to any site. */
export async function openPhone(browser: Browser, slowness: Slowness): Promise<Phone> {
  const context = await browser.newContext(phone);
  return {
    context,
    async openPage() {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      if (slowness !== 'none') await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
      if (slowness === 'slow network and processor') {
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', network);
      }
      return { page, devtools };
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
