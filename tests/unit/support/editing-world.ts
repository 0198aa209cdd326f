import { AsyncLocalStorage } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Post } from '../../../src/contract/posts.ts';
import { newIdempotencyKey } from '../../../src/data/api/idempotency-key.ts';
import type { Draft } from '../../../src/data/drafts/drafts.ts';
import type { ConflictResolution } from '../../../src/data/edits/merge-texts.ts';
import type { DiscardedEntry } from '../../../src/data/outbox/entry-actions.ts';
import type { OutboxEntry } from '../../../src/data/outbox/outbox-entry.ts';
import { type Authoring, isExpected, loadAuthoring } from './authoring-world.ts';
import { openFakeClock, stubTimeouts } from './fake-clock.ts';
import { replace, stubGlobal } from './global.ts';
import { openLocks } from './locks.ts';
import type { Text } from './manners.ts';
import { turns } from './model-backend.ts';
import { openRecordFaults } from './record-faults.ts';
import { openRecords } from './records.ts';
import { openTab, type Tab } from './tabs.ts';
import { etagOf, openVersionedBackend } from './versioned-backend.ts';

export type DeviceName = 'phone' | 'desk';
const deviceNames = ['phone', 'desk'] as const;

const current = new AsyncLocalStorage<DeviceName>();

/** The app's modules and the database of two devices, once for all worlds. */
export async function loadDevices() {
  const factories = { phone: new IDBFactory(), desk: new IDBFactory() };
  Object.defineProperty(globalThis, 'indexedDB', {
    get: () => factories[current.getStore() ?? 'phone'],
    configurable: true,
  });
  return { phone: await loadAuthoring('', 'phone'), desk: await loadAuthoring('', 'desk') };
}

export type Devices = Awaited<ReturnType<typeof loadDevices>>;

/**
 * What an author has written in one place: a word that is in no other text. `over`: the words that they saw there, and
 * replaced.
 */
export interface Word {
  over: Set<string>;
  /** Whether its author has discarded it, or decided against it, since. */
  isDropped: boolean;
  /** Whether its author has chosen it when they were asked to decide: then it may come back. */
  isChosen: boolean;
}

/** The words in a text. */
export const wordsIn = ({ content }: Text): string[] => wordsOf(content);

const wordsOf = (text: string): string[] => text.match(/w\d+/g) ?? [];

const paragraphs = 4;

export type EditingWorld = Awaited<ReturnType<typeof openEditingWorld>>;

