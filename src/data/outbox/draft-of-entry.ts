import { isOwnBackend } from '../api/host.ts';
import type { Draft } from '../drafts/drafts.ts';
import { timeouts } from '../timeouts.ts';
import { editAfter, isEdit, type OutboxEntry, sentAttemptOf } from './outbox-entry.ts';
import { longestSending } from './transport.ts';

/** A draft under the entry's own id, as the draft it was written in may hold another text by now. */
export function draftOfEntry(entry: OutboxEntry): Draft {
  const { id, userId, work } = entry;
  const sent = sentAttemptOf(entry);
  return {
    version: 1,
    id,
    userId,
    post: work.post,
    savedAt: Date.now(),
    origin: 'typed',
    ...(sent && { sent }),
    ...(isEdit(entry) && { edit: editAfter(entry) }),
  };
}

/** The draft of an entry as it was submitted, of which the device no longer knows whether it was sent since. */
export function draftOfLostEntry(entry: OutboxEntry): Draft {
  const { sentTexts, work } = entry;
  const inDoubt = { ...entry, isInDoubt: true, ...(sentTexts && { sentTexts: [...sentTexts, work.post] }) };
  const { sent, ...draft } = draftOfEntry(inDoubt);
  const heldUntil = isOwnBackend ? 0 : Date.now() + longestSending(work.post) + timeouts.arrivalMs;
  return { ...draft, ...(sent && { sent: { ...sent, heldUntil } }) };
}
