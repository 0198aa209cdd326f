import { v7 as uuid } from 'uuid';
import type { Observable } from '../../device/observable.ts';
import { orLog } from '../../device/or-log.ts';
import { createSerialQueue } from '../../device/serial-queue.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { authorOf, session } from '../../session/session.ts';
import { isEdit, newRecord, type PostRecord } from '../record/post-record.ts';
import { readShown } from '../record/record-store.ts';
import { readTabBackups } from '../record/tab-backup.ts';
import { rememberedInTab, rememberInTab } from '../record/tab-text.ts';
import type { FormText } from './form-text.ts';
import { type HeldRecord, type HoldOptions, holdNewRecord, holdRecord, readTimeoutMs } from './hold-record.ts';
import { clearSharedFromAddress, giveSharedTo, moveSharedIntoForm, readSharedText } from './shared-text.ts';
import { type ShownForm, shownForm } from './shown-form.ts';
import { isOnDevice } from './typed-text.ts';

/**
 * The longest wait for a record's lock and for IndexedDB together, in milliseconds. A record that is found later is not
 * opened.
 */
const longestWait = 2 * timeouts.draftLockTimeoutMs;

/** Returns the longest wait for a record (`null`: any record). `holdRecord` needs longer if this tab has a backup. */
function longestWaitFor(id: string | null, author: string | null): number {
  const isIt = (start: PostRecord) => (id === null ? isWantedBy(author)(start) : start.id === id);
  return readTabBackups().some(({ start }) => isIt(start)) ? longestWait + readTimeoutMs() : longestWait;
}

/**
 * The result of opening a text. `held elsewhere`: another tab holds its lock, or the form cannot continue it. `would
 * lose what is shown`: the device has not stored the text on screen.
 */
export type OpenResult = 'opened' | 'held elsewhere' | 'would lose what is shown';

/** Create's form for the user who is logged in. It has one text at a time. */
export interface CreateForm {
  /** The text in the form; `undefined` until a text has been found, and while the form is closed. */
  held: Observable<FormText | undefined>;
  /** Opens a record's text in the form. @throws DOMException `TimeoutError` if the database hangs. */
  open(id: string): Promise<OpenResult>;
  /** Leaves the text among the drafts, and begins an empty text. */
  startAfresh(): Promise<void>;
  /** Releases the text, so that the next form in this tab starts empty. */
  leave(): void;
  /** Opens a text, and another one when the user changes. @returns a function to call when the screen is left. */
  start(): () => void;
}

export function createForm(): CreateForm {
  const form = shownForm();
  let open: { author: string | null; texts: ReturnType<typeof openTexts> } | undefined;
  const close = () => {
    open?.texts.close();
    open = undefined;
  };
  const follow = () => {
    const author = authorOf(session.get());
    if (open && author === open.author) return;
    close();
    open = { author, texts: openTexts(author, form) };
  };
  return {
    held: form.held,
    async startAfresh() {
      clearSharedFromAddress();
      await open?.texts.startAfresh();
    },
    open: async (id) => open?.texts.open(id) ?? 'held elsewhere',
    leave() {
      if (open) rememberInTab(open.author, uuid());
      clearSharedFromAddress();
      form.close();
    },
    start() {
      const stopFollowing = session.subscribe(follow);
      follow();
      return () => {
        stopFollowing();
        close();
      };
    },
  };
}

/** Returns whether this user can continue the record in Create's form. If its post is published, it needs a draft. */
const isWantedBy =
  (author: string | null) =>
  (record: PostRecord): boolean =>
    (record.userId === null || record.userId === author) &&
    !isEdit(record) &&
    (record.base === undefined || record.draft !== undefined) &&
    !record.pending &&
    record.draft?.discarded === undefined;

