import { createObservable, type Observable } from '../observable.ts';
import { cancelAndEdit, type DiscardedEntry, discardEntry, undoDiscard } from './entry-actions.ts';
import { isBehindEdit } from './held-back.ts';
import type { OutboxEntry } from './outbox-entry.ts';

export type EntryAction = 'publish anyway' | 'resolve' | 'retry' | 'cancel and edit' | 'discard' | 'undo delete';

/**
 * What its author can do with an entry. While it is being sent the buttons stay, and wait for the end of that: one that
 * went for the moment of each attempt would take a press, and the focus, along.
 */
export function actionsOf(entry: OutboxEntry, entries: OutboxEntry[]): EntryAction[] {
  const { state, work } = entry;
  if (work.kind === 'delete') return [...sendingActions(entry, entries), 'undo delete'];
  if (state.name === 'conflict') return ['resolve', 'discard'];
  return [...sendingActions(entry, entries), 'cancel and edit', 'discard'];
}

function sendingActions(entry: OutboxEntry, entries: OutboxEntry[]): EntryAction[] {
  if (entry.state.name === 'arrived') return ['publish anyway'];
  return entry.state.name === 'sending' || isWaitingBehind(entry, entries) ? [] : ['retry'];
}

/** Such an entry is not sent before the other one is, however often it is tried. */
export const isWaitingBehind = (entry: OutboxEntry, entries: OutboxEntry[]): boolean =>
  entry.state.name === 'waiting' && isBehindEdit(entry, entries);

/** What is said above the entries. */
interface OutboxNotices {
  /** What was discarded last, which can be undone. */
  discarded?: DiscardedEntry | undefined;
  /** What could not be taken out. */
  sentFirst?: OutboxEntry | undefined;
  /** What was to be undone has been taken back already. */
  isTooLate: boolean;
}

/** The buttons of My Blogs that take entries out of the outbox. */
export interface MyOutbox {
  notices: Observable<OutboxNotices>;
  /** @returns whether it is a draft, which the next form in this tab opens. */
  edit(entry: OutboxEntry): Promise<boolean>;
  discard(entry: OutboxEntry): Promise<void>;
  undoDelete(entry: OutboxEntry): Promise<void>;
  /** @returns what was put back. */
  undo(): Promise<OutboxEntry | undefined>;
}

export function myOutbox(): MyOutbox {
  const notices = createObservable<OutboxNotices>({ isTooLate: false });
  const say = (part: Partial<OutboxNotices>) => notices.set({ ...notices.get(), ...part });
  return {
    notices,
    async edit(entry) {
      const isOut = (await cancelAndEdit(entry)) !== undefined;
      say({ sentFirst: isOut ? undefined : entry });
      return isOut;
    },
    async discard(entry) {
      say({ isTooLate: false });
      const discarded = await discardEntry(entry);
      say({ discarded, sentFirst: discarded ? undefined : entry });
    },
    async undoDelete(entry) {
      say({ sentFirst: (await discardEntry(entry)) ? undefined : entry });
    },
    async undo() {
      const { discarded } = notices.get();
      if (!discarded) return undefined;
      const isBack = await undoDiscard(discarded);
      say({ isTooLate: !isBack, discarded: undefined });
      return isBack ? discarded.entry : undefined;
    },
  };
}
