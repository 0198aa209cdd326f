import { useCallback, useEffect, useRef, useState } from 'react';
import { type DraftKeeper, keepDraft } from '../../data/draft-keeper.ts';
import { type HeldDraft, holdDraft, leaveTabDraft, newTabDraft, openTabDraft } from '../../data/draft-tab.ts';
import { askForPersistence } from '../../data/persistence.ts';
import { authorOf, session } from '../../data/session.ts';
import { readShared, takeShared } from '../../data/shared.ts';
import { spans } from '../../data/storage.ts';
import { showText } from '../../data/texts.ts';
import { useStore } from './useStore.ts';

/** The draft in the form, and how to get another into it. */
export interface OpenDraft {
  id: string;
  keeper: DraftKeeper;
  /** Keeps this one among the earlier drafts and begins an empty one. */
  startAfresh: () => Promise<void>;
  open: (id: string) => Promise<Opening>;
  /** The next form of this tab is to be empty. */
  leave: () => void;
}

/** Not opened while another tab holds it, nor in the place of a text that lies nowhere but on screen. */
export type Opening = 'opened' | 'held elsewhere' | 'would lose what is shown';

interface Held {
  keeper: DraftKeeper;
  letGo: () => void;
}

/** The draft this tab holds, from its first moment to its last; `undefined` while it is being looked for. */
export function useDraft(): OpenDraft | undefined {
  const author = authorOf(useStore(session));
  const [held, setHeld] = useState<Held>();
  const latest = useRef<Held>(undefined);
  const show = useCallback((next: Held | undefined) => {
    latest.current = next;
    setHeld(next);
  }, []);

  useEffect(() => {
    let isOver = false;
    const begin = async () => {
      const shared = readShared();
      const found = await findDraft(author, shared?.id);
      if (isOver) return found.letGo();
      const keeper = keepDraft(found.draft, found.isKept);
      // Held by another tab it is in that tab's form.
      if (shared?.id === found.draft.id) void takeShared(shared, keeper);
      show({ keeper, letGo: found.letGo });
    };
    void begin();
    return () => {
      isOver = true;
      const last = latest.current;
      if (last) void last.keeper.flush().then(last.letGo);
      show(undefined);
    };
  }, [author, show]);

  useEffect(() => {
    if (!held) return;
    const { leave } = held.keeper;
    const flushHidden = () => document.visibilityState === 'hidden' && void held.keeper.flush();
    const hideText = showText(held.keeper);
    const ask = held.keeper.shown.subscribe(() => {
      if (held.keeper.shown.get().kept === 'saved') void askForPersistence();
    });
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      hideText();
      ask();
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', flushHidden);
    };
  }, [held]);

  if (!held) return undefined;

  const replaceBy = async (next: HeldDraft) => {
    await held.keeper.flush();
    held.letGo();
    show({ keeper: keepDraft(next.draft, next.isKept), letGo: next.letGo });
  };
  return {
    id: held.keeper.draft().id,
    keeper: held.keeper,
    startAfresh: async () => replaceBy(await newTabDraft(author)),
    async open(id) {
      await held.keeper.flush();
      const { kept } = held.keeper.shown.get();
      if (kept === 'no room' || kept === 'impossible') return 'would lose what is shown';
      const next = await holdDraft(id, author);
      if (!next) return 'held elsewhere';
      await replaceBy(next);
      return 'opened';
    },
    leave() {
      leaveTabDraft(author);
      held.letGo();
    },
  };
}

/** Where nothing can be read from the device, the author can write all the same; the form says that nothing is kept. */
async function findDraft(author: string | null, shared: string | undefined): Promise<HeldDraft> {
  try {
    return (shared && (await holdDraft(shared, author, spans.draftHeld))) || (await openTabDraft(author));
  } catch (error) {
    console.error('Drafts could not be read from this device.', error);
    return newTabDraft(author, shared);
  }
}
