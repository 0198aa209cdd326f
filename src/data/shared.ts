import { pagePaths, sharedParams } from '../contract/paths.ts';
import type { NewPost } from '../contract/posts.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { isBlank } from './drafts.ts';
import { newIdempotencyKey } from './idempotency.ts';

/** What another app has shared, as long as it stands in the address and nowhere else. */
export interface Shared {
  /** Of the draft it becomes. It lies in the history entry, so that a reload or a restored tab finds the same draft. */
  id: string;
  post: NewPost;
}

/** What was shared into this page by its address, if it has not been taken yet. */
export function readShared(): Shared | undefined {
  const post = postIn(new URLSearchParams(location.search));
  if (isBlank(post)) return undefined;
  const state: { shared?: string } | null = history.state;
  const id = state?.shared ?? newIdempotencyKey();
  history.replaceState({ ...state, shared: id }, '');
  return { id, post };
}

function postIn(query: URLSearchParams): NewPost {
  const given = (name: string) => query.get(name) ?? '';
  const [text, url] = [given(sharedParams.text), given(sharedParams.url)];
  // Many apps put the link into the text, and some into both.
  const parts = text.includes(url) ? [text] : [text, url];
  return { title: given(sharedParams.title), imgUrl: '', content: parts.filter((part) => part !== '').join('\n\n') };
}

/** Puts it into its draft as if it had been typed, unless it is there already; once it is kept, the address lets go. */
export async function takeShared({ id, post }: Shared, keeper: DraftKeeper): Promise<void> {
  if (isBlank(keeper.shown.get().post)) keeper.change(post);
  await keeper.flush();
  const { shared, ...state }: { shared?: string } = history.state ?? {};
  // By now another screen may be shown, whose address is not ours to change.
  if (keeper.shown.get().kept !== 'saved' || shared !== id) return;
  history.replaceState(state, '', pagePaths.create);
}
