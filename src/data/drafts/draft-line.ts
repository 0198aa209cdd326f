import { newIdempotencyKey } from '../api/idempotency-key.ts';
import type { Draft, TypedIn } from './drafts.ts';

/** What is known of a text: a draft, or its tombstone. */
export type TextState = Pick<Draft, 'savedAt' | 'forms'>;

/** Of more forms the first are forgotten; a text of theirs counts as another then. */
const mostForms = 20;

/** A name for a form that nobody else's has. */
export const newFormId = (): string => newIdempotencyKey().slice(0, 12);

/** The forms of a text that began as `opened`, and was last changed in this form at `savedAt`. */
export const formsAfter = (opened: TextState, form: string, savedAt: number): TypedIn[] =>
  [...(opened.forms ?? []), { form, savedAt }].slice(-mostForms);

/**
 * How two texts of one draft stand to each other (a version vector). `diverged`: another tab went on from what the device
 * had, which was not yet all of this text. Of a text that was typed in no form, the time of the last change decides.
 */
export function compareTexts(text: TextState, other: TextState): 'newer' | 'older' | 'diverged' {
  const [line, others] = [text.forms, other.forms];
  if (!line || !others) return text.savedAt > other.savedAt ? 'newer' : 'older';
  if (includes(others, line)) return 'older';
  return includes(line, others) ? 'newer' : 'diverged';
}

/** Whether the text went through what was last typed into the other. */
function includes(line: TypedIn[], other: TypedIn[]): boolean {
  const last = other.at(-1);
  return last !== undefined && line.some(({ form, savedAt }) => form === last.form && savedAt >= last.savedAt);
}
