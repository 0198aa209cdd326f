import { limits } from '../../contract/limits.ts';
import type { NewPost } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';

const names: Record<keyof NewPost, string> = { title: 'heading', imgUrl: 'image URL', content: 'text' };

/** Says how many characters a field has, once they come near the limit. The limits of foreign backends are unknown. */
export const lengthHint = (field: keyof NewPost, { length }: string): string | undefined =>
  isOwnBackend && length >= (limits[field] * 5) / 6
    ? `${length.toLocaleString()} of ${limits[field].toLocaleString()} characters`
    : undefined;

/** Returns a message that names the field to shorten, or `undefined` if our own backend accepts the post. */
export function tooLongWords(post: NewPost): string | undefined {
  const fields = isOwnBackend ? (['title', 'imgUrl', 'content'] as const) : [];
  const field = fields.find((each) => post[each].length > limits[each]);
  return field && `Too long to publish. Shorten the ${names[field]} to ${limits[field].toLocaleString()} characters.`;
}
