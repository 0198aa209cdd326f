import * as v from 'valibot';
import { limits } from '../../../contract/limits.ts';
import { hasNoZone, isTimeOfPost, timeOf, withoutZone } from '../../../contract/post-time.ts';
import { type NewPost, newPostSchema } from '../../../contract/posts.ts';
import { writtenTopics } from '../../../markdown/written-topics.ts';
import { Unreadable } from './found-writing.ts';

const written =
  // bounded: 100 characters of a date
  /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:(?:T|,?\s+|_)(\d{1,2}:\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]\.?m\.?)?)?\s*(?:(Z|UTC|GMT)?\s*([+-]\d{2}(?::?\d{2})?)?)(?:\s*\(?[A-Z]{2,5}\)?|\s*\[?[A-Z][a-z]+\/\w+\]?)?$/i;

const monthName = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/**
 * Returns a time as people write it, in ISO 8601; `undefined` if it is none. Without a zone it stays so, and midnight
 * counts as that: programs write days in this way. The same text gives the same time on every device.
 */
export function timeIn(value: unknown): string | undefined {
  const text = String(value ?? '').trim();
  if (/^\d{10}$|^\d{12,14}$/.test(text)) return isoOf(Number(text) * (text.length === 10 ? 1_000 : 1));
  if (typeof value !== 'string') return undefined;
  const parts = text.length > 100 ? null : written.exec(text);
  if (!parts) return timeOfWords(text);
  const [, year = '', separator, month = '', day = '', clock = '0:00', seconds = '00', half = '', utc, offset] = parts;
  if (separator === '' && month.length + day.length < 4) return undefined;
  const [hour = '', minute = ''] = clock.split(':');
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  const two = (part: string | number) => String(part).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = `${two(hours)}:${minute}:${seconds.replace(',', '.')}`;
  const isDay = /^[0:.]*$/.test(time);
  if (isDay || !(utc || offset)) return withoutZoneOf(Date.parse(`${date}T${time}Z`));
  return isoOf(
    Date.parse(`${date}T${time}${offset ? offset.replace(/^(...):?(..)?$/, (_, h, m = '00') => `${h}:${m}`) : 'Z'}`),
  );
}

/** Reads "March 5, 2019", and times of feeds and e-mails: "Tue, 05 Mar 2019 10:00:00 +0000". */
function timeOfWords(text: string): string | undefined {
  if (text.length > 60 || !monthName.test(text) || !/\d{4}/.test(text)) return undefined;
  const time = Date.parse(text.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1'));
  if (/[+-]\d{4}\b|\b(?:Z|UT|UTC|GMT|[ECMP][SD]T)\b/.test(text)) return isoOf(time);
  // Without a zone it was taken for one in this device's.
  const local = new Date(time);
  return withoutZoneOf(time - local.getTimezoneOffset() * 60_000);
}

/** Returns a time that another program wrote in UTC, and did not say so. */
export const timeInUtc = (value: unknown): string | undefined => {
  const time = timeIn(value);
  return time === undefined ? undefined : new Date(time).toISOString();
};

function isoOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const withoutZoneOf = (time: number): string | undefined => {
  const iso = isoOf(time);
  return iso && withoutZone(iso);
};

/** Whether a time has come, by every clock that it may have been written by: a time without a zone may be this device's. */
export const hasBegun = (time: string): boolean =>
  isTimeOfPost(timeOf(time)) && (!hasNoZone(time) || isTimeOfPost(timeOf(time.slice(0, -'-00:00'.length))));

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
