import { isHTTPError } from 'ky';
import { imagesNamedIn } from '../../contract/named-images.ts';
import type { NewPost, Post, PostVersionText } from '../../contract/posts.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { getVersion, getVersions, type VersionPage } from '../../reading/shown/version-calls.ts';
import {
  imageFile,
  type Manifest,
  manifestFile,
  postFile,
  unpublishedFile,
  versionFile,
  type WritingFile,
} from '../../text/file/writing-files.ts';
import { getImage } from '../pictures/image-calls.ts';
import { isWhole, readCachedImage } from '../pictures/store-draft-images.ts';
import { readImageBytes } from '../pictures/stored-images.ts';
import { readDeviceWriting } from '../record/device-writing.ts';
import { blank } from '../record/post-record.ts';
import { missingInWords } from './missing-in-words.ts';
import { type BackendReachability, readOwnPosts } from './own-posts.ts';
import type { Author } from './own-posts-on-device.ts';

export interface Gatherer extends Author {
  token: string;
  name: string | undefined;
}

/** The counts of the file's contents, and the parts that could not be read. */
export interface Gathered {
  files: Manifest['files'];
  missing: {
    /** Set if the backend did not list all posts. `isWhole`: whether this device had all, so that none is missing. */
    posts: { isWhole: boolean } | undefined;
    /** The number of posts whose earlier versions are not all in the file. */
    versionsOf: number;
    images: number;
    /** Whether the database could not be read, so that unpublished texts are missing. */
    unpublished: boolean;
  };
}

export const nothingGathered = (): Gathered => ({
  files: { posts: 0, versions: 0, drafts: 0, waiting: 0, images: 0 },
  missing: { posts: undefined, versionsOf: 0, images: 0, unpublished: false },
});

/**
 * Yields the files of an author's export: unpublished texts, posts with their earlier versions, pictures, the manifest.
 * Fetches posts, versions and missing pictures if the network is available.
 *
 * @param gathered counts the files as they are made; it is complete after the last one.
 * @throws the signal's reason
 */
export async function* gatherWriting(
  author: Gatherer,
  gathered: Gathered,
  signal: AbortSignal,
): AsyncGenerator<WritingFile> {
  const { files, missing } = gathered;
  const named = new Set<string>();
  const note = (text: NewPost) => {
    for (const name of imagesNamedIn(text)) named.add(name);
  };
  const network: BackendReachability = { isUnreachable: false };

  yield* unpublished(author.userId, gathered, note);
  const posts = readOwnPosts(author, network, signal);
  for (let next = await posts.next(); ; next = await posts.next()) {
    signal.throwIfAborted();
    if (next.done) {
      if (next.value.kind === 'broken off') missing.posts = { isWhole: next.value.isWholeOnDevice };
      break;
    }
    const post = next.value;
    note(post);
    yield postFile(post);
    files.posts += 1;
    try {
      for await (const version of earlierVersions(post, author.token, network)) {
        signal.throwIfAborted();
        note(version);
        yield versionFile(post._id, version);
        files.versions += 1;
      }
    } catch (error) {
      signal.throwIfAborted();
      console.info(`Not all versions of the post ${post._id} can be read; they are missing in the file.`, error);
      missing.versionsOf += 1;
    }
  }
  for (const name of named) {
    signal.throwIfAborted();
    const bytes = await findImage(name, network, signal);
    if (bytes) {
      yield imageFile(name, bytes);
      files.images += 1;
    } else missing.images += 1;
  }
  yield manifestFile(manifestOf(author, gathered));
}

/** Yields a file for each draft, and for each pending text or delete. */
async function* unpublished(
  userId: string,
  { files, missing }: Gathered,
  note: (text: NewPost) => void,
): AsyncGenerator<WritingFile> {
  try {
    const { drafts, waiting } = await withTimeout(timeouts.databaseTimeoutMs, readDeviceWriting(userId));
    for (const { id, draft, postId, base, changedAt: savedAt } of drafts) {
      if (!draft) continue;
      note(draft.text);
      yield unpublishedFile(
        'drafts',
        { id, post: draft.text, savedAt },
        base && { edits: postId, version: base.number },
      );
      files.drafts += 1;
    }
    for (const { id, pending, postId, base } of waiting) {
      if (!pending) continue;
      const post = pending.kind === 'text' ? pending.text : (base?.text ?? blank);
      note(post);
      const waits = pending.kind === 'delete' ? 'delete' : base ? 'edit' : 'publish';
      yield unpublishedFile('waiting', { id, post, savedAt: pending.at }, { waits, ...(base && { post: postId }) });
      files.waiting += 1;
    }
  } catch (error) {
    console.error('Could not read drafts and pending texts; they are missing in the file.', error);
    missing.unpublished = true;
  }
}

/**
 * Yields the earlier versions of a post, newest first.
 *
 * @throws if the backend does not return every version.
 */
async function* earlierVersions(
  post: Post,
  token: string,
  network: BackendReachability,
): AsyncGenerator<PostVersionText> {
  const current = post.version ?? 1;
  if (current <= 1) return;
  const answer = async <T>(asking: () => Promise<T>): Promise<T> => {
    if (network.isUnreachable) throw new DOMException('The network is away', 'NetworkError');
    try {
      return await withTimeout(timeouts.answerTimeoutMs, asking());
    } catch (error) {
      network.isUnreachable = !isHTTPError(error);
      throw error;
    }
  };
  for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
    const page: VersionPage = await answer(() => getVersions(post._id, token, next));
    for (const { version } of page.versions)
      if (version < current) yield await answer(() => getVersion(post._id, version, token));
    next = page.next;
  }
}

async function findImage(
  name: string,
  network: BackendReachability,
  signal: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  try {
    const here = (await readImageBytes(name)) ?? (await readCachedImage(name));
    if (here || network.isUnreachable) return here;
    const bytes = await getImage(name, AbortSignal.any([signal, AbortSignal.timeout(timeouts.pinImageMs)]));
    signal.throwIfAborted();
    if (bytes === undefined) network.isUnreachable = true;
    return bytes instanceof ArrayBuffer && (await isWhole(name, bytes)) ? bytes : undefined;
  } catch (error) {
    signal.throwIfAborted();
    console.error(`Could not read the image ${name}; it is missing in the file.`, error);
    return undefined;
  }
}

function manifestOf({ name = '', email = '' }: Gatherer, { files, missing }: Gathered): Manifest {
  return {
    format: 'storyline-writing',
    version: 1,
    savedAt: new Date().toISOString(),
    site: location.origin,
    author: { name, email },
    files,
    missing: missingInWords(missing),
  };
}
