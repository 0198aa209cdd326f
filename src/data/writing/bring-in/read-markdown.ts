import { storedTime, timeOf } from '../../../contract/post-time.ts';
import type { NewPost } from '../../../contract/posts.ts';
import { splitMarkdown } from '../../../writing-file/markdown-file.ts';
import { decodeText } from './decode-text.ts';
import { bounds, type SourceFile, Unreadable } from './found-writing.ts';
import { joinLines } from './join-lines.ts';
import { whyDoubtful, whyPrivate } from './kept-private.ts';
import { type Fields, fieldsOf, type Metadata, NoFields, readMetadata } from './read-metadata.ts';
import { editTimeOf, expectStorable, expectTime, hasBegun, timeIn, withTopics } from './texts-and-dates.ts';

/** What a Markdown file says, and its metadata. */
export interface MarkdownText {
  post: NewPost;
  createdAt: string;
  updatedAt: string | null;
  isUndated: boolean;
  /** Why it is not published, in words for its author; `undefined` if it is. */
  whyDraft: string | undefined;
  /** Only what Storyline writes has these. */
  id: string | undefined;
  version: number | undefined;
  waits: string | undefined;
  key: string | undefined;
}

/**
 * Reads what static site generators write, and what Storyline does. Whatever the metadata has besides is left.
 *
 * @param isOwn the file is Storyline's: nothing is guessed, and the text stays as it is.
 * @throws Unreadable
 */
export async function readMarkdown(file: SourceFile, isOwn: boolean): Promise<MarkdownText> {
  const text = decodeText(await file.bytes(bounds.text));
  return isOwn ? ownText(file, text) : foreignText(file, text.replaceAll(/\r\n?/g, '\n'));
}

async function ownText(file: SourceFile, text: string): Promise<MarkdownText> {
  const { front: yaml = '', content } = splitMarkdown(text);
  const front = await fieldsOf(yaml).catch((cause: unknown) => {
    throw cause instanceof NoFields ? new Unreadable('Its front matter is not YAML.', { cause }) : cause;
  });
  const post = { title: textOf(front.title), imgUrl: textOf(front.image), content };
  const [createdAt, updated] = [front.date, front.updated].map((time) =>
    Number.isNaN(timeOf(textOf(time))) ? undefined : storedTime(textOf(time)),
  );
  return { ...found(file, post, createdAt, updated), whyDraft: undefined, ...ofStoryline(front) };
}

const ofStoryline = (front: Fields) => ({
  id: textOf(front.id) || undefined,
  version: /^\d{1,15}$/.test(textOf(front.version)) ? Number(front.version) : undefined,
  waits: textOf(front.waits) || undefined,
  key: textOf(front.key) || undefined,
});

async function foreignText(file: SourceFile, text: string): Promise<MarkdownText> {
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
  const read = found(file, post, written ?? named.date, edited);
  return {
    ...read,
    whyDraft: whyDraft(file.path, metadata, read.createdAt, written !== undefined),
    ...ofStoryline({}),
  };
}

const dates = [
  ...['date', 'createdat', 'created', 'created_at', 'pubdate', 'pubdatetime', 'publishdate', 'publish_date'],
  ...['published', 'publishedat', 'published_at', 'datepublished'],
];

const datesOfEdit = ['updated', 'updatedat', 'updated_at', 'lastmod', 'modified', 'last_modified_at', 'moddatetime'];

function found(file: SourceFile, post: NewPost, createdAt: string | undefined, updated: string | undefined) {
  expectStorable(post);
  const date = createdAt ?? new Date(file.lastModified).toISOString();
  expectTime(date);
  return { post, createdAt: date, updatedAt: editTimeOf(date, updated), isUndated: createdAt === undefined };
}

function whyDraft(path: string, metadata: Metadata, createdAt: string, isDated: boolean): string | undefined {
  const { fields, content, doubt, isFenced = false } = metadata;
  const times = [createdAt, ...dates.map((name) => timeIn(fields[name]))];
  if (doubt) return doubt;
  const why = whyPrivate(path, fields);
  if (why) return why;
  if (times.some((time) => time !== undefined && !hasBegun(time))) return 'Its date is in the future.';
  const date = textOf(fields.date).trim();
  // Eleventy has such words for the file's own date.
  if (!isDated && date !== '' && !/^(?:git )?(?:last modified|created)$/i.test(date)) return 'Its date cannot be read.';
  return isFenced && Object.keys(fields).length > 0 ? undefined : whyDoubtful(content);
}

/** A heading above the text, without the marks that may close it, and what stands below; `''` if there is none. */
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list, or words with commas between them. */
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map(textOf).slice(0, 100);

function pictureIn(front: Fields): string {
  const some = (value: unknown) => (value === null || value === undefined || value === 'true' ? undefined : value);
  const keys = ['image', 'imgurl', 'cover', 'coverimage', 'featured_image', 'feature_image', 'thumbnail', 'heroimage'];
  const value = first(front, some, ...keys);
  if (typeof value !== 'object' || value === null) return textOf(value).trim();
  return textOf(first(value as Fields, some, 'src', 'url', 'image', 'path')).trim();
}

/** What the name of a file says, as `2019-03-05-a-title.md` does; a file `index.md` is named after its folder. */
function nameIn(path: string): { title: string; date: string | undefined } {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) === 'index' ? (parts.at(-2) ?? 'index') : (parts.at(-1) ?? '');
  const [, date, rest = ''] = /^(?:(\d{4}-\d{2}-\d{2})[-_ ]?)?(.*)$/s.exec(last) ?? [];
  return { title: rest.replaceAll(/[-_]+/g, ' ').trim(), date: timeIn(date) };
}
