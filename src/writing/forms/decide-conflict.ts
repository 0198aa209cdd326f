import type { NewPost } from '../../contract/posts.ts';
import type { TextsInConflict } from '../record/post-record.ts';
import { playEvent } from '../record/record-store.ts';
import { pageSender } from '../sender/page-sender.ts';
import { takeOver } from './form-lock.ts';

/**
 * Stores what its author has made of two texts: `save` sends it without waiting for the call, which may take minutes;
 * `edit` makes it a draft, with which the form begins. A form in another tab is taken over. Nothing happens where another tab
 * has decided already.
 *
 * @returns whether it is decided.
 */
export async function decideConflict(
  id: string,
  { on }: TextsInConflict,
  text: NewPost,
  next: 'save' | 'edit',
): Promise<boolean> {
  const lock = await takeOver(id);
  const step = await playEvent(id, { kind: 'decided', text, on, next }).finally(lock?.release);
  if (step?.record.hold?.kind === 'conflict') return false;
  if (next === 'save') void pageSender().sendNow();
  return true;
}
