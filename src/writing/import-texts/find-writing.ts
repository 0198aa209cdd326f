import { decodeText } from './decode-text.ts';
import { withoutTopFolder } from './folder-of-drafts.ts';
import {
  bounds,
  type FoundText,
  type FoundTexts,
  type FoundWriting,
  type LeftOut,
  PartMissing,
  part,
  reasonOf,
  type SourceFile,
  shownPath,
  Unreadable,
} from './found-writing.ts';
import { picturesIn } from './pictures-in.ts';
import { isOwnFile, readOwnFile } from './read-own-file.ts';
import { readZip } from './read-zip.ts';

/** Called before each file is read. */
export type OnFile = (done: number, total: number) => void;

/**
 * Finds the texts in the chosen files, which may be a folder's files or zips. Stores nothing, and calls no backend.
 *
 * @throws PartMissing; the signal's reason
 */
export async function findWriting(chosen: readonly File[], onFile: OnFile, signal: AbortSignal): Promise<FoundWriting> {
  const { files, leftOut } = await sourceFiles(chosen);
  const counted = { done: 0 };
  const next = () => {
    signal.throwIfAborted();
    onFile(++counted.done, files.length);
  };
  const pictures = files.filter(({ path }) => /\.(?:jpe?g|png|gif|webp|avif|heic|heif|bmp)$/i.test(path));
  if (await isOwnFile(files)) {
    const own = await readOwnFile(files, next);
    return { from: 'Storyline', pictures, texts: own.texts, leftOut: [...leftOut, ...own.leftOut] };
  }
  const found: FoundWriting = { from: 'Markdown', texts: [], leftOut, pictures };
  for (const file of files) {
    next();
    try {
      const { from, texts, leftOut: out } = await readAny(file, signal);
      if (texts.length > 0) found.from = from;
      found.texts.push(...texts);
      found.leftOut.push(...out);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PartMissing) throw error;
      found.leftOut.push({ place: shownPath(file.path), reason: reasonOf(error) });
    }
  }
  return found;
}

async function readAny(file: SourceFile, signal: AbortSignal): Promise<Omit<FoundWriting, 'pictures'>> {
  const ending = /\.([a-z\d]+)$/i.exec(file.path)?.[1]?.toLowerCase();
  switch (ending) {
    case 'md':
    case 'markdown':
    case 'mdx':
      return { from: 'Markdown', texts: [await markdownText(file)], leftOut: [] };
    case 'json':
      return { from: 'Ghost', ...(await readJson(file, signal)) };
    case 'xml':
    case 'wxr':
      return { from: 'WordPress', ...(await readXml(file, signal)) };
    default:
      return { from: 'Markdown', texts: [], leftOut: [] };
  }
}

async function readJson(file: SourceFile, signal: AbortSignal): Promise<FoundTexts> {
  const bytes = await file.bytes(bounds.foreignExport);
  if (!decodeText(bytes).includes('"posts"')) throw new Unreadable('It is JSON, but not a Ghost export.');
  const { readGhost } = await part(import('./read-ghost.ts'));
  return readGhost({ ...file, bytes: async () => bytes }, signal);
}

async function readXml(file: SourceFile, signal: AbortSignal): Promise<FoundTexts> {
  const bytes = await file.bytes(bounds.foreignExport);
  if (!decodeText(bytes).includes('wxr_version')) throw new Unreadable('It is XML, but not a WordPress export.');
  const { readWordPress } = await part(import('./read-wordpress.ts'));
  return readWordPress({ ...file, bytes: async () => bytes }, signal);
}

async function markdownText(file: SourceFile): Promise<FoundText> {
  const { readMarkdown } = await part(import('./read-markdown.ts'));
  const { post, whyDraft, ...dates } = await readMarkdown(file);
  return {
    kind: whyDraft === undefined ? 'post' : 'draft',
    ...(whyDraft !== undefined && { whyDraft }),
    place: shownPath(file.path),
    source: `file:${file.path}`.slice(0, 2_000),
    title: post.title,
    ...dates,
    versions: [],
    pictures: picturesIn(post),
    read: async () => (await readMarkdown(file)).post,
  };
}

/**
 * Returns all chosen files and the files of chosen zips, as if one folder contained them all. Leaves out hidden files,
 * `__MACOSX` and `node_modules`.
 */
async function sourceFiles(chosen: readonly File[]): Promise<{ files: SourceFile[]; leftOut: LeftOut[] }> {
  const files: SourceFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of chosen) {
    if (!/\.zip$/i.test(file.name)) {
      files.push(sourceFile(file));
      continue;
    }
    try {
      files.push(...withinBudget(withoutTop(await readZip(file))));
    } catch (error) {
      leftOut.push({ place: shownPath(file.name), reason: reasonOf(error) });
    }
  }
  const kept = files.filter(({ path }) => !/(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(path));
  if (kept.length > bounds.files) {
    leftOut.push({
      place: `${kept.length.toLocaleString()} files`,
      reason: 'There are too many. Choose fewer.',
    });
    return { files: [], leftOut };
  }
  return { files: kept.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut };
}

function sourceFile(file: File): SourceFile {
  // The path begins with the chosen folder's name, such as "blog/posts/a.md".
  const path = withoutTopFolder(file.webkitRelativePath ?? '') || file.name;
  return {
    path,
    lastModified: file.lastModified,
    async bytes(most) {
      if (file.size > most) throw new Unreadable('It is too large.');
      return new Uint8Array(await file.arrayBuffer());
    },
  };
}

/** Removes the folder that all files are in: many programs pack a folder instead of its content. */
function withoutTop(files: SourceFile[]): SourceFile[] {
  const others = files.filter(({ path }) => !path.startsWith('__MACOSX/'));
  const top = /^[^/]+\//.exec(others[0]?.path ?? '')?.[0];
  if (top === undefined || !others.every(({ path }) => path.startsWith(top))) return others;
  return others.map((file) => ({ ...file, path: withoutTopFolder(file.path) }));
}

/** Limits the unpacked size of each file and of all files together, because the zip may be a zip bomb. */
function withinBudget(files: SourceFile[]): SourceFile[] {
  let left: number = bounds.unpacked;
  return files.map((file) => ({
    ...file,
    async bytes(most) {
      if (left <= 0) throw new Unreadable('There is too much in the zip.');
      const bytes = await file.bytes(Math.min(most, left));
      left -= bytes.length;
      return bytes;
    },
  }));
}
