import { pagePaths } from '../../contract/paths.ts';
import type { NewPost } from '../../contract/posts.ts';
import { type Draft, isUntouched, listDrafts, listEditDrafts } from '../../data/drafts/drafts.ts';
import type { OutboxEntry } from '../../data/outbox/outbox-entry.ts';
import { readOutbox } from '../../data/outbox/outbox-store.ts';
import { timeouts } from '../../data/timeouts.ts';
import { withTimeout } from '../../data/with-timeout.ts';
import type { FoundText } from './device-answer.ts';

export type OwnText = Pick<FoundText, 'kind' | 'path'> & { id: string; post: NewPost; at: number };

/** What an author has written and nobody else may see. */
export interface OwnTexts {
  /** Drafts, and posts that wait to be published. */
  texts: OwnText[];
  /** By the post's id: edits that wait to be saved. */
  edits: Map<string, NewPost>;
  /** The ids of posts whose delete waits. */
  deleted: Set<string>;
}

export const nothingOwn: OwnTexts = { texts: [], edits: new Map(), deleted: new Set() };

/**
 * Reads what this author has written. Drafts without an author are for whoever is at the device.
 *
 * @throws DOMException if the database cannot be read, or hangs.
 */
export async function readOwnTexts(author: string | null): Promise<OwnTexts> {
  const [drafts, edited, outbox] = await withTimeout(
    timeouts.deviceTimeoutMs,
    Promise.all([listDrafts(author), author === null ? [] : listEditDrafts(author), readOutbox()]),
  );
  const own: OwnTexts = { texts: [], edits: new Map(), deleted: new Set() };
  for (const draft of [...drafts, ...edited]) if (!isUntouched(draft)) own.texts.push(textOfDraft(draft));
  for (const entry of outbox) if (entry.userId === author) addEntry(own, entry);
  return own;
}

const textOfDraft = ({ id, post, savedAt, edit }: Draft): OwnText => ({
  kind: 'draft',
  id,
  path: edit ? pagePaths.edit(edit.postId) : pagePaths.create,
  post,
  at: savedAt,
});

function addEntry({ texts, edits, deleted }: OwnTexts, { id, work, confirmedAt: at }: OutboxEntry): void {
  switch (work.kind) {
    case 'publish':
      texts.push({ kind: 'waiting', id, path: pagePaths.myBlogs, post: work.post, at });
      break;
    case 'edit':
      edits.set(work.postId, work.post);
      break;
    case 'delete':
      deleted.add(work.postId);
      break;
    default:
      work satisfies never;
  }
}
