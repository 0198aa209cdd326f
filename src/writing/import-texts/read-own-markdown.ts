import { storedTime, timeOf } from '../../contract/post-time.ts';
import type { NewPost } from '../../contract/posts.ts';
import { splitMarkdown } from '../../text/file/markdown-file.ts';
import { decodeText } from './decode-text.ts';
import { bounds, type SourceFile, Unreadable } from './found-writing.ts';
import { fieldsOf, NoFields } from './metadata-fields.ts';
import { editTimeOf, expectStorable, expectTime } from './texts-and-dates.ts';

/**
 * Reads a Markdown file that Storyline has written. Unlike `readMarkdown`, does not guess or change the content.
 *
 * @throws Unreadable
 */
export async function readOwnMarkdown(file: SourceFile) {
  const text = decodeText(await file.bytes(bounds.text));
  const { front: yaml = '', content } = splitMarkdown(text);
  const front = await fieldsOf(yaml).catch((cause: unknown) => {
    throw cause instanceof NoFields ? new Unreadable('Its front matter is not YAML.', { cause }) : cause;
  });
  const post = { title: textOf(front.title), imgUrl: textOf(front.image), content };
  const [createdAt, updated] = [front.date, front.updated].map((time) =>
    Number.isNaN(timeOf(textOf(time))) ? undefined : storedTime(textOf(time)),
  );
  return {
    ...markdownText(file, post, createdAt, updated),
    id: textOf(front.id) || undefined,
    version: /^\d{1,15}$/.test(textOf(front.version)) ? Number(front.version) : undefined,
    waits: textOf(front.waits) || undefined,
  };
}

export type OwnMarkdown = Awaited<ReturnType<typeof readOwnMarkdown>>;

/** Returns a file's post with its dates. @throws Unreadable */
export function markdownText(
  file: SourceFile,
  post: NewPost,
  createdAt: string | undefined,
  updated: string | undefined,
) {
  expectStorable(post);
  const date = createdAt ?? new Date(file.lastModified).toISOString();
  expectTime(date);
  return { post, createdAt: date, updatedAt: editTimeOf(date, updated), isUndated: createdAt === undefined };
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
