import { createSerialQueue } from '../serial-queue.ts';
import { giveSharedTo, moveSharedIntoDraft, readSharedText } from '../share-target.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin, withTimeout } from '../with-timeout.ts';
import { autosaveDraft, type DraftAutosave, isUnsaved } from './draft-autosave.ts';
import { isUntouched } from './drafts.ts';
import { type EditForm, type HeldDraft, holdDraft, newTabDraft, openTabDraft, rememberTabDraft } from './tab-draft.ts';

/**
 * Longest wait, in milliseconds, for the draft's lock and for IndexedDB together. A draft that is found later still
 * comes into an untouched form.
 */
const longestWait = 2 * timeouts.draftLockTimeoutMs;

export interface DraftInForm {
  autosave: DraftAutosave;
  release: () => void;
}

/** A draft is not opened while another tab holds it, nor when the text on screen is stored nowhere on the device. */
export type OpenResult = 'opened' | 'held elsewhere' | 'would lose what is shown';

/** The form of one user in this tab. It has one draft at a time. */
export interface DraftForm {
  /** @throws DOMException `TimeoutError` when the device does not answer. */
  open(id: string): Promise<OpenResult>;
  /** Leaves the draft among the earlier ones and begins an empty one. */
  startAfresh(): Promise<void>;
  /** Saves the draft, with a backup at once, as another user may be the next to use the form. */
  close(): void;
}

/**
 * @param show called with each draft that comes into the form, and with `undefined` once the form is closed.
 * @param edit the post that the form edits; without it, the form is Create's.
 */
export function openDraftForm(
  author: string | null,
  show: (held: DraftInForm | undefined) => void,
  edit?: EditForm,
): DraftForm {
  let held: DraftInForm | undefined;
  let first: DraftInForm | undefined;
  /** Id of the draft last shown, which the next form of this tab opens. */
  let shownId: string | undefined;
  let isClosed = false;

  const put = (next: HeldDraft) => {
    if (isClosed) return next.release();
    if (held) leave(held);
    shownId = next.draft.id;
    rememberTabDraft(author, shownId, edit?.postId);
    held = { autosave: autosaveDraft(next.draft, next.isSaved), release: next.release };
    first ??= held;
    show(held);
  };

  /** Each action releases the draft that the one before has opened. */
  const inTurn = createSerialQueue();

  const begin = async () => {
    let shared = edit ? undefined : readSharedText();
    const finding = findDraft(author, shared?.id, edit);
    const found = await resultWithin(longestWait, finding);
    if (!found) takeWhenFound(finding);
    // A form that was closed meanwhile begins no draft, so that the tab still remembers its own.
    if (isClosed) return found?.release();
    const next = found ?? (await newTabDraft(author, { edit }));
    // The shared text's own draft may be found late, with what was typed into it before: this one is another.
    if (shared && !found) shared = giveSharedTo(next.draft.id, shared);
    put(next);
    // If another tab holds the shared text's draft, it is in that tab's form already.
    if (held && shared?.id === next.draft.id) moveSharedIntoDraft(shared, held.autosave);
  };

  /** Waits outside the queue: a device that never answers must not block "Open" and "Set aside and start afresh". */
  const takeWhenFound = (finding: Promise<HeldDraft>) => {
    const takeLate = async (late: HeldDraft) => {
      const isAsOpened = held !== undefined && held === first && isUntouched(held.autosave.draft());
      if (isAsOpened && !isUntouched(late.draft)) put(late);
      else letGoLate(late);
    };
    void finding.then((late) => inTurn(() => takeLate(late)));
  };

  /** Releases a draft that came too late. Holding it made it the tab's draft: makes it the one shown again. */
  const letGoLate = (late: HeldDraft | undefined) => {
    if (!late) return;
    late.release();
    if (shownId !== undefined) rememberTabDraft(author, shownId, edit?.postId);
  };

  /** @throws DOMException `TimeoutError` when the device does not answer in time; a late answer releases the lock. */
  const holdInTime = async (id: string) => {
    const holding = holdDraft(id, author, { edit });
    try {
      return await withTimeout(longestWait, holding);
    } catch (error) {
      holding.then(letGoLate, (reason) => console.error('Could not open the draft; the form stays as it is.', reason));
      throw error;
    }
  };
  void inTurn(begin);

  return {
    startAfresh: () => inTurn(async () => put(await newTabDraft(author, { edit }))),
    open: (id) =>
      inTurn(async () => {
        if (!held || isClosed) return 'held elsewhere';
        if (held.autosave.draft().id === id) return 'opened';
        if (!(await isSafe(held.autosave))) return 'would lose what is shown';
        const next = await holdInTime(id);
        if (!next) return 'held elsewhere';
        put(next);
        return 'opened';
      }),
    close() {
      isClosed = true;
      if (held) leave(held);
      held = undefined;
      show(undefined);
    },
  };
}

/** Gives a new draft when the device cannot be read: the author can write, and the form says that nothing is saved. */
async function findDraft(author: string | null, shared?: string, edit?: EditForm): Promise<HeldDraft> {
  try {
    return (
      (shared && (await holdDraft(shared, author, { patience: timeouts.draftLockTimeoutMs }))) ||
      (await openTabDraft(author, edit))
    );
  } catch (error) {
    console.error('Could not read drafts from this device; beginning a new one.', error);
    return newTabDraft(author, { id: shared, edit });
  }
}

/**
 * Saves the draft and releases its lock, after at most half of `draftLockTimeoutMs`: the next form waits that long for
 * the lock, also when the device hangs. What the device has not saved by then is in the tab's backup. A text that is on
 * its way into the outbox is not released before it is there: in the next form its author would submit it once more.
 */
function leave({ autosave, release }: DraftInForm): void {
  autosave.leave();
  withTimeout(timeouts.draftLockTimeoutMs / 2, autosave.flush())
    .catch((error) => console.error('Could not save the draft in time; releasing it with a backup in this tab.', error))
    .then(autosave.handedOver)
    .finally(release);
}

async function isSafe(keeper: DraftAutosave): Promise<boolean> {
  try {
    await withTimeout(longestWait, keeper.flush());
  } catch (error) {
    console.error('Could not save the text on screen; keeping the form as it is.', error);
    return false;
  }
  return !isUnsaved(keeper.shown.get().status);
}
