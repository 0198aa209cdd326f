import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';

/** A screen in one of the states it can be in. */
export interface State {
  name: string;
  /** Whether the fixture's author is logged in. */
  signedIn: boolean;
  /** Whether the service worker and its caches are in use. Without them, a state can fake the server's responses. */
  withWorker: boolean;
  /** Brings a blank page into this state. */
  open(page: Page, stage: Fixture): Promise<void>;
}

const stateOf =
  (signedIn: boolean, withWorker: boolean) =>
  (name: string, open: State['open']): State => ({ name, signedIn, withWorker, open });

export const reader = stateOf(false, false);
export const author = stateOf(true, false);
export const readerWithWorker = stateOf(false, true);
export const authorWithWorker = stateOf(true, true);

/** Opens the path by a document load, and waits until the network is idle. */
export async function see(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}
