import { limits } from '../../contract/limits.ts';
import type { NewPost } from '../../contract/posts.ts';
import { type ChangedRange, changedRanges, joinRanges } from './changed-ranges.ts';
import { isGap, splitParagraphs } from './paragraphs.ts';

/** A piece of a merged text: either settled, or a place that both sides changed, about which the author decides. */
export type MergePart = { kind: 'settled'; text: string } | Place;

export interface Place {
  kind: 'place';
  base: string;
  mine: string;
  theirs: string;
}

/** Each field in pieces, in order. A title and an image URL are one piece each. */
export type MergeParts = Record<keyof NewPost, MergePart[]>;

export type ConflictResolution = 'mine' | 'theirs' | 'both';

/** The fields of a post in the order in which their places are shown and decided. */
const mergedFields = ['title', 'imgUrl', 'content'] as const satisfies (keyof NewPost)[];

/**
 * Merges two edits of one version, by paragraph (a diff3 merge). Takes each change that only one side made. If both
 * sides changed a paragraph differently, the author decides, so that neither text is lost. Swapping the sides swaps
 * them in the result and changes nothing else. Time and memory are bounded (`changed-ranges.ts`).
 */
export function mergeTexts(base: NewPost, mine: NewPost, theirs: NewPost): MergeParts {
  const parts: MergeParts = {
    title: mergeUnit(base.title, mine.title, theirs.title),
    imgUrl: mergeUnit(base.imgUrl, mine.imgUrl, theirs.imgUrl),
    content: mergeContent(base.content, mine.content, theirs.content),
  };
  if (placesIn(parts).length > 0 || applyDecisions(parts, []).content.length <= limits.content) return parts;
  const whole: Place = { kind: 'place', base: base.content, mine: mine.content, theirs: theirs.content };
  return { ...parts, content: [whole] };
}

/** Returns the places that the author has to decide, in the order of the decisions. */
export const placesIn = (parts: MergeParts): { field: keyof NewPost; place: Place }[] =>
  mergedFields.flatMap((field) => parts[field].flatMap((place) => (place.kind === 'place' ? [{ field, place }] : [])));

/**
 * Returns the merged post with the author's decisions.
 * @param decisions in the order of `placesIn`; a place without a decision takes `mine`
 */
export function applyDecisions(parts: MergeParts, decisions: readonly ConflictResolution[]): NewPost {
  const left = decisions.values();
  const textOf = (field: keyof NewPost) =>
    parts[field]
      .map((part) => (part.kind === 'settled' ? part.text : decidedText(part, left.next().value ?? 'mine')))
      .join('');
  return { title: textOf('title'), imgUrl: textOf('imgUrl'), content: textOf('content') };
}

function decidedText({ mine, theirs }: Place, decision: ConflictResolution): string {
  if (decision !== 'both') return decision === 'mine' ? mine : theirs;
  const isParted =
    isGap(mine) || isGap(theirs) || mine.slice(mine.trimEnd().length).includes('\n') || /^\s*\n/.test(theirs);
  return isParted ? mine + theirs : `${mine}\n\n${theirs}`;
}

/** Merges a field or a group of paragraphs as a whole. Returns at most one part. */
function mergeUnit(base: string, mine: string, theirs: string): MergePart[] {
  if (mine === theirs || theirs === base) return settled(mine);
  if (mine === base) return settled(theirs);
  // An author never has to decide about blank lines.
  if (isGap(mine) && isGap(theirs))
    return settled([mine, theirs].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[1] ?? mine);
  return [{ kind: 'place', base, mine, theirs }];
}

function mergeContent(base: string, mine: string, theirs: string): MergePart[] {
  const old = splitParagraphs(base);
  const left = changedSide(old, mine);
  const right = changedSide(old, theirs);
  const parts: MergePart[] = [];
  let done = 0;
  for (const group of overlapping(left.changes, right.changes)) {
    parts.push(...settled(old.slice(done, group.start).join('')));
    parts.push(...mergeGroup(group, old, left.paragraphs, right.paragraphs));
    done = group.end;
  }
  parts.push(...settled(old.slice(done).join('')));
  return parts.reduce(joinSettled, []);
}

