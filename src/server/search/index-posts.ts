import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type IndexEntry, type PostIndexer, storeIndexEntry } from '../posts/post-index.ts';
import type { Store } from '../store/schema.ts';

/** How many posts one query checks. */
const batch = 500;

/** How many posts one transaction indexes. During its few milliseconds, nothing else can be written to SQLite. */
const together = 20;

/** In milliseconds: how long to wait after an error before trying again. */
const afterFailure = 5_000;

export type Indexing = AsyncDisposable & {
  /** Whether this server has seen that every post is in the index. */
  isComplete(): boolean;
};

/** Indexes posts in the background until every post is in the index or the result is disposed of. */
export function openIndexing(store: Store, indexer: PostIndexer, log: Logger): Indexing {
  const stopping = new AbortController();
  let isComplete = false;
  const ended = indexPosts({ store, indexer, log, signal: stopping.signal }).then(() => {
    isComplete = !stopping.signal.aborted;
  });
  return {
    isComplete: () => isComplete,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await ended;
    },
  };
}

type Work = { store: Store; indexer: PostIndexer; log: Logger; signal: AbortSignal };

/**
 * Indexes the posts that are not in the index yet, newest first. Posts are missing after a move to PostgreSQL, or after
 * an operator has added or changed posts by SQL. Runs once after each start, and pauses three quarters of the time.
 * Several servers share the work, because they share the index.
 */
async function indexPosts(work: Work): Promise<void> {
  let indexed = 0;
  for (let before: string | undefined = lastId; before !== undefined && !work.signal.aborted; ) {
    const from: string = before;
    const missing = await retrying(work, () => findMissing(work.store, from));
    indexed += await indexAll(work, missing?.ids ?? []);
    before = missing?.next;
  }
  if (indexed > 0) work.log.info({ indexed }, 'indexed earlier posts for the search');
}

/** Repeats `act` until it succeeds. @returns `undefined` only if the work must stop */
async function retrying<T>({ log, signal }: Work, act: () => Promise<T>): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      await setImmediate();
      return await act();
    } catch (error) {
      if (signal.aborted) return undefined;
      log.warn({ err: error }, 'could not index posts for the search; trying again');
      await untilAborted(afterFailure, signal);
    }
  }
  return undefined;
}

async function indexAll(work: Work, ids: string[]): Promise<number> {
  let indexed = 0;
  for (let at = 0; at < ids.length && !work.signal.aborted; at += together) {
    const began = performance.now();
    indexed += (await retrying(work, () => indexSome(work.store, work.indexer, ids.slice(at, at + together)))) ?? 0;
    await untilAborted(3 * (performance.now() - began), work.signal);
  }
  return indexed;
}

function untilAborted(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal, ref: false }).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

/** Sorts after every id. */
const lastId = 'g';

async function findMissing({ db }: Store, before: string) {
  const rows = await db
    .selectFrom('posts')
    .leftJoin('indexed_posts', 'indexed_posts.post_id', 'posts.id')
    .select(['posts.id', 'indexed_posts.post_id as indexed'])
    .where('posts.id', '<', before)
    .orderBy('posts.id', 'desc')
    .limit(batch)
    .execute();
  const ids = rows.filter(({ indexed }) => indexed === null).map(({ id }) => id);
  return { ids, next: rows.length < batch ? undefined : rows.at(-1)?.id };
}

async function indexSome(store: Store, indexer: PostIndexer, ids: string[]): Promise<number> {
  const texts = await store.db.selectFrom('posts').select(['id', 'title', 'content']).where('id', 'in', ids).execute();
  const made: { id: string; title: string; content: string; entry: IndexEntry }[] = [];
  for (const { id, title, content } of texts)
    made.push({ id, title, content, entry: await indexer({ title, content }, 'earlier posts') });
  await store.db.transaction().execute(async (work) => {
    // Skips a post that was deleted or changed since it was read. An edit has indexed its own text; a text changed by
    // SQL is indexed after the server's next start. Compares texts, because SQL may leave `version` as it was.
    const rows = work.selectFrom('posts').select(['id', 'title', 'content']).where('id', 'in', ids);
    const current = new Map((await rows.forNoKeyUpdate().execute()).map((post) => [post.id, post]));
    for (const { id, title, content, entry } of made) {
      const now = current.get(id);
      if (now?.title === title && now.content === content) await storeIndexEntry(store, work, id, entry, false);
    }
  });
  return made.length;
}
