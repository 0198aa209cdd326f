import type { NewPost } from '../../contract/posts.ts';

/** A chosen file, or a file of a chosen folder or zip. */
export interface SourceFile {
  /** The path in the chosen folder or in the zip, separated by `/`. */
  path: string;
  /** In milliseconds since the epoch; 0 if unknown. */
  lastModified: number;
  /** @throws Unreadable if the file is damaged or has more than `most` bytes. */
  bytes(most: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Thrown if a file or text cannot be imported. The message tells its author why. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** Thrown if a part of the app could not be loaded: parts that few users need are loaded at their first use. */
export class PartMissing extends Error {
  override name = 'PartMissing';
}

/** Waits for a part of the app to load. @throws PartMissing */
export const part = <Part>(loading: Promise<Part>): Promise<Part> =>
  loading.catch((cause) => {
    throw new PartMissing('A part of the app could not be loaded.', { cause });
  });

/** An earlier version of a post. */
export interface FoundVersion {
  version: number;
  read(): Promise<NewPost & { createdAt: string }>;
}

/** A text that can be imported. To save memory, `read` reads or converts the content anew at each call. */
export interface FoundText {
  kind: 'post' | 'draft';
  /** Why the text becomes a draft, shown to its author; missing if no reason is known. */
  whyDraft?: string;
  /** The path of the text's file, or the title of a text in an export. Shown to the author. */
  place: string;
  /** Identifies the text across all imports (contract/import-post.ts). */
  source: string;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string | null;
  /** Whether the text has no date. Then `createdAt` is the file's date. */
  isUndated: boolean;
  /** The text's id on the Storyline site from which it was exported. */
  originalId?: string;
  /** The number of the post's last version on that site. */
  version?: number;
  versions: FoundVersion[];
  /** The addresses of the text's pictures, before the import changes them. */
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

/** The placeholder for the site's address in Ghost's exports. */
export const ghostSite = '__GHOST_URL__';

/** Limits against hostile files, in bytes; `files` is a count. */
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
