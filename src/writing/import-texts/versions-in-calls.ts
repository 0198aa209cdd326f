import type { ImportedPost } from '../../contract/import-post.ts';
import { limits } from '../../contract/limits.ts';
import { type NewPost, textOf } from '../../contract/posts.ts';
import type { FoundVersion } from './found-writing.ts';

/** The most bytes of a call with two or more versions. With one, the server accepts twice the longest post. */
const mostInCall = 5_500_000;

type Version = NonNullable<ImportedPost['versions']>[number];

/** Yields the versions to send in each call, oldest first. Yields one empty list if there are no versions. */
export async function* versionsInCalls(versions: readonly FoundVersion[], post: NewPost): AsyncGenerator<Version[]> {
  const own = bytesOf(textOf(post));
  let call: Version[] = [];
  let size = own;
  for (const { version, read } of versions) {
    const one = { ...(await read()), version };
    const bytes = bytesOf(one);
    if (call.length > 0 && (size + bytes > mostInCall || call.length === limits.importedVersions)) {
      yield call;
      [call, size] = [[], own];
    }
    call.push(one);
    size += bytes;
  }
  yield call;
}

const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;