/** One author with two devices of two tabs each, and a backend. The clock is a fake one. */
export async function openEditingWorld(devices: Devices) {
  const stack = new AsyncDisposableStack();
  stack.use(openFakeClock());
  stack.use(stubTimeouts());
  stack.use(replace(Math, { random: () => 0.5 }));
  const backend = stack.use(openVersionedBackend());
  const locks = stack.use(openLocks());
  const { request } = navigator.locks;
  Object.defineProperty(navigator, 'locks', {
    value: {
      request: (name: string, ...rest: [never]) => request(`${current.getStore()} ${name}`, ...rest),
    },
    configurable: true,
  });
  for (const name of deviceNames) stack.defer(() => current.run(name, () => openRecords()[Symbol.asyncDispose]()));
  stack.use(openRecordFaults());
  const silent = class extends EventTarget {
    postMessage = () => undefined;
    close = () => undefined;
  };
  stack.use(stubGlobal('BroadcastChannel', silent));
  stack.use(stubGlobal('sessionStorage', undefined));

  const newTab = () => openTab((tab) => locks.releaseAll(tab));
  const tabs = { phone: [newTab(), newTab()], desk: [newTab(), newTab()] };
  /** The posts as each device has read them last. */
  const known = { phone: new Map<string, Post>(), desk: new Map<string, Post>() };
  const discarded: { phone: DiscardedEntry[]; desk: DiscardedEntry[] } = { phone: [], desk: [] };
  const words = new Map<string, Word>();
  /** Words that their author was told are safe, or that a draft kept. */
  const kept = new Set<string>();
  let written = 0;
  let published = 0;

  const tabOf = (device: DeviceName, which: number): Tab => tabs[device][which % 2] as Tab;

  /** Nobody waits for it: what follows may happen before it, or never, as its tab may be killed. */
  function begin(device: DeviceName, which: number, work: (app: Authoring) => Promise<unknown>): void {
    const tab = tabOf(device, which);
    void current.run(device, () =>
      tab.run(async () => {
        try {
          await work(devices[device]);
        } catch (error) {
          if (!isExpected(error)) throw error;
        }
      }),
    );
  }

  /** Replaces one paragraph, as an author who sees the text. */
  function rewrite(text: Text, place: number): Text {
    const parts = text.content.split('\n\n');
    const at = place % parts.length;
    written += 1;
    const word = `w${written}`;
    words.set(word, { over: new Set(wordsOf(parts[at] ?? '')), isDropped: false, isChosen: false });
    return {
      ...text,
      content: parts.map((part, index) => (index === at ? `Place ${at}: ${word}.` : part)).join('\n\n'),
    };
  }

  function drop(text: Text): void {
    for (const word of wordsIn(text)) {
      const found = words.get(word);
      if (found) found.isDropped = true;
    }
  }

  /** In the form of one tab at a time. */
  const inForm = (id: string, work: () => Promise<void>): Promise<unknown> =>
    navigator.locks.request(`draft/${id}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));

  /** As a form that keeps what is typed, and is pressed a while later. */
  async function keepAndPress(app: Authoring, draft: Draft, pause: number): Promise<void> {
    await app.saveDraft(draft);
    for (const word of wordsIn(draft.post)) kept.add(word);
    await turns(pause);
    if (draft.edit) await app.submitEdit(draft, { isOpen: () => false });
    else await app.submitPost(draft, { isOpen: () => false });
  }

  const draftOf = (id: string, part: Pick<Draft, 'post'> & Partial<Draft>): Draft => ({
    version: 1,
    id,
    userId: 'ada',
    savedAt: Date.now(),
    origin: 'typed',
    ...part,
  });

  async function editsOf(app: Authoring, postId: string) {
    return (await app.readOutbox()).filter(app.isEdit).filter(({ work }) => work.postId === postId);
  }

  async function decide(
    app: Authoring,
    entry: OutboxEntry,
    decision: ConflictResolution,
    isEdited: boolean,
  ): Promise<void> {
    if (entry.state.name !== 'conflict' || !app.isEdit(entry)) return;
    const { theirs } = entry.state;
    const merge = app.mergeTexts(entry.work.base.texts, entry.work.post, theirs.texts);
    const places = merge.kind === 'conflict' ? Object.values(merge.parts).flat() : [];
    const decided =
      merge.kind === 'merged'
        ? merge.post
        : app.applyDecisions(
            merge.parts,
            places.map(() => decision),
          );
    const done = isEdited ? await app.editResolved(entry, decided) : await app.resolveConflict(entry, decided);
    if (done === undefined) return;
    // The author has seen both.
    for (const place of places) {
      if (place.kind !== 'place') continue;
      const chosen = [decision !== 'theirs' && place.mine, decision !== 'mine' && place.theirs];
      for (const word of chosen.flatMap((text) => wordsOf(text || '')))
        Object.assign(words.get(word) ?? {}, { isChosen: true });
      const [winners, losers] = decision === 'mine' ? [place.mine, place.theirs] : [place.theirs, place.mine];
      if (decision === 'both') continue;
      const [won, lost] = [wordsOf(winners), wordsOf(losers)];
      for (const loser of lost.filter((word) => !won.includes(word))) {
        for (const word of won) words.get(word)?.over.add(loser);
        if (won.length === 0) drop({ title: '', imgUrl: '', content: loser });
      }
    }
  }

  const world = {
    backend,
    words,
    kept,
    devices,

    publish(device: DeviceName, which: number) {
      published += 1;
      let post: Text = {
        title: `Post ${published}`,
        imgUrl: '',
        content: Array.from({ length: paragraphs }, (_, at) => `Place ${at}: nothing.`).join('\n\n'),
      };
      post = rewrite(post, published);
      const draft = draftOf(`${device} draft ${published}`, { post });
      begin(device, which, (app) => inForm(draft.id, () => keepAndPress(app, draft, 0)));
    },
    /** What the backend has, as the device shows it from then on. */
    read(device: DeviceName) {
      for (const { id, versions, isDeleted } of backend.posts) {
        const text = versions.at(-1);
        if (isDeleted) known[device].delete(id);
        else if (text)
          known[device].set(id, { _id: id, ...text, version: versions.length, etag: etagOf(versions.length) });
      }
    },
    /** As the edit screen: from what waits, or from what is known. Typing takes a while. */
    edit(device: DeviceName, which: number, at: number, place: number, pause: number) {
      begin(device, which, async (app) => {
        const post = [...known[device].values()][at % known[device].size];
        if (!post) return;
        const waiting = (await editsOf(app, post._id)).at(-1);
        if (waiting?.state.name === 'conflict') return;
        const edit = app.editBasisOf(waiting, post);
        if (!edit) return;
        const text = rewrite(app.firstTextOf(edit), place);
        const draft = draftOf(newIdempotencyKey(), { post: text, edit });
        await inForm(draft.id, () => keepAndPress(app, draft, pause));
      });
    },
    /** A draft of either kind goes into its form, is corrected, and is pressed. */
    correct(device: DeviceName, which: number, at: number, place: number) {
      begin(device, which, async (app) => {
        const edits = await Promise.all([...known[device].keys()].map((id) => app.listDrafts('ada', Date.now(), id)));
        const drafts = [...(await app.listDrafts('ada')), ...edits.flat()].filter(({ origin }) => origin === 'typed');
        const draft = drafts[at % drafts.length];
        if (!draft) return;
        await inForm(draft.id, async () => {
          const latest = await app.readDraft(draft.id);
          if (latest) await keepAndPress(app, { ...latest, post: rewrite(latest.post, place) }, 0);
        });
      });
    },
    cancel: (device: DeviceName, which: number, at: number) =>
      withEntry(device, which, at, (app, entry) => app.cancelAndEdit(entry)),
    discard: (device: DeviceName, which: number, at: number) =>
      withEntry(device, which, at, async (app, entry) => {
        const gone = await app.discardEntry(entry);
        if (!gone) return;
        discarded[device].push(gone);
        if (entry.work.kind !== 'delete') drop(gone.entry.work.post);
      }),
    undo(device: DeviceName, which: number) {
      const last = discarded[device].pop();
      if (last) begin(device, which, (app) => app.undoDiscard(last));
    },
    remove(device: DeviceName, which: number, at: number) {
      begin(device, which, async (app) => {
        const post = [...known[device].values()][at % known[device].size];
        if (!post) return;
        const waiting = (await editsOf(app, post._id)).at(-1);
        await app.submitDelete({ ...post, ...waiting?.work.post });
      });
    },
    tryAgain: (device: DeviceName, which: number, at: number) =>
      withEntry(device, which, at, (app, entry) => app.retryEntry(entry)),
    decide: (device: DeviceName, which: number, at: number, decision: ConflictResolution, isEdited: boolean) =>
      withEntry(device, which, at, (app, entry) => decide(app, entry, decision, isEdited)),
    send(device: DeviceName, which: number, scope: 'due' | 'all' | 'login' = 'all') {
      begin(device, which, (app) =>
        app.sendOutbox({ userId: 'ada', transport: app.callTransport('ada', true), scope }),
      );
    },
    sync: (device: DeviceName, which: number) => begin(device, which, (app) => app.sendWaitingEntries()),
    kill(device: DeviceName, which: number) {
      const at = which % 2;
      (tabs[device][at] as Tab).kill();
      tabs[device][at] = newTab();
    },

    /** All faults are over, time goes by, and the author looks after what waits on both devices. */
    async end(decisions: ConflictResolution[]): Promise<void> {
      backend.writing = [];
      backend.reading = [];
      // Whoever still types comes to an end first.
      await turns(200);
      for (let round = 0; round < 40; round += 1) {
        let isQuiet = true;
        for (const device of deviceNames) {
          await turns(60);
          vi.advanceTimersByTime(60 * 60 * 1000);
          for (const entry of await world.outboxOf(device)) {
            isQuiet = false;
            begin(device, 0, async (app) => {
              if (entry.state.name === 'conflict') await decide(app, entry, decisions.shift() ?? 'mine', false);
              else if (entry.state.name === 'arrived') await app.publishAnyway(entry);
              else await app.retryEntry(entry);
            });
            await turns(60);
          }
          world.send(device, 0, 'login');
        }
        if (isQuiet) return;
      }
    },
    outboxOf: (device: DeviceName): Promise<OutboxEntry[]> => current.run(device, () => devices[device].readOutbox()),
    /** Every text that a form or a list of drafts could show, on both devices. */
    async drafts(): Promise<Draft[]> {
      const all = await Promise.all(
        deviceNames.map((device) => current.run(device, () => devices[device].readRecords<Draft>('draft/'))),
      );
      return all.flat();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };

  function withEntry(
    device: DeviceName,
    which: number,
    at: number,
    work: (app: Authoring, entry: OutboxEntry) => Promise<unknown>,
  ) {
    begin(device, which, async (app) => {
      const entries = await app.readOutbox();
      const entry = entries[at % entries.length];
      if (entry) await work(app, entry);
    });
  }

  for (const device of deviceNames) {
    devices[device].session.set({ token: 'ada', userId: 'ada' });
    begin(device, 0, (app) => app.storeOutboxUser());
  }
  await turns(10);
  return world;
}
