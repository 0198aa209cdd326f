import { chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../browser/support/chromium.ts';
import type { Figure } from './figures.ts';
import { scrolling } from './reading-long-list.ts';
import { measure as measureRepeatVisit } from './repeat-visit.ts';
import { measureStorageUse } from './storage-use.ts';

/** Reading with no network, a list that is far too long, and what all of it takes of the device. */
export async function measure(): Promise<Figure[]> {
  const repeatVisit = await measureRepeatVisit();
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  return [...repeatVisit, ...(await scrolling(browser)), ...(await measureStorageUse(browser))];
}
