import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Waits for the end of a transition between two screens: it lies over the page, and Playwright scrolls what it cannot
 * click.
 */
export const waitForViewTransition = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const onto = document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null));
        return onto.filter((name) => name?.startsWith('::view-transition'));
      }),
    )
    .toEqual([]);
