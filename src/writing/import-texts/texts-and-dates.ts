import * as v from 'valibot';
import { limits } from '../../contract/limits.ts';
import { isTimeOfPost, timeOf } from '../../contract/post-time.ts';
import { type NewPost, newPostSchema } from '../../contract/posts.ts';
import { Unreadable } from './found-writing.ts';

/**
 * Checks that the backend could store the post.
 *
 * @throws Unreadable
 */
export function expectStorable(post: NewPost): void {
  const checked = v.safeParse(newPostSchema, post, { abortEarly: true, abortPipeEarly: true });
  if (checked.success) return;
  const field = v.getDotPath(checked.issues[0]) as keyof NewPost | null;
  const words = { title: 'Its title', imgUrl: 'The address of its picture', content: 'Its text' };
  const name = field === null ? 'It' : words[field];
  const length = field === null ? 0 : post[field].length;
  const most = field === null ? 0 : limits[field];
  throw new Unreadable(
    length > most
      ? `${name} is longer than ${most.toLocaleString()} characters.`
      : `${name} has characters that cannot be stored.`,
  );
}

/** @throws Unreadable for a time that neither a post nor a draft can have. */
export function expectTime(createdAt: string): void {
  if (timeOf(createdAt) < 0) throw new Unreadable('Its date is before 1970.');
}

/** @throws Unreadable for a time that the backend would refuse. */
export function expectTimeOfPost(createdAt: string): void {
  expectTime(createdAt);
  if (!isTimeOfPost(timeOf(createdAt))) throw new Unreadable('Its date is in the future.');
}

/** Returns the time of a post's last edit; `null` if the post cannot have been edited then. */
export const editTimeOf = (createdAt: string, updatedAt: string | undefined): string | null =>
  updatedAt !== undefined && timeOf(updatedAt) > timeOf(createdAt) && isTimeOfPost(timeOf(updatedAt))
    ? updatedAt
    : null;
