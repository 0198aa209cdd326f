import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';

/** A screen in one of the states it can be in. */
export interface State {
  name: string;
  /** Logged in as the stage's author. */
  signedIn: boolean;
  /** With the service worker, and what it keeps; without it, faults can be put between page and server. */
  withWorker: boolean;
  /** Brings a page that shows nothing yet to it. */
  open(page: Page, stage: Fixture): Promise<void>;
}

const stateOf =
  (signedIn: boolean, withWorker: boolean) =>
  (name: string, open: State['open']): State => ({ name, signedIn, withWorker, open });

export const reader = stateOf(false, false);
export const author = stateOf(true, false);
export const readerWithWorker = stateOf(false, true);
export const authorWithWorker = stateOf(true, true);

/** Opens the path by a document load, and waits until nothing more comes. */
export async function see(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}