/** Opens a text of this user in the form. Returns functions that open another text, or close the form. */
function openTexts(author: string | null, form: ShownForm) {
  let isClosed = false;

  const put = (next: HeldRecord) => {
    if (isClosed) return next.lock.release();
    rememberInTab(author, next.record.id);
    form.put(next, author);
  };

  /** Locks and reads a record. Once the form is closed, takes no lock, so that the next form can take it. */
  const hold: Hold = async (id, options) =>
    isClosed ? undefined : holdRecord(id, { ...options, isWanted: isWantedBy(author) });

  /** Begins a record without reading the database. If another tab holds the lock of this `id`, takes another id. */
  const begin = async (id = uuid()): Promise<HeldRecord> => (await holdNewRecord(id, author)) ?? begin();

  /** Runs actions one by one, because each releases the text that the previous one has opened. */
  const inTurn = createSerialQueue();

  const openFirst = async () => {
    let shared = readSharedText();
    const reading = find(author, shared?.id, hold);
    const finding = orLog('Could not read the texts on this device; beginning a new one.', reading).then(
      (held) => held ?? begin(shared?.id),
    );
    const found = await resultWithin(longestWaitFor(shared?.id ?? rememberedInTab(author), author), finding);
    if (!found) void finding.then(({ lock }) => lock.release());
    // If the form was closed meanwhile, begins no text, so that the tab still remembers its last text.
    if (isClosed) return found?.lock.release();
    const next = found ?? (await begin());
    // The shared text's own record was not read in time, and may have a draft. So the new record gets the text.
    if (shared && !found) shared = giveSharedTo(next.record.id, shared);
    put(next);
    const text = form.held.get();
    // If another tab holds the lock of the shared text's record, that tab's form has the text already.
    if (text && shared?.id === next.record.id) moveSharedIntoForm(shared, text);
  };

  void inTurn(openFirst);

  return {
    startAfresh: () => inTurn(async () => put(await begin())),
    open: (id: string) =>
      inTurn(async (): Promise<OpenResult> => {
        const text = form.held.get();
        if (!text || isClosed) return 'held elsewhere';
        if (text.id === id) return 'opened';
        if (!(await isSafe(text))) return 'would lose what is shown';
        const holding = hold(id);
        const next = await withTimeout(longestWaitFor(id, author), holding).catch((error: unknown) => {
          const release = (late: HeldRecord | undefined) => late?.lock.release();
          holding.then(release, (reason: unknown) => console.error('Could not read an earlier draft.', reason));
          throw error;
        });
        if (!next) return 'held elsewhere';
        put(next);
        return 'opened';
      }),
    close() {
      isClosed = true;
      form.close();
    },
  };
}

type Hold = (id: string, options?: HoldOptions) => Promise<HeldRecord | undefined>;

/**
 * Finds and locks the record to continue: the shared text's record, else the record that this tab remembers. A tab that
 * remembers none continues a record that it has backed up, else the newest draft that no other tab has open.
 */
async function find(author: string | null, shared: string | undefined, hold: Hold): Promise<HeldRecord | undefined> {
  const patience = timeouts.draftLockTimeoutMs;
  const held = shared && (await hold(shared, { patience, start: newRecord(shared, author) }));
  if (held) return held;
  const own = rememberedInTab(author);
  // Waits a moment for the lock, which this tab's last page or screen might still hold. A duplicated tab, which
  // remembers the same id, finds the record locked and begins another.
  if (own !== null) return hold(own, { patience });
  const backedUp = readTabBackups().map(({ start }) => start);
  const found = await holdFirst(backedUp.filter(isWantedBy(author)), hold);
  // Without Web Locks, takes no other record, because another tab could be writing it.
  if (found || !navigator.locks) return found;
  const shown = (await readShown(author)).map(({ record }) => record).filter(isWantedBy(author));
  const ownDrafts = shown.filter(({ draft }) => draft?.origin === undefined);
  return holdFirst(ownDrafts, hold);
}

async function holdFirst(records: PostRecord[], hold: Hold): Promise<HeldRecord | undefined> {
  for (const { id } of records) {
    const held = await hold(id);
    if (held) return held;
  }
  return undefined;
}

async function isSafe(text: FormText): Promise<boolean> {
  await resultWithin(longestWait, text.flush());
  return isOnDevice(text.shown.get().status);
}
