import type { NewPost } from '../../contract/posts.ts';

/** A chosen file, or a file of a chosen folder or zip. */
export interface SourceFile {
  /** The path in the chosen folder or in the zip, with `/`. */
  path: string;
  /** In milliseconds since the epoch; 0 if unknown. */
  lastModified: number;
  /** @throws Unreadable if the file is damaged or has more than `most` bytes. */
  bytes(most: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Thrown if a file or text cannot be brought in. The message tells its author why. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** Thrown if a part of the app could not be loaded: parts that few users need are loaded at their first use. */
export class PartMissing extends Error {
  override name = 'PartMissing';
}

/** @throws PartMissing */
export const part = <Part>(loading: Promise<Part>): Promise<Part> =>
  loading.catch((cause) => {
    throw new PartMissing('A part of the app could not be loaded.', { cause });
  });

/** An earlier version of a post. */
export interface FoundVersion {
  version: number;
  read(): Promise<NewPost & { createdAt: string }>;
}

/** A text that can be brought in. `read` loads its content on demand, so that memory holds one content at a time. */
export interface FoundText {
  kind: 'post' | 'draft';
  /** Why it is a draft, in words for its author, where that is known. */
  whyDraft?: string;
  /** The place where it was found, shown to the author. */
  place: string;
  /** Identifies the text across all imports (contract/import-post.ts). */
  source: string;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string | null;
  /** Whether the text has no date, so that the file's date is taken. */
  isUndated: boolean;
  /** The post's id in the Storyline that has made the file. */
  originalId?: string;
  /** The number of its last version in that Storyline. */
  version?: number;
  versions: FoundVersion[];
  /** The addresses of its pictures, as the text has them. */
  pictures: string[];
  read(): Promise<NewPost>;
}

export interface LeftOut {
  place: string;
  reason: string;
}

export interface FoundTexts {
  texts: FoundText[];
  leftOut: LeftOut[];
}

export interface FoundWriting extends FoundTexts {
  from: Origin;
  pictures: SourceFile[];
}

export type Origin = 'Storyline' | 'Markdown' | 'Ghost' | 'WordPress';

/** Stands in Ghost's exports for the address of the site. */
export const ghostSite = '__GHOST_URL__';

/** Bounds in bytes and counts, against files that are made to be endless. */
export const bounds = {
  /** A text of a million characters, and its front matter. */
  text: 4_100_000,
  frontMatter: 64_000,
  /** An export of another program, which is read as a whole. */
  foreignExport: 100_000_000,
  /** All files of a zip together, once they are unpacked. */
  unpacked: 2_000_000_000,
  files: 50_000,
  picture: 80_000_000,
} as const;

/** Returns a path as it is shown. File names may contain bidi controls or invisible characters. */
export const shownPath = (path: string): string =>
  path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(-200);

export const reasonOf = (error: unknown): string => {
  if (error instanceof Unreadable) return error.message;
  console.error('A file could not be read; it is left out.', error);
  return 'It could not be read.';
};
