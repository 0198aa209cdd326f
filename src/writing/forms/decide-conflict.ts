import type { NewPost } from '../../contract/posts.ts';
import type { TextsInConflict } from '../record/post-record.ts';
import { applyEvent } from '../record/record-store.ts';
import { pageSender } from '../sender/page-sender.ts';
import { takeOver } from './form-lock.ts';

/**
 * Stores the text with which the author settles a conflict. `save` starts sending the text, and does not wait for the
 * call, which may take minutes. `edit` makes the text the draft that the form begins with. Takes the record over from a
 * form in another tab. Does nothing if another tab has settled the conflict already.
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
  const step = await applyEvent(id, { kind: 'decided', text, on, next }).finally(lock?.release);
  if (step?.record.hold?.kind === 'conflict') return false;
  if (next === 'save') void pageSender().sendNow();
  return true;
}
