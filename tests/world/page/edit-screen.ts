import { isFlushed } from '../../../src/app/screens/create/settle-before-submit.ts';
import { isSameText, type Post } from '../../../src/contract/posts.ts';
import { readAllDrafts } from '../../../src/data/drafts/all-drafts.ts';
import { type DraftForm, type DraftInForm, openDraftForm } from '../../../src/data/drafts/draft-form.ts';
import { type EditOf, firstTextOf, isUntouched } from '../../../src/data/drafts/drafts.ts';
import { type EditForm, forgetTabDraft } from '../../../src/data/drafts/tab-draft.ts';
import { confirmedEdits } from '../../../src/data/outbox/confirmed-edits.ts';
import { editBasisOf } from '../../../src/data/outbox/edit-basis.ts';
import { outboxEntries } from '../../../src/data/outbox/outbox-entries.ts';
import { isEdit } from '../../../src/data/outbox/outbox-entry.ts';
import { readOutbox } from '../../../src/data/outbox/outbox-store.ts';
import { submitEdit } from '../../../src/data/outbox/submit-edit.ts';
import { type PostReading, readPost } from '../../../src/data/reading/read-post.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';
import { timeouts } from '../../../src/data/timeouts.ts';
import { resultWithin } from '../../../src/data/with-timeout.ts';
import { wordsIn } from '../words.ts';
import { followDraft } from './follow-draft.ts';
import { oneSubmit } from './one-submit.ts';
import type { PageEvents } from './page.ts';

