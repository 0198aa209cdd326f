import { type VersionsFailure, versionsFailureOf } from '../../../reading/shown/version-calls.ts';

/** The messages to an author if a post's versions cannot be read. */
export const failureTexts: Record<VersionsFailure, string> = {
  'login expired': 'Your login has expired. Log in again to see the versions.',
  'not own': 'Only its author can see the versions of a blog.',
  deleted: 'This blog has been deleted.',
  unanswered: 'No answer. Trying again when you’re online.',
};

export const failureOf = (error: unknown): { kind: VersionsFailure } => ({ kind: versionsFailureOf(error) });