function changedSide(old: string[], text: string): { paragraphs: string[]; changes: ChangedRange[] } {
  const paragraphs = splitParagraphs(text);
  return { paragraphs, changes: byParagraph(changedRanges(old, paragraphs), old, paragraphs) };
}

/** The longest range to split, in paragraphs and blank lines: no author wants to decide about a hundred places. */
const maxSplit = 100;

/** Joins ranges across blank lines. Splits a range whose paragraphs were each replaced by exactly one paragraph. */
function byParagraph(ranges: ChangedRange[], old: string[], paragraphs: string[]): ChangedRange[] {
  return joinRanges(ranges, old).flatMap((range) => {
    const [before, after] = [old.slice(range.oldStart, range.oldEnd), paragraphs.slice(range.newStart, range.newEnd)];
    if (
      before.length > maxSplit ||
      before.length !== after.length ||
      before.some((part, index) => isGap(part) !== isGap(after[index] ?? ''))
    )
      return [range];
    return before.flatMap((part, index) => {
      const [oldStart, newStart] = [range.oldStart + index, range.newStart + index];
      return part === after[index] ? [] : [{ oldStart, oldEnd: oldStart + 1, newStart, newEnd: newStart + 1 }];
    });
  });
}

/** Overlapping changes of both sides, and the range `[start, end)` of the base that they cover. */
interface Group {
  start: number;
  end: number;
  mine: ChangedRange[];
  theirs: ChangedRange[];
}

/**
 * Groups overlapping changes. Adjacent changes do not overlap, because their order is clear. Two insertions at one
 * position do overlap.
 */
function overlapping(mine: ChangedRange[], theirs: ChangedRange[]): Group[] {
  const changes = [
    ...mine.map((range) => ({ side: 'mine' as const, range })),
    ...theirs.map((range) => ({ side: 'theirs' as const, range })),
  ].sort(({ range: a }, { range: b }) => a.oldStart - b.oldStart || a.oldEnd - b.oldEnd);
  const groups: Group[] = [];
  for (const { side, range } of changes) {
    const { oldStart: start, oldEnd: end } = range;
    let group = groups.at(-1);
    const isSameInsertion = start === end && group?.start === start && group.end === start;
    if (!group || !(start < group.end || isSameInsertion)) {
      group = { start, end, mine: [], theirs: [] };
      groups.push(group);
    }
    group.end = Math.max(group.end, end);
    group[side].push(range);
  }
  return groups;
}

function mergeGroup(group: Group, old: string[], left: string[], right: string[]): MergePart[] {
  const mine = paragraphsAfter(group, group.mine, left);
  const theirs = paragraphsAfter(group, group.theirs, right);
  if (!mine || !theirs) return settled((mine ?? theirs ?? []).join(''));
  // Paragraphs that both sides share at the beginning or the end need no decision.
  const shorter = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < shorter && mine[start] === theirs[start]) start++;
  let end = 0;
  while (end < shorter - start && mine.at(-1 - end) === theirs.at(-1 - end)) end++;
  const between = (side: string[]) => side.slice(start, side.length - end).join('');
  return [
    ...settled(mine.slice(0, start).join('')),
    ...mergeUnit(old.slice(group.start, group.end).join(''), between(mine), between(theirs)),
    ...settled(mine.slice(mine.length - end).join('')),
  ];
}

/** Returns a side's paragraphs in the range of a group, or `undefined` if the side changed none. */
function paragraphsAfter({ start, end }: Group, changes: ChangedRange[], paragraphs: string[]): string[] | undefined {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return undefined;
  return paragraphs.slice(first.newStart - (first.oldStart - start), last.newEnd + (end - last.oldEnd));
}

const settled = (text: string): MergePart[] => (text === '' ? [] : [{ kind: 'settled', text }]);

function joinSettled(parts: MergePart[], part: MergePart): MergePart[] {
  const last = parts.at(-1);
  if (last?.kind === 'settled' && part.kind === 'settled')
    parts[parts.length - 1] = settled(last.text + part.text)[0] ?? part;
  else parts.push(part);
  return parts;
}
