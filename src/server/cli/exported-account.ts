import { makeZip } from 'client-zip';
import type { PostVersionText } from '../../contract/posts.ts';
import {
  imageFile,
  type Manifest,
  manifestFile,
  postFile,
  versionFile,
  type WritingFile,
} from '../../text/file/writing-files.ts';
import type { Account } from '../accounts/moderation.ts';
import { versionBefore } from '../posts/post-versions.ts';
import { pageOfAuthor } from '../posts/query-lists.ts';
import { readPosts, type StoredPost } from '../posts/query-posts.ts';
import { printable } from '../process/printable.ts';
import type { Store } from '../store/schema.ts';

/** Yields the JSON in pieces, so that only one page of posts, or one version, is in memory at a time. */
export async function* jsonOf(store: Store, account: Account): AsyncGenerator<string> {
  const { name, email, created_at } = account;
  yield `${jsonLine({ name, email, createdAt: created_at }).slice(0, -1)},"posts":[`;
  let separator = '';
  for await (const post of postsOf(store, account)) {
    yield `${separator}\n${jsonLine(post).slice(0, -1)}`;
    if (post.version > 1) yield* listed(',"versions":[', earlierVersions(store, post));
    yield '}';
    separator = ',';
  }
  yield '\n]';
  yield* listed(',"images":[', encodedImages(store, account));
  yield '}\n';
}

/** JSON that a terminal can show: texts may have control characters in them. */
const jsonLine = (value: object): string => printable(JSON.stringify(value));

/** Yields what it is given as one more member, if there is anything. */
async function* listed(opening: string, values: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = opening;
  for await (const value of values) {
    yield `${separator}\n${jsonLine(value)}`;
    separator = ',';
  }
  if (separator === ',') yield '\n]';
}

/** The zip in pieces, with the same bounds on memory. */
export function zipOf(store: Store, account: Account): AsyncIterable<Uint8Array> {
  return makeZip(filesOf(store, account));
}

async function* filesOf(store: Store, account: Account): AsyncGenerator<WritingFile> {
  const files = { posts: 0, versions: 0, drafts: 0, waiting: 0, images: 0 };
  for await (const post of postsOf(store, account)) {
    yield postFile(post);
    files.posts++;
    for await (const version of earlierVersions(store, post)) {
      yield versionFile(post._id, version);
      files.versions++;
    }
  }
  for await (const { name, bytes } of imagesOf(store, account)) {
    yield imageFile(name, new Uint8Array(bytes));
    files.images++;
  }
  const author = { name: account.name, email: account.email };
  const manifest: Manifest = {
    format: 'storyline-writing',
    version: 1,
    savedAt: new Date().toISOString(),
    author,
    files,
    missing: ['What is only on the author’s devices: drafts, and posts that wait to be sent.'],
  };
  yield manifestFile(manifest);
}

/** Newest first. */
async function* postsOf(store: Store, { id }: Account): AsyncGenerator<StoredPost> {
  for (let after: string | undefined; ; ) {
    const { ids, more } = await pageOfAuthor(store, id, after);
    for (const { post } of await readPosts(store, ids)) yield post;
    if (!more) return;
    after = ids.at(-1);
  }
}

/** The versions that an edit has replaced, newest first. */
async function* earlierVersions(store: Store, { _id, version }: StoredPost): AsyncGenerator<PostVersionText> {
  for (let earlier = await versionBefore(store, _id, version); earlier; ) {
    yield earlier;
    earlier = await versionBefore(store, _id, earlier.version);
  }
}

/** The images that the account has uploaded; one is in memory at a time. */
async function* imagesOf({ db, imageStore }: Store, { id }: Account): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (let after = ''; ; ) {
    const uploaded = db.selectFrom('image_uploads').select('image').where('user_id', '=', id);
    const next = await uploaded.where('image', '>', after).orderBy('image').limit(1).executeTakeFirst();
    if (!next) return;
    const bytes = await imageStore.get({ name: next.image, variant: '' });
    if (bytes) yield { name: next.image, bytes };
    after = next.image;
  }
}

async function* encodedImages(store: Store, account: Account) {
  for await (const { name, bytes } of imagesOf(store, account)) yield { name, base64: bytes.toString('base64') };
}
