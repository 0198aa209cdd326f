import type { Post } from '../../../src/contract/posts.ts';
import { openedPost } from '../../../src/reading/follows/following.ts';
import { listedPost } from '../../../src/reading/shown/listed-post.ts';
import { postOverlays } from '../../../src/reading/shown/post-overlays.ts';
import { type PostReading, readPost } from '../../../src/reading/shown/read-post.ts';
import type { PageEvents } from './page.ts';

/** Returns a reader's actions on `/blog/{id}`. */
export function blogScreen(events: Pick<PageEvents, 'onPost'>) {
  let reading: PostReading | undefined;
  let stop: () => void = () => undefined;

  /** Returns the post with the changes that its author has submitted on this device, as screens show it. */
  const asShown = (post: Post): Post => postOverlays.get().get(post._id)?.(post) ?? post;

  return {
    /** Opens a post. @returns the screen's state once the first answer has arrived */
    async openPost(id: string) {
      stop();
      const mine = readPost(id, { listed: listedPost(id) });
      reading = mine;
      let before: Post | undefined;
      const hear = () => {
        const state = mine.state.get();
        if (state.state === 'loaded' || (state.state === 'failed' && state.isGone)) openedPost.set({ id });
        if (state.state !== 'loaded') return;
        events.onPost(state.post, before);
        before = state.post;
      };
      mine.state.subscribe(hear);
      hear();
      const started = mine.start();
      stop = started.stop;
      await started.asked;
      return mine.state.get();
    },
    /** Returns the post on screen. */
    openedPost() {
      const state = reading?.state.get();
      return state?.state === 'loaded' ? { ...state, post: asShown(state.post) } : state;
    },
  };
}
