import { entriesOf } from '../../data/outbox/entries-of.ts';
import { outboxEntries } from '../../data/outbox/outbox-entries.ts';
import type { OutboxEntry } from '../../data/outbox/outbox-entry.ts';
import { session } from '../../data/session/session.ts';
import { useObservable } from './useObservable.ts';

/** The outbox entries of the user who is logged in, oldest first. */
export const useOutboxEntries = (): OutboxEntry[] => entriesOf(useObservable(session), useObservable(outboxEntries));
