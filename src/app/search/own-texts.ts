import { pagePaths } from '../../contract/paths.ts';
import type { NewPost } from '../../contract/posts.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { isEdit, liveDraftOf } from '../../writing/record/post-record.ts';
import type { ShownRecord } from '../../writing/record/record-state.ts';
import { readShown } from '../../writing/record/record-store.ts';
import type { FoundText } from './device-answer.ts';

export type OwnText = Pick<FoundText, 'kind' | 'path'> & { id: string; post: NewPost; at: number };

/** The unpublished texts of an author. */
export interface OwnTexts {
  /** Drafts and pending posts. */
  texts: OwnText[];
  /** Pending edits, by the post's id. */
  edits: Map<string, NewPost>;
  /** The ids of posts with a pending delete. */
  deleted: Set<string>;
}

export const nothingOwn: OwnTexts = { texts: [], edits: new Map(), deleted: new Set() };

/**
 * Reads an author's unpublished texts. Drafts without an author belong to every user of the device.
 *
 * @throws DOMException if the database cannot be read or hangs
 */
export async function readOwnTexts(author: string | null): Promise<OwnTexts> {
  const own: OwnTexts = { texts: [], edits: new Map(), deleted: new Set() };
  for (const shown of await withTimeout(timeouts.databaseTimeoutMs, readShown(author))) addText(own, shown);
  return own;
}

function addText({ texts, edits, deleted }: OwnTexts, { record }: ShownRecord): void {
  const { id, postId, pending, changedAt: at } = record;
  const draft = liveDraftOf(record);
  if (draft) {
    const path = isEdit(record) && postId !== undefined ? pagePaths.edit(postId) : pagePaths.create;
    texts.push({ kind: 'draft', id, path, post: draft.text, at });
  }
  if (pending?.kind === 'delete') deleted.add(postId ?? '');
  else if (pending && isEdit(record) && postId !== undefined) edits.set(postId, pending.text);
  else if (pending) texts.push({ kind: 'waiting', id, path: pagePaths.myBlogs, post: pending.text, at });
}
