import { isTimeOfPost, timeOf } from '../../../contract/post-time.ts';
import type { NewPost } from '../../../contract/posts.ts';
import { splitMarkdown } from '../../../writing-file/markdown-file.ts';
import { decodeText } from './decode-text.ts';
import { bounds, type SourceFile, Unreadable } from './found-writing.ts';
import { isKeptPrivate } from './kept-private.ts';
import { editTimeOf, expectStorable, expectTime, timeIn, withTopics } from './texts-and-dates.ts';

/** What a Markdown file with front matter says. */
export interface MarkdownText {
  post: NewPost;
  createdAt: string;
  updatedAt: string | null;
  isUndated: boolean;
  isDraft: boolean;
  /** Only what Storyline writes has these. */
  id: string | undefined;
  version: number | undefined;
  waits: string | undefined;
  key: string | undefined;
}

/**
 * Reads what static site generators write, and what Storyline does. Whatever the front matter has besides is left.
 *
 * @param isOwn the file is Storyline's: nothing is guessed, and the text stays as it is.
 * @throws Unreadable
 */
export async function readMarkdown(file: SourceFile, isOwn: boolean): Promise<MarkdownText> {
  const text = decodeText(await file.bytes(bounds.text));
  const { front: yaml, content } = splitMarkdown(text);
  if (/^\+\+\+[ \t]*\r?\n/.test(text)) throw new Unreadable('Its front matter is TOML, and only YAML can be read.');
  const front = yaml === undefined ? {} : await parseYaml(yaml);
  const named = nameIn(file.path);
  const createdAt =
    timeIn(first(front, 'date', 'createdAt', 'created', 'pubDate', 'publishDate', 'published')) ?? named.date;
  const title = textOf(front.title);
  const { heading, rest } = title === '' && !isOwn ? splitHeading(content) : { heading: '', rest: content };
  const tags = isOwn ? [] : [...listOf(front.tags), ...listOf(front.categories)];
  const post = {
    title: isOwn ? title : title || heading || named.title,
    imgUrl: pictureIn(front, isOwn),
    content: isOwn ? content : withTopics(rest.replaceAll('\r\n', '\n'), tags),
  };
  expectStorable(post);
  const date = createdAt ?? new Date(file.lastModified).toISOString();
  expectTime(date);
  const updated = timeIn(first(front, 'updated', 'updatedAt', 'lastmod', 'modified', 'last_modified_at'));
  return {
    post,
    createdAt: date,
    updatedAt: editTimeOf(date, updated),
    isUndated: createdAt === undefined,
    isDraft: isKeptPrivate(file.path, front) || !isTimeOfPost(timeOf(date)),
    id: textOf(front.id) || undefined,
    version: Number.isInteger(front.version) ? (front.version as number) : undefined,
    waits: textOf(front.waits) || undefined,
    key: textOf(front.key) || undefined,
  };
}

/** Only texts, numbers, lists and maps: its schema makes no objects of classes (YAML 1.2, 10.3). */
async function parseYaml(yaml: string): Promise<Record<string, unknown>> {
  if (yaml.length > bounds.frontMatter) throw new Unreadable('Its front matter is too long.');
  const { CORE_SCHEMA, load } = await import('js-yaml');
  try {
    const value: unknown = load(yaml, { schema: CORE_SCHEMA });
    if (value === null || value === undefined) return {};
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new Unreadable('Its front matter is not YAML.', { cause: error });
  }
  throw new Unreadable('Its front matter is not YAML.');
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

const first = (front: Record<string, unknown>, ...keys: string[]): unknown =>
  keys.map((key) => front[key]).find((value) => value !== undefined && value !== null && value !== true);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A list, or words with commas between them. */
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).map(textOf).slice(0, 100);

function pictureIn(front: Record<string, unknown>, isOwn: boolean): string {
  if (isOwn) return textOf(front.image);
  const keys = ['image', 'imgUrl', 'cover', 'coverImage', 'featured_image', 'feature_image', 'thumbnail', 'heroImage'];
  const value = first(front, ...keys);
  if (typeof value !== 'object' || value === null) return textOf(value).trim();
  return textOf(first(value as Record<string, unknown>, 'src', 'url', 'image', 'path')).trim();
}

/** What the name of a file says, as `2019-03-05-a-title.md` does; a file `index.md` is named after its folder. */
function nameIn(path: string): { title: string; date: string | undefined } {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) === 'index' ? (parts.at(-2) ?? 'index') : (parts.at(-1) ?? '');
  const [, date, rest = ''] = /^(?:(\d{4}-\d{2}-\d{2})[-_ ]?)?(.*)$/s.exec(last) ?? [];
  return { title: rest.replaceAll(/[-_]+/g, ' ').trim(), date: timeIn(date) };
}
