import type { NewPost } from '../contract/posts.ts';
import { isQuotaExceeded } from './copies/space.ts';
import { dropAside, putAside } from './draft-aside.ts';
import { type Draft, isBlank, removeDraft, saveDraft } from './drafts.ts';
import { spans } from './storage.ts';
import { createStore, type Store } from './store.ts';

/** Whether what is on screen lies on the device, at this moment. */
export type Kept = 'nothing to keep' | 'saving' | 'saved' | 'no room' | 'impossible';

export interface DraftKeeper {
  shown: Store<{ post: NewPost; kept: Kept }>;
  /** Keeps the change within `spans.keystroke`. */
  change(part: Partial<NewPost>): void;
  /** Keeps what is shown now. */
  flush(): Promise<void>;
  /** The same, when the page may be gone before the device has it. */
  leave(): void;
  /** As it would be kept now. */
  draft(): Draft;
}

/** Keeps one draft on the device while it is being written; `isKept`: it lies there as it was opened. */
export function keepDraft(opened: Draft, isKept = true): DraftKeeper {
  const shown = createStore<{ post: NewPost; kept: Kept }>({
    post: opened.post,
    kept: isBlank(opened.post) ? 'nothing to keep' : 'saved',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<void> = Promise.resolve();

  const draft = (): Draft => ({ ...opened, post: shown.get().post, savedAt: Date.now(), origin: 'typed' });

  const save = async () => {
    const { post } = shown.get();
    const kept = await tryToKeep(draft());
    // Typed on in the meantime: the next save speaks for what is shown now.
    if (shown.get().post !== post) return;
    if (isOnDevice(kept)) dropAside(opened.id);
    shown.set({ post, kept });
  };

  const flush = () => {
    // What could not be kept is tried again at every occasion.
    const isUnkept = ['no room', 'impossible'].includes(shown.get().kept);
    if (timer === undefined && !isUnkept) return turn;
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(save);
    return turn;
  };

  const change = (part: Partial<NewPost>) => {
    shown.set({ post: { ...shown.get().post, ...part }, kept: 'saving' });
    timer ??= setTimeout(() => void flush(), spans.keystroke);
  };

  const leave = () => {
    if (!isOnDevice(shown.get().kept)) putAside(draft());
    void flush();
  };

  if (!isKept) change({});
  return { shown, change, flush, leave, draft };
}

const isOnDevice = (kept: Kept) => kept === 'saved' || kept === 'nothing to keep';

async function tryToKeep(draft: Draft): Promise<Kept> {
  try {
    if (isBlank(draft.post)) {
      await removeDraft(draft.id);
      return 'nothing to keep';
    }
    await saveDraft(draft);
    return 'saved';
  } catch (error) {
    console.error('The draft could not be kept.', error);
    return isQuotaExceeded(error) ? 'no room' : 'impossible';
  }
}
