import { acceptLogin } from '../../../src/account/accept-login.ts';
import { logOut } from '../../../src/account/log-out.ts';
import { startAccountTasks } from '../../../src/account/start-account-tasks.ts';
import { startFollowingOnReturn } from '../../../src/app/following/start-on-return.ts';
import type { NewPost, Post } from '../../../src/contract/posts.ts';
import { reloadOnMissingChunk } from '../../../src/device/updates/reload-on-missing-chunk.ts';
import { hearWorker, startWorkerClient } from '../../../src/reading/news/worker-client.ts';
import { logIn, register } from '../../../src/session/auth-calls.ts';
import { followProfile, profile } from '../../../src/session/profile.ts';
import { authorOf, openSession, session } from '../../../src/session/session.ts';
import type { ShownText } from '../../../src/writing/forms/typed-text.ts';
import { readDrafts } from '../../../src/writing/record/read-writing.ts';
import { startWritingOnLogin } from '../../../src/writing/start-on-login.ts';
import { draftOf } from '../texts-on-device.ts';
import { blogScreen } from './blog-screen.ts';
import { createScreen } from './create-screen.ts';
import { earlierDrafts } from './earlier-drafts.ts';
import { type Decided, editConflict } from './edit-conflict.ts';
import { editScreen } from './edit-screen.ts';
import { followingScreens } from './following.ts';
import { keptPosts } from './kept-posts.ts';
import { lists } from './lists.ts';
import { myWriting } from './my-writing.ts';
import { ownList } from './own-list.ts';
import { imagesOnPage } from './pictures.ts';
import { updateNotice } from './updates.ts';

/** What a page tells whoever looks at it. */
export interface PageEvents {
  /** The text in the form, and whether it says that it is saved. */
  onShown(shown: ShownText): void;
  /** The list is asked for. */
  onListOpened(): void;
  onListAsked(): ListEvents;
  /** Create Blog is pressed with this text, of the record `id`. */
  onPress(post: NewPost, id: string): void;
  /** This text is published, or the device has it: the form is about to let go of it. `isSure`: not if nobody hears that it waits. */
  onAway(post: NewPost, isSure: boolean): void;
  /** The author wants this published, although an earlier version of it may be. @param id of what is published so. */
  onPublishAnyway(id: string, post: NewPost): void;
  /** A post that is shown, without the edits of it that wait here, and what was shown in its place until now. */
  onPost(post: Post, before: Post | undefined): void;
  onDecided(decided: Decided): void;
  /** The record of what was decided, and the version of the other text. */
  onResolved(recordId: string, theirs: number): void;
}

/** What a list shows that its answers have just brought, or that is handed over: a page that stays was asked for before. */
export interface CameToList {
  posts: Post[];
  /** What stays above it. */
  before: Post[];
}

/** What becomes of a list that was asked for; nothing if its screen was left, or has asked again since. */
export interface ListEvents {
  /** @param came what of it is to be cached from now on. */
  onShown(posts: Post[], came: CameToList): void;
  /** There is nothing to show. */
  onFailed(): void;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

/**
 * The app in one tab, as start.tsx starts it, with what its screens do when somebody uses them. It has no screens: what
 * a button does is called here in the way its screen does.
 */
export function openPage(events: PageEvents) {
  reloadOnMissingChunk();
  hearWorker();
  openSession();
  followProfile();
  startWritingOnLogin();
  void startFollowingOnReturn();
  void startAccountTasks();
  void startWorkerClient();

  const create = createScreen(events);
  const edit = editScreen(events);
  // A tab shows one form at a time.
  const openForm = () => {
    edit.leaveEdit();
    create.openForm();
  };
  const openEdit = (id: string) => {
    create.leaveForm();
    edit.openEdit(id);
  };
  return {
    author: () => authorOf(session.get()),
    register: async (person: Person) => acceptLogin(await register(person)),
    logIn: async ({ email, password }: Person) => acceptLogin(await logIn({ email, password })),
    logOut,
    /** Whom the navigation bar names. */
    shownName: () => profile.get()?.username,
    ...create,
    ...edit,
    ...earlierDrafts(create.openDraft),
    openForm,
    openEdit,
    leaveForm() {
      create.leaveForm();
      edit.leaveEdit();
    },
    ...editConflict(events, edit, openEdit),
    ...blogScreen(events),
    ...myWriting(events, (editOf) => (editOf === undefined ? openForm() : openEdit(editOf))),
    ...lists(events),
    ...ownList,
    ...imagesOnPage,
    ...followingScreens,
    ...keptPosts,
    ...updateNotice,
    /** What stands in the fields of the form that is open. */
    fields: () => [create.text(), edit.editedText()].flatMap((text) => (text ? Object.values(text) : [])),
    drafts: async (userId: string | null) => (await readDrafts(userId)).flatMap((record) => draftOf(record) ?? []),
  };
}
