import { useEffect, useState } from 'react';
import { type DraftKeeper, keepDraft } from '../../data/draft-keeper.ts';
import { type HeldDraft, holdDraft, leaveTabDraft, newTabDraft, openTabDraft } from '../../data/draft-tab.ts';
import { askForPersistence } from '../../data/persistence.ts';
import { authorOf, session } from '../../data/session.ts';
import { useStore } from './useStore.ts';

/** The draft in the form, and how to get another into it. */
export interface OpenDraft {
  id: string;
  keeper: DraftKeeper;
  /** Keeps this one among the earlier drafts and begins an empty one. */
  startAfresh: () => Promise<void>;
  /** @returns whether it could be opened: not while another tab holds it. */
  open: (id: string) => Promise<boolean>;
  /** The next form of this tab is to be empty. */
  leave: () => void;
}

/** The draft this tab holds, from its first moment to its last; `undefined` while it is being looked for. */
export function useDraft(): OpenDraft | undefined {
  const author = authorOf(useStore(session));
  const [held, setHeld] = useState<{ keeper: DraftKeeper; letGo: () => void }>();

  useEffect(() => {
    let isOver = false;
    const begin = async () => {
      const found = await findDraft(author);
      if (isOver) found.letGo();
      else setHeld({ keeper: keepDraft(found.draft), letGo: found.letGo });
    };
    void begin();
    return () => {
      isOver = true;
      setHeld((last) => {
        if (last) void last.keeper.flush().then(last.letGo);
        return undefined;
      });
    };
  }, [author]);

  useEffect(() => {
    if (!held) return;
    const flush = () => void held.keeper.flush();
    const flushHidden = () => document.visibilityState === 'hidden' && flush();
    const ask = held.keeper.shown.subscribe(() => {
      if (held.keeper.shown.get().kept === 'saved') void askForPersistence();
    });
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      ask();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushHidden);
    };
  }, [held]);

  if (!held) return undefined;

  const replaceBy = async (next: HeldDraft) => {
    await held.keeper.flush();
    held.letGo();
    setHeld({ keeper: keepDraft(next.draft), letGo: next.letGo });
  };
  return {
    id: held.keeper.draft().id,
    keeper: held.keeper,
    startAfresh: async () => replaceBy(await newTabDraft(author)),
    async open(id) {
      const next = await holdDraft(id, author);
      if (next) await replaceBy(next);
      return next !== undefined;
    },
    leave() {
      leaveTabDraft();
      held.letGo();
    },
  };
}

/** Where nothing can be read from the device, the author can write all the same; the form says that nothing is kept. */
async function findDraft(author: string | null): Promise<HeldDraft> {
  try {
    return await openTabDraft(author);
  } catch (error) {
    console.error('Drafts could not be read from this device.', error);
    const draft = { version: 1, id: '', userId: author, savedAt: 0, origin: 'typed' } as const;
    return { draft: { ...draft, post: { title: '', imgUrl: '', content: '' } }, letGo: () => undefined };
  }
}