/** What people do on `/blog/{id}/edit`, of one post at a time. */
export function editScreen(events: Pick<PageEvents, 'onShown'>) {
  let reading: PostReading | undefined;
  let stopReading: () => void = () => undefined;
  let form: DraftForm | undefined;
  let held: DraftInForm | undefined;
  const { isWritable, submit } = oneSubmit();
  let edit: EditForm | undefined;
  let openId: string | undefined;
  let stopFollowing: () => void = () => undefined;
  let stopScreen: () => void = () => undefined;

  const show = (next: DraftInForm | undefined) => {
    stopFollowing();
    held = next;
    stopFollowing = next ? followDraft(next, events.onShown) : () => undefined;
  };
  const closeForm = () => {
    form?.close();
    form = undefined;
  };
  const leaveEdit = () => {
    openId = undefined;
    closeForm();
    stopScreen();
    stopScreen = () => undefined;
    stopReading();
    reading = undefined;
  };

  /** What an edit is that is begun now; `conflict` where its author has to decide first. */
  const basisNow = (
    id: string,
    read: Post | undefined,
    drafted: EditOf | undefined,
  ): EditOf | 'conflict' | undefined => {
    const author = authorOf(session.get());
    const edits = outboxEntries
      .get()
      .filter(isEdit)
      .filter(({ userId, work }) => userId === author && work.postId === id);
    if (edits.some(({ state }) => state.name === 'conflict')) return 'conflict';
    const confirmed = confirmedEdits.get().get(id);
    const post = (confirmed?.version ?? 0) > (read?.version ?? 0) ? confirmed : read;
    return editBasisOf(edits.at(-1), post) ?? drafted;
  };

  /** As `Edit.tsx`: the form is there as soon as it is known what an edit would begin from. */
  async function openEdit(id: string): Promise<void> {
    leaveEdit();
    openId = id;
    const author = authorOf(session.get());
    if (author === null) return;
    const read = readPost(id);
    reading = read;
    stopReading = read.start().stop;
    let drafted: EditOf | undefined;
    let latest: EditOf | undefined;
    const update = () => {
      const state = read.state.get();
      const now = basisNow(id, state.state === 'loaded' ? state.post : undefined, drafted);
      if (now === 'conflict') return closeForm();
      if (!now) return;
      latest = now;
      if (form) return beginAnew(now);
      edit = { postId: id, begin: () => latest ?? now };
      form = openDraftForm(author, show, edit);
    };
    // A device that hangs does not keep the form away.
    const { deviceTimeoutMs } = timeouts;
    const readingDrafts = resultWithin(deviceTimeoutMs, readAllDrafts(author, id));
    const readingOutbox = readOutbox().then((entries) => outboxEntries.set(entries));
    await resultWithin(deviceTimeoutMs, readingOutbox).catch((error) =>
      console.error('Could not read the outbox; what waits in it may not be shown.', error),
    );
    if (reading !== read) return;
    const stops = [confirmedEdits, outboxEntries, read.state].map((changing) => changing.subscribe(update));
    stopScreen = () => {
      for (const stop of stops) stop();
    };
    update();
    const drafts = await readingDrafts;
    if (reading !== read) return;
    drafted = drafts?.find(({ discardedAt }) => discardedAt === undefined)?.edit;
    update();
  }

  /** A form that nothing was typed in begins anew when a newer version is known, or the edit that it began from is gone. */
  const beginAnew = (now: EditOf): void => {
    const shown = held?.autosave.draft();
    if (!shown?.edit || held?.autosave.isSubmitted || !isUntouched(shown)) return;
    const isNewer = shown.edit.base.version < now.base.version;
    const isOther = shown.edit.base.version === now.base.version && !isSameText(shown.post, firstTextOf(now));
    if (isNewer || isOther) void form?.startAfresh();
  };

  const save = async (pressed: DraftInForm) => {
    const { autosave } = pressed;
    const isOpen = () => held === pressed;
    const isStored = await isFlushed(autosave);
    const draft = autosave.draft();
    if (!isStored || !draft.edit || autosave.isSubmitted || draft.userId !== authorOf(session.get())) return undefined;
    const onStored = autosave.beginSubmit();
    const told = await submitEdit(draft, { isOpen, onStored, onSent: autosave.noteSent })
      .catch(() => 'not kept' as const)
      .finally(onStored);
    const isAway = told === 'taken' || told === 'waiting' || told === 'conflict' || told === 'gone';
    if (isAway) autosave.letGo();
    if (isOpen() && isAway) {
      forgetTabDraft(draft.userId, edit);
      pressed.release();
      leaveEdit();
    } else if (isOpen()) {
      autosave.isSubmitted = false;
      await autosave.flush();
    }
    return { told, post: draft.post, edit: draft.edit, isUntouched: isUntouched(draft) };
  };

  return {
    openEdit,
    leaveEdit,
    /** The id of the post whose edit is open. */
    openEditId: () => openId,
    editedText: () => held?.autosave.shown.get().post,
    editedDraft: () => held?.autosave.draft(),
    /**
     * Types a word over a paragraph, or behind the last one.
     *
     * @returns the words that were there; `undefined` where there was no form to type in.
     */
    typeEdit(at: number, word: string): { title: string; over: string[] } | undefined {
      if (!isWritable(held)) return undefined;
      const { title, content } = held.autosave.shown.get().post;
      const paragraphs = content.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
      const [over = ''] = paragraphs.splice(at % (paragraphs.length + 1), 1, word);
      held.autosave.change({ content: paragraphs.join('\n\n') });
      return { title, over: wordsIn(over) };
    },
    /**
     * Removes a paragraph of a text that has others.
     *
     * @returns its words; `undefined` where it is the only one, or there was no form.
     */
    removeParagraph(at: number): { title: string; removed: string[] } | undefined {
      if (!isWritable(held)) return undefined;
      const { title, content } = held.autosave.shown.get().post;
      const paragraphs = content.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
      if (paragraphs.length < 2) return undefined;
      const [removed = ''] = paragraphs.splice(at % paragraphs.length, 1);
      held.autosave.change({ content: paragraphs.join('\n\n') });
      return { title, removed: wordsIn(removed) };
    },
    /**
     * Save changes, as PostEditor presses it.
     *
     * @returns what the author is told, with the text that was pressed and what it is an edit of; `isUntouched` where
     *   nothing was changed.
     */
    async saveChanges() {
      return held && form && edit && submit(held, save);
    },
    editDrafts: (userId: string, postId: string) => readAllDrafts(userId, postId),
  };
}
