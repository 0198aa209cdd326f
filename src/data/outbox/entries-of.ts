import { authorOf, type Session } from '../session/session.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The entries of the user who is logged in. Those of other users are never shown. */
export function entriesOf(who: Session, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const author = authorOf(who);
  return entries.filter(({ userId }) => userId === author);
}
