import type { FeedContentJob } from './render-feed-content.ts';
import { laneFor, type RenderLanes, workOrPlain } from './render-lanes.ts';

/**
 * Makes texts of posts for feeds, off the thread that answers.
 * @throws {HttpError} busy
 */
export type FeedContents = (job: FeedContentJob) => Promise<string>;

/**
 * In characters: a text up to this length is formatted on this thread, which takes a millisecond or two, and less than a
 * thread takes to start.
 */
const shortText = 2_000;

/** A feed is everybody's: its texts take turns of their own, whichever client has asked for it first. */
const network = 'feed';

const decoder = new TextDecoder();

/** A text that exceeds the bounds of a thread is taken as it was written, as its page is. */
export function feedContents(lanes: RenderLanes): FeedContents {
  return async (job) => {
    if (job.content.length <= shortText) {
      const { renderFeedContent } = await import('./render-feed-content.ts');
      return renderFeedContent(job);
    }
    const { queue, work } = laneFor(lanes, Buffer.byteLength(job.content));
    return decoder.decode(await workOrPlain((one) => queue.run(() => work(one), network), job));
  };
}
