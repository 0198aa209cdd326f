import * as v from 'valibot';
import { sourceOfOwn } from '../../contract/import-post.ts';
import type { NewPost } from '../../contract/posts.ts';
import { folders, type Manifest, manifestName } from '../../text/file/writing-files.ts';
import { decodeText } from './decode-text.ts';
import {
  bounds,
  type FoundText,
  type FoundTexts,
  type FoundVersion,
  reasonOf,
  type SourceFile,
  shownPath,
  Unreadable,
} from './found-writing.ts';
import { picturesIn } from './pictures-in.ts';
import { type OwnMarkdown, readOwnMarkdown } from './read-own-markdown.ts';
import { expectTimeOfPost } from './texts-and-dates.ts';

const manifest = v.object({ format: v.literal('storyline-writing' satisfies Manifest['format']), version: v.number() });

/** Returns whether the files come from a Storyline export: from its zip, or from the unpacked folder. */
export async function isOwnFile(files: readonly SourceFile[]): Promise<boolean> {
  const found = files.find(({ path }) => path === manifestName);
  if (!found) return false;
  try {
    return v.is(manifest, JSON.parse(decodeText(await found.bytes(bounds.frontMatter))));
  } catch (error) {
    console.info(`${manifestName} is not Storyline’s manifest; reading the files as ordinary Markdown.`, error);
    return false;
  }
}

/**
 * Returns the texts of a Storyline export. A pending text becomes a draft with the same id. This id is the idempotency
 * key of publishing, so only one post is made if the original device publishes the text, too.
 */
export async function readOwnFile(files: readonly SourceFile[], onFile: () => void): Promise<FoundTexts> {
  const { texts, leftOut }: FoundTexts = { texts: [], leftOut: [] };
  const versions = new Map<string, FoundVersion[]>();
  const markdown = files.filter(({ path }) => path.endsWith('.md'));
  for (const file of markdown) {
    onFile();
    try {
      const text = await readOwnMarkdown(file);
      const { id } = text;
      if (id === undefined) throw new Unreadable('It has no id, which Storyline’s files have.');
      const isVersion = file.path.startsWith(folders.versions);
      const isPost = file.path.startsWith(folders.posts);
      if (isVersion || isPost) expectTimeOfPost(text.createdAt);
      if (isVersion) {
        if (text.version === undefined) throw new Unreadable('It does not say which version it is.');
        const one = { version: text.version, read: async () => versionOf(await readOwnMarkdown(file)) };
        versions.set(id, [...(versions.get(id) ?? []), one]);
      } else if (isPost) texts.push(textOf(file, text, id, 'post'));
      else if (text.waits === 'delete') throw new Unreadable('It was to be deleted.');
      else texts.push(textOf(file, text, id, 'draft'));
    } catch (error) {
      leftOut.push({ place: shownPath(file.path), reason: reasonOf(error) });
    }
  }
  for (const text of texts) {
    if (text.kind !== 'post') continue;
    const own = versions.get(text.originalId ?? '') ?? [];
    versions.delete(text.originalId ?? '');
    text.versions = own.sort((a, b) => a.version - b.version);
    // Of two versions with the same number, keeps the last.
    text.versions = text.versions.filter(({ version }, at) => version !== text.versions[at + 1]?.version);
  }
  for (const [id, ofPost] of versions)
    leftOut.push({
      place: shownPath(`${folders.versions}${id}`),
      reason: `The post of these ${ofPost.length} versions is missing.`,
    });
  return { texts, leftOut };
}

const versionOf = ({ post, createdAt }: OwnMarkdown): NewPost & { createdAt: string } => ({ ...post, createdAt });

function textOf(file: SourceFile, text: OwnMarkdown, id: string, kind: FoundText['kind']): FoundText {
  const { post, createdAt, updatedAt, isUndated, version } = text;
  return {
    kind,
    place: shownPath(file.path),
    source: sourceOfOwn(id),
    originalId: id,
    title: post.title,
    createdAt,
    updatedAt,
    isUndated,
    ...(version !== undefined && { version }),
    versions: [],
    pictures: picturesIn(post),
    read: async () => (await readOwnMarkdown(file)).post,
  };
}
