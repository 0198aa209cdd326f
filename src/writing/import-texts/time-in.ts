import { hasNoZone, isTimeOfPost, timeOf, withoutZone } from '../../contract/post-time.ts';

const written =
  // regexp input: at most 100 characters of a date
  /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:(?:T|,?\s+|_)(\d{1,2}:\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]\.?m\.?)?)?\s*(?:(Z|UTC|GMT)?\s*([+-]\d{2}(?::?\d{2})?)?)(?:\s*\(?[A-Z]{2,5}\)?|\s*\[?[A-Z][a-z]+\/\w+\]?)?$/i;

const monthName = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/**
 * Parses a date or time in the forms that people and programs write, and returns it in ISO 8601; `undefined` if `value`
 * is no time. A time without a zone stays without one. Midnight in digits loses its zone, because programs write whole
 * days as midnight. The same text gives the same time on every device.
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
  // `Date.parse` reads a time without a zone as a time in this device's zone.
  const local = new Date(time);
  return withoutZoneOf(time - local.getTimezoneOffset() * 60_000);
}

/** Parses a time like `timeIn`, but takes a time without a zone as UTC, as Ghost and WordPress mean it. */
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

/** Returns whether a time has come. A time without a zone must have come both in UTC and in this device's zone. */
export const hasBegun = (time: string): boolean =>
  isTimeOfPost(timeOf(time)) && (!hasNoZone(time) || isTimeOfPost(timeOf(time.slice(0, -'-00:00'.length))));
