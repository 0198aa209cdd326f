import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import type { Draft } from '../../../src/data/drafts/drafts.ts';
import type { DiscardedEntry } from '../../../src/data/outbox/entry-actions.ts';
import type { OutboxEntry } from '../../../src/data/outbox/outbox-entry.ts';
import type { FormOptions } from '../../../src/data/outbox/submit.ts';
import { openForms } from './authoring-forms.ts';
import { openFakeClock, stubTimeouts } from './fake-clock.ts';
import { replace, stubGlobal } from './global.ts';
import { fakeImage } from './images.ts';
import { openLocks } from './locks.ts';
import type { Text } from './manners.ts';
import { openModelBackend, turns } from './model-backend.ts';
import { openRecordFaults } from './record-faults.ts';
import { openRecords } from './records.ts';
import { openTab, type Tab } from './tabs.ts';

/**
 * The app's modules, once for all worlds: with the own backend, or with one that knows no keys.
 *
 * @param device begins the keys that its pages make up, as those of two devices differ.
 */
export async function loadAuthoring(host: '' | 'http://other.example', device = 'key') {
  vi.resetModules();
  vi.stubEnv('VITE_API_HOST', host);
  const base = Symbol.for('undici.globalOrigin.1');
  Object.defineProperty(globalThis, base, { value: new URL('http://app.example'), configurable: true, writable: true });
  stubGlobal('location', new URL('http://app.example'));
  // A browser would ask before the page closes; here nobody answers.
  for (const name of ['addEventListener', 'removeEventListener']) stubGlobal(name, () => undefined);
  // Enough for lists that end to be read whole at times, and cut off at others.
  Object.assign((await import('../../../src/data/storage/max-entries.ts')).maxEntries, { ownPages: 5 });
  // In the order they were made, so that a schedule comes to the same end each time it is played.
  let keys = 0;
  vi.doMock('../../../src/data/api/idempotency-key.ts', () => ({
    newIdempotencyKey() {
      keys += 1;
      return `${device} ${String(keys).padStart(9, '0')}`;
    },
  }));
  const modules = {
    ...(await import('../../../src/data/session/session.ts')),
    ...(await import('../../../src/data/storage/records.ts')),
    ...(await import('../../../src/data/drafts/drafts.ts')),
    ...(await import('../../../src/data/drafts/draft-backup.ts')),
    ...(await import('../../../src/data/drafts/draft-form.ts')),
    ...(await import('../../../src/data/drafts/tab-draft.ts')),
    ...(await import('../../../src/data/images/stored-images.ts')),
    ...(await import('../../../src/data/images/sweep-images.ts')),
    ...(await import('../../../src/data/outbox/outbox-store.ts')),
    ...(await import('../../../src/data/outbox/outbox-entry.ts')),
    ...(await import('../../../src/data/outbox/submit.ts')),
    ...(await import('../../../src/data/outbox/submit-edit.ts')),
    ...(await import('../../../src/data/outbox/edit-basis.ts')),
    ...(await import('../../../src/data/edits/merge-texts.ts')),
    ...(await import('../../../src/data/outbox/send-outbox.ts')),
    ...(await import('../../../src/data/outbox/entry-actions.ts')),
    ...(await import('../../../src/data/outbox/store-outbox-user.ts')),
    ...(await import('../../../src/data/outbox/transport.ts')),
    ...(await import('../../../src/worker/publishing.ts')),
  };
  return { ...modules, knowsKeys: host === '' };
}

export type Authoring = Awaited<ReturnType<typeof loadAuthoring>>;

/** One text from its first submit through every correction, and what its author read last. */
export interface Work {
  user: string;
  title: string;
  /** As it was last submitted. */
  text: Text;
  /** `out`: taken back or discarded by its author. `nothing`: the tab died before it could say anything. */
  told:
    | 'taken'
    | 'waiting'
    | 'refused'
    | 'picture refused'
    | 'unanswered'
    | 'in doubt'
    | 'not kept'
    | 'nothing'
    | 'out';
  /** Counts what has happened to it: the answer to an older submit no longer counts. */
  turn: number;
  presses: number;
  /** How often its author has said that it is to be published once more. */
  seconds: number;
  /** Put where it goes for good after a day. */
  isDiscarded: boolean;
  /** Whether it was submitted again or put back while it was in doubt. */
  wasInDoubt: boolean;
  /** Its page died with words that were saved nowhere yet. */
  isUnsure: boolean;
  /** Of its entries, and so the keys of its calls. */
  ids: Set<string>;
}

