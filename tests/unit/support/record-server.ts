import { isSameText, type NewPost } from '../../../src/contract/posts.ts';
import type { Submission, Version } from '../../../src/writing/record/post-record.ts';
import type { WritingEvent } from '../../../src/writing/record/record-events.ts';

/** A call on the wire: what the own backend can know of it. */
export interface WireCall {
  call: Submission;
  /** `Idempotency-Key`. */
  key: string;
  postId: string | undefined;
  ifMatch: string | undefined;
  /** The keys of all calls in doubt. */
  named: string[];
}

export interface ServerPost {
  versions: Version[];
  isDeleted: boolean;
}

export interface ServerState {
  posts: Map<string, ServerPost>;
  /** What each key made: of which post, and which version. */
  keys: Map<string, { postId: string; etag: string }>;
}

export const currentText = ({ versions }: ServerPost): NewPost | undefined => versions.at(-1)?.text;

/** The own backend as `Storyline` needs it: keys, ETags that name a version for ever, and a 412 that tells. */
export function serve(
  state: ServerState,
  { call, key, postId, ifMatch, named }: WireCall,
  next: () => number,
): WritingEvent {
  const store = (id: string, post: ServerPost, text: NewPost) => {
    const version = { etag: `"${next()}"`, text };
    state.posts.set(id, { ...post, versions: [...post.versions, version] });
    state.keys.set(key, { postId: id, etag: version.etag });
    return { postId: id, etag: version.etag };
  };
  const answered = { key: call.key };
  if (ifMatch === undefined) {
    const known = state.keys.get(key);
    const [first] = (known && state.posts.get(known.postId)?.versions) ?? [];
    if (call.kind === 'delete') throw new Error('A post was deleted that nobody knows');
    if (known && first && !isSameText(first.text, call.text))
      return { kind: 'done', ...answered, postId: known.postId, ...first };
    if (known) return { kind: 'done', ...answered, ...known };
    return { kind: 'done', ...answered, ...store(`post ${next()}`, { versions: [], isDeleted: false }, call.text) };
  }
  const post = state.posts.get(postId ?? '');
  const current = post?.versions.at(-1);
  if (!post || !current || post.isDeleted) return { kind: 'gone', ...answered };
  const known = call.kind === 'text' && state.keys.get(key);
  if (known) return { kind: 'done', ...answered, ...known };
  if (current.etag !== ifMatch) {
    const isKnown = post.versions.some(({ etag }) => etag === ifMatch);
    return {
      kind: 'version mismatch',
      ...answered,
      current,
      isKnown,
      made: named.filter((each) => state.keys.has(each)),
    };
  }
  if (call.kind === 'delete') {
    post.isDeleted = true;
    return { kind: 'gone', ...answered };
  }
  if (isSameText(call.text, current.text)) return { kind: 'done', ...answered, etag: current.etag, postId };
  return { kind: 'done', ...answered, ...store(postId ?? '', post, call.text) };
}

/** Stores a new post for each text that arrives, as somebody else's backend does: it knows neither keys nor edits. */
export function serveWithoutKeys(
  state: ServerState,
  { call, postId }: Pick<WireCall, 'call' | 'postId'>,
  next: () => number,
): void {
  const post = state.posts.get(postId ?? '');
  if (call.kind === 'text')
    state.posts.set(`post ${next()}`, { versions: [{ etag: '', text: call.text }], isDeleted: false });
  else if (post) post.isDeleted = true;
}

export const seenPosts = ({ posts }: ServerState) => ({
  ids: [...posts].flatMap(([id, { isDeleted }]) => (isDeleted ? [] : [id])),
  isWhole: true,
  at: 0,
});
