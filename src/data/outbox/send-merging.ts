import type { EditEntry } from './outbox-entry.ts';
import { type RebasedEdit, rebaseEdit } from './rebase-edit.ts';
import type { SendOutcome, Transport } from './transport.ts';

/** How often an edit is merged in one go with what is being made of its post elsewhere. */
const mostMerges = 5;

/** What the outbox stores meanwhile. Each tells whether the entry was still there, as it was. */
interface StoreSteps {
  begin(entry: EditEntry): Promise<boolean | undefined>;
  replace(entry: EditEntry, merged: EditEntry): Promise<boolean | undefined>;
}

interface SentEdit {
  /** The edit that the outcome is of: the given one, or the last it was merged into. */
  entry: EditEntry;
  outcome: Exclude<SendOutcome, { kind: 'outdated' }> | Extract<RebasedEdit, { kind: 'conflict' }>;
}

/**
 * Sends an edit. If its post has another version by now, merges the two and sends the merged edit, and so on.
 *
 * @returns `undefined` when a step did not find the entry: its author took it out.
 */
export async function sendMerging(
  first: EditEntry,
  transport: Transport,
  { begin, replace }: StoreSteps,
): Promise<SentEdit | undefined> {
  let entry = first;
  for (let merges = 0; merges < mostMerges; merges += 1) {
    if (!(await begin(entry))) return undefined;
    const outcome = await transport.send(entry);
    if (outcome.kind !== 'outdated') return { entry, outcome };
    const rebased = await rebaseEdit(entry, outcome.version, transport);
    if (rebased.kind !== 'merged') return { entry, outcome: rebased };
    if (!(await replace(entry, rebased.entry))) return undefined;
    entry = rebased.entry;
  }
  return { entry, outcome: { kind: 'unanswered', holdFor: 0 } };
}