export type Decision = 'second' | 'form' | 'discard';

export type World = Awaited<ReturnType<typeof openWorld>>;

const pressing = new AsyncLocalStorage<Work>();

/** Written as authors write, and not as backends store it: the accent is a character of its own. */
export const textOf = (user: string, which: number, pictures: { address: string }[] = []): Text => ({
  title: `${user} & Ame\u0301lie: ${which} `,
  imgUrl: '',
  content: [`Text ${which},\r\nas first pressed.\r\n`, ...pictures.map(({ address }) => `![](${address})`)].join(''),
});

/** The pictures of an author's second text, where the backend takes any. */
const picturesOf = (app: Authoring, user: string, which: number) =>
  app.knowsKeys && which === 1 ? ['first', 'second'].map((nth) => fakeImage(`${user}’s ${nth}`)) : [];

/** One device with several tabs and a worker, its users, and a backend. The clock is a fake one. */
export async function openWorld(app: Authoring) {
  const stack = new AsyncDisposableStack();
  stack.use(openFakeClock());
  stack.use(stubTimeouts());
  stack.use(replace(Math, { random: () => 0.5 }));
  const backend = stack.use(openModelBackend());
  const locks = stack.use(openLocks());
  const records = openRecordFaults();
  stack.use(openRecords());
  stack.use(records);
  const works: Work[] = [];
  const byId = new Map<string, Work>();
  const takenOut = new Set<string>();
  const sentAfterTakenOut: string[] = [];
  const discarded: DiscardedEntry[] = [];
  const newTab = () => openTab((tab) => locks.releaseAll(tab));
  const tabs: [Tab, Tab, Tab] = [newTab(), newTab(), newTab()];
  const forms = stack.use(openForms(app, (tab) => world.reload(indexOf(tab))));
  const indexOf = (tab: Tab) => Math.max(0, tabs.indexOf(tab)) as 0 | 1 | 2;
  let user = 'ada';
  let full = 0;
  let drafted = 0;
  const questions = new Set<Work>();

  records.hasRoomFor = (_record, key) => {
    const work = pressing.getStore();
    const [kind, id = ''] = key.split('/');
    if (kind === 'outbox') {
      takenOut.delete(id);
      if (work && !byId.has(id)) {
        byId.set(id, work);
        work.ids.add(id);
      }
    }
    full -= 1;
    return full < 0;
  };
  backend.onCall = (key) => {
    if (key !== null && takenOut.has(key)) sentAfterTakenOut.push(key);
  };
  stack.use(
    stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage = () => undefined;
        close = () => undefined;
      },
    ),
  );

  /** Nobody waits for it: what follows may happen before it, or never, as its tab may be killed. */
  const begin = (tab: Tab, work: () => Promise<unknown>) =>
    void tab.run(async () => {
      try {
        await work();
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    });

  const send = (tab: Tab, scope: 'due' | 'all' | 'login') =>
    begin(tab, () => app.sendOutbox({ userId: user, transport: app.callTransport(user, app.knowsKeys), scope }));

  /** As a Create screen that is left at once: saves the draft as it is, then submits it. */
  async function pressDraft(draft: Draft, work: Work) {
    await app.saveDraft(draft);
    if (draft.userId === user) await pressKept(draft, work);
    else noteText(draft, work);
  }

  function noteText(draft: Draft, work: Work) {
    work.text = draft.post;
    work.told = 'nothing';
    work.turn += 1;
    work.presses += 1;
    work.isDiscarded = false;
    work.wasInDoubt ||= draft.sent !== undefined;
  }

  async function pressKept(draft: Draft, work: Work, form?: FormOptions) {
    noteText(draft, work);
    const { turn } = work;
    const tell = (told: Work['told']) => {
      if (work.turn === turn) work.told = told;
    };
    // Without a login it is sent once under the draft's own id.
    takenOut.delete(draft.id);
    return pressing.run(work, async () => {
      try {
        const submitted = await app.submitPost(draft, form);
        const pressed = submitted === 'login expired' ? 'refused' : submitted;
        tell(pressed);
        // Undone meanwhile, the entry waited again, and was refused and taken out by this very press.
        if (pressed === 'refused' && work.told === 'waiting') work.told = pressed;
        return pressed;
      } catch (error) {
        tell('not kept');
        throw error;
      }
    });
  }

  function isOut(id: string) {
    takenOut.add(id);
    const work = byId.get(id);
    if (!work) return;
    work.told = 'out';
    work.turn += 1;
  }

  const world = {
    app,
    backend,
    records,
    works,
    sentAfterTakenOut,

    press(tab: Tab, which: number) {
      drafted += 1;
      const pictures = picturesOf(app, user, which);
      const post = textOf(user, which, pictures);
      const draft: Draft = {
        version: 1,
        id: `draft ${drafted}`,
        userId: user,
        post,
        savedAt: Date.now(),
        origin: 'typed',
      };
      const work = { ...newWork(post.title), text: post };
      begin(tab, async () => {
        // What the device does not have is not in the text.
        for (const { name, bytes } of pictures) await app.storeImage(name, bytes);
        await app.saveDraft(draft);
        works.push(work);
        byId.set(draft.id, work);
        await withDraft(draft.id, () => pressDraft(draft, work));
      });
    },
    /** Opens a saved draft in a form, corrects it or not, and submits it. */
    edit(tab: Tab, at: number, isCorrected: boolean) {
      begin(tab, async () => {
        const drafts = await app.listDrafts(user);
        const listed = drafts[at % drafts.length];
        if (listed) await pressAgain(listed.id, isCorrected);
      });
    },
    /** The same at once, as after Cancel and edit. */
    cancelAndEdit: (tab: Tab, at: number, isCorrected: boolean) =>
      withEntry(tab, at, async (entry) => {
        await cancel(entry);
        await pressAgain(entry.id, isCorrected);
      }),
    /** In the list of drafts, which another tab may have shown a while ago. Then it may be pressed, as it was. */
    takeBack(tab: Tab, at: number, isPressed: boolean) {
      begin(tab, async () => {
        const gone = (await app.readDrafts(user)).filter(({ discardedAt }) => discardedAt !== undefined);
        const listed = gone[at % gone.length];
        await turns(at * 3);
        const work = listed && byId.get(listed.id);
        if (listed && (await app.restoreDraft(listed)) && work) work.isDiscarded = false;
        if (listed && isPressed) await pressAgain(listed.id, false);
      });
    },
    send,
    sweep: (tab: Tab) => begin(tab, () => app.sweepImages(forms.asides(tab).map(({ post }) => post))),
    sendFromWorker: (tab: Tab) => begin(tab, () => app.sendWaitingEntries()),
    logIn(tab: Tab, name: string) {
      user = name;
      backend.cookie = name;
      app.session.set({ token: name, userId: name });
      for (const other of tabs) if (forms.isOpen(other)) forms.open(other, name);
      begin(tab, () => app.storeOutboxUser());
      send(tab, 'login');
    },
    logOut(tab: Tab) {
      backend.cookie = undefined;
      app.session.set({ token: null, userId: user });
      begin(tab, () => app.storeOutboxUser());
    },
    kill(index: 0 | 1 | 2) {
      noteUnkept(tabs[index]);
      tabs[index].kill();
      forms.forget(tabs[index]);
      tabs[index] = newTab();
    },
    /** The page of the tab gives way to another, of the same app. */
    reload(index: 0 | 1 | 2) {
      const [from, to] = [tabs[index], newTab()];
      const wasOpen = forms.isOpen(from);
      forms.leavePage(from);
      from.kill();
      tabs[index] = to;
      forms.follow(from, to);
      if (wasOpen) forms.open(to, user);
    },
    openForm: (tab: Tab) => app.session.get().token !== null && forms.open(tab, user),
    leaveForm: (tab: Tab) => forms.close(tab),
    type(tab: Tab) {
      const { autosave } = forms.held(tab) ?? {};
      if (!autosave || autosave.isSubmitted || autosave.draft().userId !== user) return;
      drafted += 1;
      const { id } = autosave.draft();
      // What is begun in an empty form is another text, also where the draft has its id from one that has been pressed.
      const isBegun = app.isBlank(autosave.shown.get().post);
      const work = (!isBegun && byId.get(id)) || newWork(`${user} in a form: ${drafted}`);
      if (!works.includes(work)) works.push(work);
      byId.set(id, work);
      autosave.change({ title: work.title, content: `Typed as ${drafted}.` });
      work.text = autosave.shown.get().post;
      work.turn += 1;
      work.told = 'nothing';
      work.isDiscarded = false;
    },
    pressForm(tab: Tab) {
      begin(tab, () =>
        forms.publish(tab, async (draft, form) => {
          const work = byId.get(draft.id);
          if (!work) return 'not kept';
          try {
            return await pressKept(draft, work, form);
          } catch (error) {
            if (isExpected(error)) return 'not kept';
            throw error;
          }
        }),
      );
    },
    openInForm(tab: Tab, at: number) {
      begin(tab, async () => {
        const drafts = await app.listDrafts(user);
        const listed = drafts[at % drafts.length];
        if (listed) await forms.openDraft(tab, listed.id);
      });
    },
    startAfresh: (tab: Tab) => begin(tab, () => forms.startAfresh(tab)),
    asides: () => forms.asides(),
    /** What the author finds in the form of each tab that is left. */
    async textsInForms(): Promise<Text[]> {
      for (const tab of tabs) forms.open(tab, user);
      await turns(60);
      return tabs.flatMap((tab) => forms.held(tab)?.autosave.shown.get().post ?? []);
    },
    /** Discards a draft in one tab, restores and submits it in another, then undoes the discard in the first. */
    quarrel(at: number, pause: number) {
      world.discard(tabs[0], at);
      begin(tabs[1], async () => {
        await turns(pause);
        world.takeBack(tabs[1], 0, true);
        await turns(pause);
        world.undo(tabs[0]);
      });
    },
    questions,
    tab: (index: 0 | 1 | 2) => tabs[index],
    cancel: (tab: Tab, at: number) => withEntry(tab, at, cancel),
    discard: (tab: Tab, at: number) => withEntry(tab, at, drop),
    undo(tab: Tab) {
      const last = discarded.pop();
      if (!last) return;
      begin(tab, async () => {
        const work = byId.get(last.entry.id);
        const { turn } = work ?? {};
        // Whoever sends may be quicker than the news that it is back.
        takenOut.delete(last.entry.id);
        if ((await app.undoDiscard(last)) && work) {
          work.isDiscarded = false;
          work.wasInDoubt ||= last.entry.isInDoubt;
          if (work.turn === turn) work.told = 'waiting';
        }
      });
    },
    tryAgain: (tab: Tab, at: number) => withEntry(tab, at, (entry) => app.retryEntry(entry)),
    /** The author's word on what has arrived in an earlier version. */
    decide: (tab: Tab, at: number, decision: Decision) =>
      withEntry(
        tab,
        at,
        (entry) => decide(entry, decision),
        ({ state }) => state.name === 'arrived',
      ),
    fill(writes: number) {
      full = writes;
    },
    async hang(count: number) {
      using _ = await records.hang();
      await turns(count);
    },
    isSending: () => locks.isHeld('outbox'),
    user: () => user,

    /** Ends all faults, logs every author in to see to their outbox, and lets time pass. */
    async end(answers: Decision[] = []) {
      backend.writing = [];
      backend.listing = [];
      full = 0;
      for (const name of ['ada', 'grace', 'ada', 'grace']) {
        world.reload(0);
        world.logIn(tabs[0], name);
        for (let round = 0; round < 4; round += 1) {
          await turns(120);
          vi.advanceTimersByTime(25 * 60 * 60 * 1000);
          const left = (await app.readOutbox()).filter(({ userId }) => userId === name);
          if (left.length === 0) break;
          for (const entry of left) {
            const isAsked = entry.state.name === 'arrived';
            const work = byId.get(entry.id);
            if (isAsked && work) questions.add(work);
            const decision = isAsked ? (answers.shift() ?? 'second') : undefined;
            begin(tabs[0], () => (decision ? decide(entry, decision) : app.retryEntry(entry)));
          }
        }
      }
      // Whoever looks for what its author has taken out meanwhile comes to an end too.
      for (let round = 0; locks.isHeld('outbox') && round < 10; round += 1) {
        await turns(60);
        vi.advanceTimersByTime(60 * 60 * 1000);
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };

  function newWork(title: string): Work {
    return {
      user,
      title,
      text: { title, imgUrl: '', content: '' },
      told: 'nothing',
      turn: 0,
      presses: 0,
      seconds: 0,
      isDiscarded: false,
      wasInDoubt: false,
      isUnsure: false,
      ids: new Set(),
    };
  }

  /** A page that dies takes along what was typed in its last moments. */
  function noteUnkept(tab: Tab) {
    const { autosave } = forms.held(tab) ?? {};
    const work = autosave && byId.get(autosave.draft().id);
    const unkept = work && autosave.shown.get().status !== 'saved' ? [work] : [];
    const aside = forms.asides(tab).flatMap(({ id }) => byId.get(id) ?? []);
    for (const lost of [...unkept, ...aside])
      if (!['taken', 'waiting', 'out'].includes(lost.told)) lost.isUnsure = true;
  }

  const pressAgain = (id: string, isCorrected: boolean) =>
    withDraft(id, async () => {
      const draft = await app.readDraft(id);
      const work = byId.get(id);
      if (!draft || draft.discardedAt !== undefined || !work) return;
      drafted += 1;
      const pictures = imagesNamedIn(draft.post).map((name) => `![](/images/${name})`);
      const content = [`Version ${drafted},\r\nwhich is another.\r\n`, ...pictures].join('');
      await pressDraft(isCorrected ? { ...draft, post: { ...draft.post, content } } : draft, work);
    });

  async function cancel(entry: OutboxEntry) {
    if ((await app.cancelAndEdit(entry)) !== undefined) isOut(entry.id);
  }

  async function drop(entry: OutboxEntry) {
    const gone = await app.discardEntry(entry);
    if (!gone) return;
    isOut(entry.id);
    const work = byId.get(entry.id);
    if (work) work.isDiscarded = true;
    discarded.push(gone);
  }

  async function decide(entry: OutboxEntry, decision: Decision) {
    if (decision === 'form') return cancel(entry);
    if (decision === 'discard') return drop(entry);
    const work = byId.get(entry.id);
    if (!work) return;
    work.seconds += 1;
    await pressing.run(work, () => app.publishAnyway(entry));
  }

  function withEntry(
    tab: Tab,
    at: number,
    work: (entry: OutboxEntry) => Promise<unknown>,
    isMeant: (entry: OutboxEntry) => boolean = () => true,
  ) {
    begin(tab, async () => {
      const mine = (await app.readOutbox()).filter(({ userId }) => userId === user).filter(isMeant);
      const entry = mine[at % mine.length];
      if (entry) await work(entry);
    });
  }

  world.logIn(tabs[0], 'ada');
  await turns(10);
  return world;
}

/** In the form of one tab at a time. */
function withDraft(id: string, work: () => Promise<void>): Promise<unknown> {
  return navigator.locks.request(`draft/${id}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

export function isExpected(error: unknown): boolean {
  // The clock may jump while the device is at work.
  if (error instanceof DOMException && ['QuotaExceededError', 'TimeoutError'].includes(error.name)) return true;
  return error instanceof Error && (error.name === 'TabKilled' || error.message.endsWith('still wait'));
}
