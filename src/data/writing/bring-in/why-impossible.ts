import { isDatabaseForbidden } from '../../outbox/submit-directly.ts';

/**
 * Why nothing can be brought in here. `not secure`: over plain http the browser makes no ids, by which it would tell
 * what is here already. `storage forbidden`: drafts have no place, and what waits to be sent cannot be looked at.
 */
export type Impossible = 'not secure' | 'storage forbidden';

export async function whyImpossible(): Promise<Impossible | undefined> {
  if (!globalThis.crypto?.subtle) return 'not secure';
  return (await isDatabaseForbidden()) ? 'storage forbidden' : undefined;
}
