import { isSameText, type NewPost } from '../../../src/contract/posts.ts';
import type { PostRecord, Submission, Version } from '../../../src/writing/record/post-record.ts';
import type { WritingEvent } from '../../../src/writing/record/record-table.ts';

/** A call on the wire: what the own backend can know of it. */
export interface WireCall {
  device: number;
  record: string;
  call: Submission;
  /** `Idempotency-Key`. */
  key: string;
  postId: string | undefined;
  ifMatch: string | undefined;
  /** The keys of all calls in doubt. */
  named: string[];
}

export const wireCallOf = (
  device: number,
  { id, postId, base, unanswered }: PostRecord,
  call: Submission,
): WireCall => ({
  device,
  record: id,
  call,
  key: base ? call.key : id,
  postId,
  ifMatch: base?.etag,
  named: unanswered.map(({ key }) => key),
});

export interface ServerPost {
  versions: Version[];
  isDeleted: boolean;
}

/** What a backup has. */
export interface ServerState {
  posts: Map<string, ServerPost>;
  /** What each key made: of which post, and which version. */
  keys: Map<string, { postId: string; etag: string }>;
}

export const copyOf = ({ posts, keys }: ServerState): ServerState => ({
  posts: new Map([...posts].map(([id, { versions, isDeleted }]) => [id, { versions: [...versions], isDeleted }])),
  keys: new Map(keys),
});

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
      return { kind: 'key used', ...answered, postId: known.postId, first };
    if (known) return { kind: 'done', ...answered, ...known };
    return { kind: 'done', ...answered, ...store(`post ${next()}`, { versions: [], isDeleted: false }, call.text) };
  }
  const post = state.posts.get(postId ?? '');
  const current = post?.versions.at(-1);
  if (!post || !current || post.isDeleted)
    return call.kind === 'delete' ? { kind: 'done', ...answered, etag: '' } : { kind: 'gone', ...answered };
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
    return { kind: 'done', ...answered, etag: '' };
  }
  if (isSameText(call.text, current.text)) return { kind: 'done', ...answered, etag: current.etag, postId };
  return { kind: 'done', ...answered, ...store(postId ?? '', post, call.text) };
}

/** Somebody else's backend: it knows neither keys nor edits, and each call that arrives makes a post. */
export function serveWithoutKeys(
  state: ServerState,
  { call, record, postId }: WireCall,
  next: () => number,
): WritingEvent {
  const answered = { kind: 'done', key: call.key, etag: '' } as const;
  if (call.kind === 'text') {
    const id = `post ${next()} of ${record}`;
    state.posts.set(id, { versions: [{ etag: '', text: call.text }], isDeleted: false });
    return answered;
  }
  const post = state.posts.get(postId ?? '');
  if (post) post.isDeleted = true;
  return answered;
}

export const seenPosts = ({ posts }: ServerState) => ({
  ids: [...posts].flatMap(([id, { isDeleted }]) => (isDeleted ? [] : [id])),
  isWhole: true,
  at: 0,
});

/** What the author's own list tells of the call in doubt. `known`: all texts that this device has published or sent. */
export function lookUp(state: ServerState, { unanswered }: PostRecord, known: NewPost[]): WritingEvent {
  const [call] = unanswered;
  if (call?.kind !== 'text') throw new Error('No text is in doubt');
  const news = seenPosts(state).ids.filter((id) => !call.seen?.ids.includes(id));
  const textOf = (id: string) => currentText(state.posts.get(id) ?? { versions: [], isDeleted: true });
  const found = news.find((id) => isSameText(textOf(id) ?? call.text, call.text));
  if (found !== undefined) return { kind: 'done', key: call.key, etag: '', postId: found };
  const isKnown = (id: string) => known.some((text) => isSameText(textOf(id) ?? text, text));
  return { kind: news.every(isKnown) ? 'not arrived' : 'may have arrived' };
}
