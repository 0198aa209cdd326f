import type { DraftAutosave } from '../../../data/drafts/draft-autosave.ts';
import { timeouts } from '../../../data/timeouts.ts';
import { withTimeout } from '../../../data/with-timeout.ts';
import type { Pictures } from './usePictures.ts';

/** @returns whether the pending autosave has ended in time, successfully or not. */
export async function isFlushed({ flush }: DraftAutosave): Promise<boolean> {
  try {
    await withTimeout(timeouts.deviceTimeoutMs, flush());
    return true;
  } catch (error) {
    console.error('The draft was not saved in time; the post has not been sent.', error);
    return false;
  }
}

/** Waits for the pictures that are being prepared, and for those that are added meanwhile. @returns whether all came. */
export async function areSettled(fields: Pick<Pictures, 'settled'>[]): Promise<boolean> {
  for (;;) {
    const running = fields.map(({ settled }) => settled());
    const isWhole = (await Promise.all(running)).every(Boolean);
    if (fields.every(({ settled }, index) => settled() === running[index])) return isWhole;
  }
}
