import { acceptLogin } from '../../../src/account/accept-login.ts';
import { logOut } from '../../../src/account/log-out.ts';
import { startAccountTasks } from '../../../src/account/start-account-tasks.ts';
import { startFollowingOnReturn } from '../../../src/app/following/start-on-return.ts';
import type { NewPost, Post } from '../../../src/contract/posts.ts';
import { availableUpdate } from '../../../src/device/updates/available-update.ts';
import { reloadOnMissingChunk } from '../../../src/device/updates/reload-on-missing-chunk.ts';
import { refreshNewest } from '../../../src/reading/news/tell-worker.ts';
import { hearWorker, startWorkerClient } from '../../../src/reading/news/worker-client.ts';
import { pinPost, unpinPost } from '../../../src/reading/shown/pins.ts';
import { deleteCachedImage } from '../../../src/reading/store/image-cache.ts';
import { type NewestChoice, saveNewestChoice } from '../../../src/reading/store/newest-choice.ts';
import { logIn, register } from '../../../src/session/auth-calls.ts';
import { followProfile, profile } from '../../../src/session/profile.ts';
import { authorOf, openSession, session } from '../../../src/session/session.ts';
import type { ShownText } from '../../../src/writing/forms/typed-text.ts';
import { readImageBytes } from '../../../src/writing/pictures/stored-images.ts';
import { readDrafts } from '../../../src/writing/record/read-writing.ts';
import { startWritingOnLogin } from '../../../src/writing/start-on-login.ts';
import { draftOf } from '../texts-on-device.ts';
import { blogScreen } from './blog-screen.ts';
import { createScreen } from './create-screen.ts';
import { earlierDrafts } from './earlier-drafts.ts';
import { type Decided, editConflict } from './edit-conflict.ts';
import { editScreen } from './edit-screen.ts';
import { followingScreens } from './following.ts';
import { listScreens } from './list-screen.ts';
import { myWriting } from './my-writing.ts';

/** Callbacks for the events that a page reports to the world. */
export interface PageEvents {
  /** The form shows this text, and whether it is saved. */
  onShown(shown: ShownText): void;
  /** A reader opens the list. */
  onListOpened(): void;
  onListAsked(): ListEvents;
  /** The author presses "Create Blog" with this text of the record `id`. */
  onPress(post: NewPost, id: string): void;
  /** The text is published or stored, and leaves the form. `isSure` is false if its author is not told so. */
  onAway(post: NewPost, isSure: boolean): void;
  /** The author wants this text published, even if it already is. @param id identifies the request */
  onPublishAnyway(id: string, post: NewPost): void;
  /** The screen shows `post` in place of `before`. Both lack the pending edits, which the screen adds. */
  onPost(post: Post, before: Post | undefined): void;
  onDecided(decided: Decided): void;
  /** The conflict of this record is decided. @param theirs the version of the other text */
  onResolved(recordId: string, theirs: number): void;
}

/**
 * The posts of the pages that the list lacked when it was last shown. If several calls fetched these pages, only the
 * call that fetched the last page reports them.
 */
export interface CameToList {
  posts: Post[];
  /** The posts above `posts` in the list. */
  before: Post[];
}

/** Callbacks for the outcome of a list request. Neither is called if the screen was left or sent another request. */
export interface ListEvents {
  /** The list is shown. @param came the posts that must be cached from now on */
  onShown(posts: Post[], came: CameToList): void;
  /** The request has failed, and there is nothing to show. */
  onFailed(): void;
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

/**
 * Starts the app in one tab, as start.tsx does, and returns the actions of its screens. There is no React: an action
 * calls the function that its button calls.
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
    /** Returns the name in the navigation bar. */
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
    ...listScreens(events),
    ...followingScreens,
    /** Returns a picture that only the device has, as showStoredImage does if no worker answers. */
    storedImage: readImageBytes,
    forgetBroken: deleteCachedImage,
    /** Presses "Keep on this device" (`PinButton`). */
    keep: pinPost,
    stopKeeping: unpinPost,
    /** Chooses how many of the newest posts are always kept (`KeepNewest`). */
    async chooseNewest(count: number) {
      await saveNewestChoice({ count: count as NewestChoice['count'], withPictures: false });
      refreshNewest();
    },
    isUpdateOffered: () => availableUpdate.get().kind === 'ready',
    /** Accepts the update (`UpdateNotice`). @returns the outcome; `undefined` if no update is offered */
    async acceptUpdate() {
      const update = availableUpdate.get();
      return update.kind === 'ready' ? await update.accept() : undefined;
    },
    /** Returns the texts in the fields of the open form. */
    fields: () => [create.text(), edit.editedText()].flatMap((text) => (text ? Object.values(text) : [])),
    drafts: async (userId: string | null) => (await readDrafts(userId)).flatMap((record) => draftOf(record) ?? []),
  };
}
