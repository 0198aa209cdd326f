import type { PostVersionText } from '../../contract/posts.ts';
import { imageFile, manifestFile, postFile, versionFile, type WritingFile } from '../../text/file/writing-files.ts';
import type { Account } from '../accounts/moderation.ts';
import { versionBefore } from '../posts/post-versions.ts';
import { pageOfAuthor } from '../posts/query-lists.ts';
import { readPosts, type StoredPost } from '../posts/query-posts.ts';
import type { Store } from '../store/schema.ts';

/**
 * Yields the files of an account's export one by one. Only a page of posts, a version or an image is in memory at a
 * time.
 */
export async function* filesOf(store: Store, account: Account): AsyncGenerator<WritingFile> {
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
  yield manifestFile({
    format: 'storyline-writing',
    version: 1,
    savedAt: new Date().toISOString(),
    author: { name: account.name, email: account.email },
    files,
    missing: ['Drafts and waiting posts that are only on the author’s devices.'],
  });
}

/** Yields the posts of an account, newest first. */
async function* postsOf(store: Store, { id }: Account): AsyncGenerator<StoredPost> {
  for (let after: string | undefined; ; ) {
    const { ids, more } = await pageOfAuthor(store, id, after);
    for (const { post } of await readPosts(store, ids)) yield post;
    if (!more) return;
    after = ids.at(-1);
  }
}

/** Yields the versions that edits have replaced, newest first. */
async function* earlierVersions(store: Store, { _id, version }: StoredPost): AsyncGenerator<PostVersionText> {
  for (let earlier = await versionBefore(store, _id, version); earlier; ) {
    yield earlier;
    earlier = await versionBefore(store, _id, earlier.version);
  }
}

/** Yields the images that the account has uploaded; one is in memory at a time. */
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
