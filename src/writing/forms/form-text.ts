import { v7 as uuid } from 'uuid';
import type { NewPost } from '../../contract/posts.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { copyOf } from '../record/form-drafts.ts';
import { liveDraftOf, type PostRecord } from '../record/post-record.ts';
import type { Step, WritingEvent } from '../record/record-events.ts';
import { hasTyped } from '../record/record-forms.ts';
import { applyEvent } from '../record/record-store.ts';
import { type BackupLocation, dropTabBackup, saveCopy } from '../record/tab-backup.ts';
import { type TypedText, typedText } from './typed-text.ts';

/**
 * Opens a record's text in the form that holds the record's lock.
 *
 * @param author the id of the user who types; `null` without a login.
 * @param isStored whether the device has all of `opened`.
 */
export function formText(opened: PostRecord, author: string | null, isStored = true) {
  const typing = typedText(opened, author, isStored);
  const { id, shown, flush, draft } = typing;
  let submitted: Promise<unknown> = Promise.resolve();
  const isDraft = liveDraftOf(opened) !== undefined;
  const isChanged = () => draft().typed.rev !== opened.rev;

  /**
   * Resolves when the record's lock may be released: once the text is saved, or saving has taken too long. Also waits
   * for a submission under way: otherwise, the next form would offer the same text again.
   */
  const settled = async () => {
    // Half the time for which the next form waits for the lock.
    await resultWithin(timeouts.draftLockTimeoutMs / 2, flush());
    await submitted;
  };

  return {
    ...typing,
    settled,
    change: (part: Partial<NewPost>) => typing.type({ text: { ...shown.get().post, ...part } }),
    /** Shows the text with which the author settles a conflict. @param on the newest submitted text. */
    decide: (text: NewPost, on: NewPost) =>
      typing.type({ text, from: on, decidedOn: on, decidedAt: draft().typed.rev + 1 }),
    /** Returns whether the form was opened with a submitted text, and nothing has been typed since. */
    isUntouched: () => !isChanged() && !isDraft && (opened.base ?? opened.pending) !== undefined,
    /** Copies the text into a new record, unless it is submitted already. */
    async setAside() {
      if ((isDraft || isChanged()) && !isOfDeletedAccount(author)) await saveCopy(copyOf(draft(), uuid()));
    },
    /**
     * Backs up unsaved text in the tab at once, then starts to save it. The page may be closed before the save ends.
     *
     * @returns where the text is stored at this moment.
     */
    leave(): BackupLocation | 'device' {
      if (typing.isTakenOver() || typing.isStored() || isOfDeletedAccount(author)) return 'device';
      const location = typing.backUp();
      void flush();
      return location;
    },
    /**
     * Submits the text as it is shown now.
     *
     * @throws DOMException if the text could not be stored. It stays in its form.
     */
    submit(userId: string): Promise<Step> {
      const submit = submitTyped(typing, userId);
      submitted = submit.catch(() => void flush());
      return submit;
    },
    /** Applies an event to the record, and shows the draft that the record has afterwards. */
    async play(event: WritingEvent) {
      const step = await applyEvent(id, event);
      const left = step && liveDraftOf(step.record);
      if (left && !typing.isTakenOver() && typing.isStored())
        typing.goOn({ from: left.from, text: left.text }, 'saved');
    },
    /** Drops the tab's backup of the text, which is sent or pending by now. */
    end() {
      typing.stored(draft().typed.rev);
      dropTabBackup(id);
    },
    /** Saves the text and stops this form, even if the database hangs: another tab takes over the record. */
    async giveUp() {
      await settled();
      await typing.stopWriting();
    },
  };
}

export type FormText = ReturnType<typeof formText>;

async function submitTyped(typing: TypedText, userId: string): Promise<Step> {
  const { id, opened, isTakenOver } = typing;
  const submitting = { ...typing.submitting(), userId };
  if (isTakenOver()) throw goneOnElsewhere();
  const step = await applyEvent(id, { kind: 'submitted', ...submitting }, opened);
  if (!step) throw new DOMException('There is no such record', 'NotFoundError');
  typing.stored(submitting.rev);
  const isGone = step.told?.kind === 'gone';
  if (!isGone && !hasTyped(step.record, submitting)) {
    await typing.stopWriting();
    throw goneOnElsewhere();
  }
  if (isGone || isTakenOver()) return step;
  if (step.told) typing.goOn({}, 'saved');
  else typing.goOn({ from: submitting.text }, 'nothing to keep');
  return step;
}

const goneOnElsewhere = () => new DOMException('Another form goes on with the record', 'InvalidStateError');
