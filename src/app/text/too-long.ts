import { limits } from '../../contract/limits.ts';
import type { NewPost } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';

const names: Record<keyof NewPost, string> = { title: 'heading', imgUrl: 'image URL', content: 'text' };

/** Returns how much of a field's room is taken, once that is nearly all of it. Another backend's limits are not known. */
export const lengthHint = (field: keyof NewPost, { length }: string): string | undefined =>
  isOwnBackend && length >= (limits[field] * 5) / 6
    ? `${length.toLocaleString()} of ${limits[field].toLocaleString()} characters`
    : undefined;

/** Returns what its author has to shorten before the own backend takes a post; `undefined` if it is short enough. */
export function tooLongWords(post: NewPost): string | undefined {
  const fields = isOwnBackend ? (['title', 'imgUrl', 'content'] as const) : [];
  const field = fields.find((each) => post[each].length > limits[each]);
  return field && `Too long to publish. Shorten the ${names[field]} to ${limits[field].toLocaleString()} characters.`;
}
