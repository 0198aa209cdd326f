import { logOut } from '../../../src/app/log-out.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { startAccountTasks } from '../../../src/data/account/start-account-tasks.ts';
import { logIn, register } from '../../../src/data/api/auth.ts';
import { readAllDrafts } from '../../../src/data/drafts/all-drafts.ts';
import type { ShownDraft } from '../../../src/data/drafts/draft-autosave.ts';
import { startOutboxScheduler } from '../../../src/data/outbox/outbox-scheduler.ts';
import { acceptLogin } from '../../../src/data/session/accept-login.ts';
import { followProfile, profile } from '../../../src/data/session/profile.ts';
import { authorOf, openSession, session } from '../../../src/data/session/session.ts';
import { startWorkerClient } from '../../../src/data/worker-client/worker-client.ts';
import { createScreen } from './create-screen.ts';
import { earlierDrafts } from './earlier-drafts.ts';
import { lists } from './lists.ts';
import { myOutbox } from './my-outbox.ts';

/** What a page tells whoever looks at it. */
export interface PageEvents {
  /** The text in the form, and whether it says that it is saved. */
  onShown(shown: ShownDraft): void;
  /** The list is asked for. */
  onListAsked(): ListEvents;
}

/** What becomes of a list that was asked for; nothing if its screen was left, or has asked again since. */
export interface ListEvents {
  /** @param order the number of the call that has brought its beginning, if it came through the worker. */
  onShown(posts: Post[], order: number | undefined): void;
  /** There is nothing to show. */
  onFailed(): void;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

/**
 * The app in one tab, as entry.tsx starts it, with what its screens do when somebody uses them. It has no screens: what
 * a button does is called here in the way its screen does.
 */
export function openPage(events: PageEvents) {
  openSession();
  followProfile();
  startOutboxScheduler();
  void startAccountTasks();
  void startWorkerClient();

  const create = createScreen(events);
  return {
    author: () => authorOf(session.get()),
    register: async (person: Person) => acceptLogin(await register(person)),
    logIn: async ({ email, password }: Person) => acceptLogin(await logIn({ email, password })),
    logOut,
    /** Whom the navigation bar names. */
    shownName: () => profile.get()?.username,
    ...create,
    ...earlierDrafts(create.openDraft),
    ...myOutbox(create.openForm),
    ...lists(events),
    drafts: (userId: string | null) => readAllDrafts(userId),
  };
}
