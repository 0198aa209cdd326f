import { decodeText } from './decode-text.ts';
import { bounds, type SourceFile } from './found-writing.ts';
import { joinLines } from './join-lines.ts';
import type { Fields } from './metadata-fields.ts';
import { type Metadata, readMetadata } from './read-metadata.ts';
import { markdownText, textOf } from './read-own-markdown.ts';
import { hasBegun, timeIn } from './time-in.ts';
import { whyDoubtful, whyPrivate } from './why-private.ts';
import { withTopics } from './with-topics.ts';

/**
 * Reads a Markdown file of a static site generator. Ignores metadata that Storyline has no use for.
 *
 * @throws Unreadable
 */
export async function readMarkdown(file: SourceFile) {
  const text = decodeText(await file.bytes(bounds.text)).replaceAll(/\r\n?/g, '\n');
  const metadata = await readMetadata(text);
  const { fields: front, content } = metadata;
  const named = nameIn(file.path);
  const title = textOf(front.title).trim();
  const { heading, rest } = title === '' ? splitHeading(content) : { heading: '', rest: content };
  const tags = [...listOf(front.tags), ...listOf(front.categories)];
  const post = {
    title: title || heading || named.title,
    imgUrl: pictureIn(front),
    content: withTopics(metadata.doubt ? rest : joinLines(rest), tags),
  };
  const written = first(front, (value) => timeIn(value), ...dates);
  const edited = first(front, (value) => timeIn(value), ...datesOfEdit);
  const read = markdownText(file, post, written ?? named.date, edited);
  return { ...read, whyDraft: whyDraft(file.path, metadata, read.createdAt, written !== undefined) };
}

const dates = [
  ...['date', 'createdat', 'created', 'created_at', 'pubdate', 'pubdatetime', 'publishdate', 'publish_date'],
  ...['published', 'publishedat', 'published_at', 'datepublished'],
];

const datesOfEdit = ['updated', 'updatedat', 'updated_at', 'lastmod', 'modified', 'last_modified_at', 'moddatetime'];

/** Returns why the text becomes a draft, shown to its author; `undefined` if it becomes a post. */
function whyDraft(path: string, metadata: Metadata, createdAt: string, isDated: boolean): string | undefined {
  const { fields, content, doubt, isFenced = false } = metadata;
  const times = [createdAt, ...dates.map((name) => timeIn(fields[name]))];
  if (doubt) return doubt;
  const why = whyPrivate(path, fields);
  if (why) return why;
  if (times.some((time) => time !== undefined && !hasBegun(time))) return 'Its date is in the future.';
  const date = textOf(fields.date).trim();
  // Eleventy uses these words for the file's own date.
  if (!isDated && date !== '' && !/^(?:git )?(?:last modified|created)$/i.test(date)) return 'Its date cannot be read.';
  return isFenced && Object.keys(fields).length > 0 ? undefined : whyDoubtful(content);
}

/** Splits off a `# Heading` at the beginning of the text, without closing `#`s. `heading` is `''` if there is none. */
function splitHeading(content: string): { heading: string; rest: string } {
  const [line = '', written = ''] = /^\s*#[ \t](.*)(?:\r?\n|$)/.exec(content) ?? [];
  const words = written.trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const heading = /^\s?$/.test(words[end - 1] ?? '') ? words.slice(0, end).trim() : words;
  return heading === ''
    ? { heading, rest: content }
    : { heading, rest: content.slice(line.length).replace(/^(?:\r?\n)+/, '') };
}

function first<T>(front: Fields, read: (value: unknown) => T | undefined, ...names: string[]): T | undefined {
  for (const name of names) {
    const value = read(front[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the items of a list, or the parts of a comma-separated string. */
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map(textOf).slice(0, 100);

function pictureIn(front: Fields): string {
  const some = (value: unknown) => (value === null || value === undefined || value === 'true' ? undefined : value);
  const keys = ['image', 'imgurl', 'cover', 'coverimage', 'featured_image', 'feature_image', 'thumbnail', 'heroimage'];
  const value = first(front, some, ...keys);
  if (typeof value !== 'object' || value === null) return textOf(value).trim();
  return textOf(first(value as Fields, some, 'src', 'url', 'image', 'path')).trim();
}

/** Returns the title and date in a file name such as `2019-03-05-a-title.md`; for `index.md`, in the folder's name. */
function nameIn(path: string): { title: string; date: string | undefined } {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) === 'index' ? (parts.at(-2) ?? 'index') : (parts.at(-1) ?? '');
  const [, date, rest = ''] = /^(?:(\d{4}-\d{2}-\d{2})[-_ ]?)?(.*)$/s.exec(last) ?? [];
  return { title: rest.replaceAll(/[-_]+/g, ' ').trim(), date: timeIn(date) };
}
