import { logOut } from '../../src/app/log-out.ts';
import type { Post } from '../../src/contract/posts.ts';
import { startAccountTasks } from '../../src/data/account/start-account-tasks.ts';
import { logIn, register } from '../../src/data/api/auth.ts';
import { getPages } from '../../src/data/api/blog.ts';
import { callUrl } from '../../src/data/api/host.ts';
import { readAllDrafts } from '../../src/data/drafts/all-drafts.ts';
import { isUnsaved, type ShownDraft } from '../../src/data/drafts/draft-autosave.ts';
import { dropBackup } from '../../src/data/drafts/draft-backup.ts';
import { type DraftForm, type DraftInForm, openDraftForm } from '../../src/data/drafts/draft-form.ts';
import { isBlank } from '../../src/data/drafts/drafts.ts';
import { forgetTabDraft, rememberTabDraft } from '../../src/data/drafts/tab-draft.ts';
import {
  cancelAndEdit,
  type DiscardedEntry,
  discardEntry,
  publishAnyway,
  retryEntry,
  undoDiscard,
} from '../../src/data/outbox/entry-actions.ts';
import type { OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import { startOutboxScheduler } from '../../src/data/outbox/outbox-scheduler.ts';
import { readOutbox } from '../../src/data/outbox/outbox-store.ts';
import { submitDelete, submitPost } from '../../src/data/outbox/submit.ts';
import { acceptLogin } from '../../src/data/session/accept-login.ts';
import { followProfile } from '../../src/data/session/profile.ts';
import { authorOf, openSession, session } from '../../src/data/session/session.ts';
import { timeouts } from '../../src/data/timeouts.ts';
import { recordShownAnswer, startWorkerClient } from '../../src/data/worker-client/worker-client.ts';

/** What a page tells whoever looks at it. */
export interface PageEvents {
  /** The text in the form, and whether it says that it is saved. */
  onShown(shown: ShownDraft): void;
  onList(posts: Post[]): void;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

const listPath = '/blog/posts';

/**
 * The app in one tab, as entry.tsx starts it, with what its screens do when somebody uses them. It has no screens: what
 * a button does is called here in the way its screen does.
 */
export function openPage(events: PageEvents) {
  let form: DraftForm | undefined;
  let held: DraftInForm | undefined;
  let stopFollowing: () => void = () => undefined;
  const discarded: DiscardedEntry[] = [];

  openSession();
  followProfile();
  startOutboxScheduler();
  void startAccountTasks();
  void startWorkerClient();

  const show = (next: DraftInForm | undefined) => {
    stopFollowing();
    held = next;
    if (!next) return;
    const { leave, shown } = next.autosave;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stop = shown.subscribe(() => {
      events.onShown(shown.get());
      clearTimeout(retry);
      if (isUnsaved(shown.get().status)) retry = setTimeout(() => void next.autosave.flush(), timeouts.unsavedRetryMs);
    });
    stopFollowing = () => {
      stop();
      clearTimeout(retry);
    };
    addEventListener('pagehide', leave);
  };
  const own = async (at: number) => {
    const entries = (await readOutbox()).filter(({ userId }) => userId === session.get().userId);
    return entries[at % entries.length];
  };
  const withEntry = async <T>(at: number, work: (entry: OutboxEntry) => Promise<T>): Promise<T | undefined> => {
    const entry = await own(at);
    return entry && work(entry);
  };

  return {
    author: () => authorOf(session.get()),
    register: async (person: Person) => acceptLogin(await register(person)),
    logIn: async ({ email, password }: Person) => acceptLogin(await logIn({ email, password })),
    logOut,
    /** Opens Create. */
    openForm() {
      form?.close();
      form = openDraftForm(authorOf(session.get()), show);
    },
    leaveForm() {
      form?.close();
      form = undefined;
    },
    text: () => held?.autosave.shown.get().post,
    /** @returns whether there was a form to type in. */
    type(title: string, word: string): string | undefined {
      if (!held || held.autosave.isSubmitted || held.autosave.draft().userId !== authorOf(session.get()))
        return undefined;
      const { post } = held.autosave.shown.get();
      const isBegun = !isBlank(post);
      held.autosave.change({
        title: isBegun ? post.title : title,
        content: isBegun ? `${post.content} ${word}` : word,
      });
      return isBegun ? post.title : title;
    },
    /**
     * Create Blog, as PostEditor presses it.
     *
     * @returns what the author is told, with the text that was pressed.
     */
    async press() {
      const pressed = held;
      if (!pressed || !form || pressed.autosave.isSubmitted) return undefined;
      const { autosave } = pressed;
      const isOpen = () => held === pressed;
      await autosave.flush();
      const { post } = autosave.shown.get();
      if (isBlank(post) || autosave.isSubmitted) return undefined;
      if (autosave.draft().userId !== authorOf(session.get())) return undefined;
      const onStored = autosave.beginSubmit();
      const draft = autosave.draft();
      const told = await submitPost(draft, { isOpen, onStored, onSent: autosave.noteSent })
        .catch(() => 'not kept' as const)
        .finally(onStored);
      const isAway = told === 'taken' || told === 'waiting';
      if (isAway) dropBackup(draft.id, autosave.draft().savedAt);
      if (isOpen() && told === 'taken') {
        forgetTabDraft(draft.userId);
        pressed.release();
        form = openDraftForm(authorOf(session.get()), show);
      } else if (isOpen() && told === 'waiting') {
        await form?.startAfresh();
      } else if (!isAway) {
        autosave.isSubmitted = false;
        await autosave.flush();
      }
      return { told, post };
    },
    startAfresh: async () => form?.startAfresh(),
    /** Cancel and edit, which leads to the form with the text in it. */
    cancel: (at: number) =>
      withEntry(at, async (entry) => {
        const id = await cancelAndEdit(entry);
        if (id === undefined) return undefined;
        rememberTabDraft(entry.userId, id);
        form?.close();
        form = openDraftForm(authorOf(session.get()), show);
        return entry.work.post.title;
      }),
    async discard(at: number) {
      const gone = await withEntry(at, discardEntry);
      if (gone) discarded.push(gone);
      return gone?.entry.work.post;
    },
    async undo() {
      const last = discarded.pop();
      return last && (await undoDiscard(last)) ? last.entry.work.post : undefined;
    },
    retry: (at: number) => withEntry(at, retryEntry),
    publishAnyway: (at: number) => withEntry(at, publishAnyway),
    /** The list as it is opened: what is there at once, and what the network says. */
    async readList() {
      const pages = await getPages(callUrl(listPath), { count: 1, shown: [], freshness: 'newest' });
      const posts = pages.flatMap((page) => page.posts);
      recordShownAnswer(
        callUrl(listPath),
        posts.map(({ _id }) => _id),
        1,
      );
      events.onList(posts);
      return posts;
    },
    deletePost: (post: Post) => submitDelete(post),
    outbox: async () => (await readOutbox()).filter(({ userId }) => userId === session.get().userId),
    drafts: (userId: string | null) => readAllDrafts(userId),
  };
}
