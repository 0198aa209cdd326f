import type { NewPost } from '../../contract/posts.ts';
import type { TextsInConflict } from '../record/post-record.ts';
import { playEvent } from '../record/record-store.ts';
import { pageSender } from '../sender/page-sender.ts';
import { takeOver } from './form-lock.ts';

/**
 * Stores the text that the author has made of the two in conflict. `save` starts sending it, and does not wait for the
 * call, which may take minutes. `edit` makes it the draft that the form begins with. Takes the record over from a form
 * in another tab. Does nothing if another tab has decided already.
 *
 * @returns whether the conflict is decided.
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
