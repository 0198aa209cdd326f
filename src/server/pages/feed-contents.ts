import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pagePaths } from '../../contract/paths.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import { publicDocument } from '../http/public-document.ts';
import type { ReadPost } from '../posts/query-posts.ts';
import { BeyondBounds, type ThreadWork } from '../process/bounded-thread.ts';
import { HttpError } from '../process/http-error.ts';
import { type Lanes, laneFor, workOrPlain } from '../process/thread-lanes.ts';
import { longestFeed } from './bounded-output.ts';
import type { FeedContentJob } from './render-feed-content.ts';
import type { RenderJob } from './render-lanes.ts';

/**
 * Returns a post's content for a feed: HTML in UTF-8, escaped for XML. Renders it on another thread. The result is
 * empty if it exceeds `longestFeed` or the bounds of a thread. Never rejects, so that one post can't break a feed.
 * @param until when the feed stops waiting for the text, on the clock of `performance.now`
 * @returns `undefined` if the text was not ready in time, or failed; a late text is still cached for later calls
 */
export type FeedContents = (read: ReadPost, origin: string, until: number) => Promise<Buffer | undefined>;

/**
 * The queues treat the contents of all feeds as work of one network, whichever client requests a feed: all clients
 * share the result.
 */
const network = 'feed';

/** Returns a function that renders each post once for all feeds, and caches the result until the post changes. */
export function feedContents(lanes: Lanes<RenderJob>, documentCache: DocumentCache, log: Logger): FeedContents {
  const find = async ({ post: { _id, content }, cacheKey }: ReadPost, origin: string) => {
    const { queue, work } = laneFor(lanes, Buffer.byteLength(content));
    const job: FeedContentJob = { kind: 'feed', content, origin, path: pagePaths.blog(_id) };
    const make = async () => publicDocument('text/html', await format(work, job));
    try {
      return (await documentCache(`feed content ${origin} ${_id} ${cacheKey}`, { queue, network, make })).body;
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'busy'))
        log.error({ err: error, post: _id }, 'could not format the text of a post; feeds have its summary alone');
      return undefined;
    }
  };
  return (read, origin, until) =>
    Promise.race([find(read, origin), setTimeout(Math.max(0, until - performance.now()), undefined, { ref: false })]);
}

/**
 * Renders the text; if formatting it exceeds the bounds, renders it unformatted. The result is empty if the HTML is
 * longer than `longestFeed`, or if the second attempt exceeds the bounds, too.
 */
async function format(work: ThreadWork<RenderJob>, job: FeedContentJob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const html = await workOrPlain<RenderJob>(work, job);
    return html.length > longestFeed ? new Uint8Array() : html;
  } catch (error) {
    if (!(error instanceof BeyondBounds)) throw error;
    return new Uint8Array();
  }
}
