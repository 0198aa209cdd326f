import { storedTime, timeOf } from '../../contract/post-time.ts';
import type { NewPost, Post, PostVersionText } from '../../contract/posts.ts';
import { type FrontMatter, markdownFile } from './markdown-file.ts';

/** One file of the zip, in the form that client-zip accepts. */
export interface WritingFile {
  name: string;
  lastModified: Date;
  input: string | Uint8Array<ArrayBuffer> | ArrayBuffer;
}

/** The folders of the zip. */
export const folders = {
  posts: 'posts/',
  versions: 'versions/',
  drafts: 'drafts/',
  waiting: 'waiting/',
  images: 'images/',
} as const;

/** The manifest's path, in the root of the zip. */
export const manifestName = 'storyline.json';

/** The zip's manifest. `version` is the version of the zip's format. */
export interface Manifest {
  format: 'storyline-writing';
  version: 1;
  /** ISO 8601. */
  savedAt: string;
  /** The site that the texts come from, if it is known. */
  site?: string;
  author: { name: string; email: string };
  files: Record<keyof typeof folders, number>;
  /** Sentences about the parts that could not be read. */
  missing: string[];
}

export function postFile(post: Omit<Post, 'summary' | 'author'>): WritingFile {
  const { _id: id, title, imgUrl, content, createdAt, updatedAt, version } = post;
  const date = isoOf(createdAt);
  const front = { title, date, updated: updatedAt, image: imgUrl, version, id };
  return textFile(`${folders.posts}${nameOf(date, title, id)}`, date, front, content);
}

/** Returns the file of an earlier version. All versions of a post are in one folder. */
export function versionFile(postId: string, { version, createdAt, ...text }: PostVersionText): WritingFile {
  const front = { title: text.title, date: createdAt, image: text.imgUrl, version, id: postId };
  const name = `${folders.versions}${safe(postId)}/${String(version).padStart(4, '0')}.md`;
  return textFile(name, createdAt, front, text.content);
}

/** @param more further metadata, for example whether the text edits a post. */
export function unpublishedFile(
  folder: 'drafts' | 'waiting',
  { id, post, savedAt }: { id: string; post: NewPost; savedAt: number },
  more: FrontMatter = {},
): WritingFile {
  const date = isoOf(savedAt);
  const front = { title: post.title, date, image: post.imgUrl, ...more, id };
  return textFile(`${folders[folder]}${nameOf(date, post.title, id)}`, date, front, post.content);
}

/** @param name as in the image's address */
export function imageFile(name: string, bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): WritingFile {
  return { name: folders.images + name, lastModified: earliest, input: bytes };
}

export function manifestFile(manifest: Manifest): WritingFile {
  return {
    name: manifestName,
    lastModified: new Date(manifest.savedAt),
    input: `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/** Zip files store no time before 1980 or after 2107. */
const [earliest, latest] = [new Date(1980, 0, 1), new Date(2107, 0, 1)];

function textFile(name: string, date: string | undefined, front: FrontMatter, content: string): WritingFile {
  const time = timeOf(date) || 0;
  const lastModified = new Date(Math.min(Math.max(time, earliest.getTime()), latest.getTime()));
  return { name, lastModified, input: markdownFile(front, content) };
}

/** Returns a name such as `2026-11-22-a-title-3f2a….md`. Names sort by date, and the id makes each unique. */
function nameOf(date: string | undefined, title: string, id: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = startOf([...words.join('-')].slice(0, 60).join('')).replace(/-$/, '');
  return `${[date?.slice(0, 10), slug, safe(id).slice(-12)].filter(Boolean).join('-')}.md`;
}

/** The most bytes of a title in a file name. The whole name stays below the 143 bytes that encrypted folders allow. */
const mostBytesOfTitle = 110;

const startOf = (words: string): string =>
  words.slice(0, new TextEncoder().encodeInto(words, new Uint8Array(mostBytesOfTitle)).read);

/** Makes an id safe to use in a file name. */
const safe = (id: string): string => id.replaceAll(/[^\w-]/g, '_');

function isoOf(time: string | number | undefined): string | undefined {
  return time === undefined || Number.isNaN(timeOf(time)) ? undefined : storedTime(time);
}
