import * as v from 'valibot';
import { limits } from '../../../contract/limits.ts';
import { isTimeOfPost, timeOf } from '../../../contract/post-time.ts';
import { type NewPost, newPostSchema } from '../../../contract/posts.ts';
import { writtenTopics } from '../../../markdown/written-topics.ts';
import { Unreadable } from './found-writing.ts';

/**
 * A time as files write it, in ISO 8601 and UTC; a time without a zone is taken for one in UTC, so that it is the same on
 * every device. `undefined` if it is none.
 */
export function timeIn(value: unknown): string | undefined {
  if (typeof value === 'number') return isoOf(value > 1e11 ? value : Number.NaN);
  if (typeof value !== 'string') return undefined;
  const written =
    /^(\d{4}-\d{2}-\d{2})(?:(?:T|\s+)(\d{1,2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i.exec(
      value.trim(),
    );
  // As feeds and e-mails write it: "Tue, 05 Mar 2019 10:00:00 +0000".
  if (!written) return /^[A-Z][a-z]{2}, \d/.test(value) ? isoOf(Date.parse(value)) : undefined;
  const [, date, time = '00:00', seconds = '00', zone = 'Z'] = written;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, '$1:') : 'Z';
  return isoOf(Date.parse(`${date}T${time.padStart(5, '0')}:${seconds}${offset}`));
}

function isoOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * Checks that the backend could store it.
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

/** The time of a post's last edit; `null` where the post cannot have been edited then. */
export const editTimeOf = (createdAt: string, updatedAt: string | undefined): string | null =>
  updatedAt !== undefined && timeOf(updatedAt) > timeOf(createdAt) && isTimeOfPost(timeOf(updatedAt))
    ? updatedAt
    : null;

/** Adds as topics the tags that are not in the text yet. */
export function withTopics(content: string, tags: readonly string[]): string {
  const there = new Set(writtenTopics(content));
  const words = tags
    .map((tag) => tag.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, ''))
    .filter((word) => /\p{L}/u.test(word) && word.length <= 60 && !there.has(word.toLowerCase()));
  const topics = [...new Set(words)].slice(0, 50).map((word) => `#${word}`);
  return topics.length === 0 ? content : `${content.trimEnd()}\n\n${topics.join(' ')}`.trimStart();
}
