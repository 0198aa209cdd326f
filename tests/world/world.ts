import type { NewPost, Post } from '../../src/contract/posts.ts';
import type { ShownText } from '../../src/writing/forms/typed-text.ts';
import { type PostRecord, textsOf } from '../../src/writing/record/post-record.ts';
import { appOrigin } from './app-origin.ts';
import { deviceNames, people } from './blog.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { ProgramsOfBuilds } from './build-programs.ts';
import { CallFailed } from './call-failed.ts';
import { CancelledEdits } from './cancelled-edits.ts';
import { ConfirmedWrites } from './confirmed-writes.ts';
import { DeployedSite } from './deployed-site.ts';
import { Device, type OpenTab } from './device.ts';
import type { DeviceBackup } from './device-backup.ts';
import { FollowsOfDevice } from './follows-of-device.ts';
import { type ForeignBackend, foreignOrigin } from './foreign-backend.ts';
import { KeptPosts } from './kept-posts.ts';
import { LastTurns } from './last-turns.ts';
import { Network } from './network.ts';
import type { PageEvents, Person } from './page/page.ts';
import { pictureFile } from './picture-files.ts';
import { decide } from './promises/decisions.ts';
import { RolledBack } from './rolled-back.ts';
import type { Server } from './server.ts';
import { ShownPosts } from './shown-posts.ts';
import { storedPictures } from './stored-pictures.ts';
import type { WaitingWork } from './texts-on-device.ts';
import type { Pressed } from './titles.ts';
import { endOf, type Turns } from './turns.ts';
import { Twins } from './twins.ts';
import { UpdatesSeen } from './updates-seen.ts';
import { has, type SavedEdit, type TakenAway, type Told, type Word, wordsIn } from './words.ts';

/** Names of errors that failed calls, failing storage or killed programs cause. Other errors are faults of the app. */
const expected = new Set([
  'AbortError',
  'InvalidStateError',
  'TimeoutError',
  'HTTPError',
  'QuotaExceededError',
  'UnknownError',
  'NetworkError',
  'ForeignAnswer',
  'SecurityError',
]);

/** A simulated world: people, their devices, a backend and the network. It records what people did and were told. */
export class World {
  readonly turns: Turns;
  readonly network: Network;
  /** The host of the app's files. */
  readonly site = new DeployedSite();
  readonly updates: UpdatesSeen;
  readonly confirmed: ConfirmedWrites;
  readonly server: Server | ForeignBackend;
  readonly devices: readonly Device[];
  readonly people: readonly Person[] = people;
  readonly words: Word[] = [];
  readonly told: Told[] = [];
  /** Texts that the app has reported to their authors as pending. */
  toldWaiting: (Told & { tab: OpenTab })[] = [];
  readonly pressed: Pressed[] = [];
  /** Titles of the posts that existed when the life began. */
  readonly titlesBefore: ReadonlySet<string>;
  /**
   * By title, an id for each extra publication that is allowed. Either the author wants it, or a device does not know
   * that the text was sent.
   */
  readonly wantedTwice = new Map<string, Set<string>>();
  /** Titles of pending texts of a restored device, which does not know that they were sent. */
  readonly restored = new Set<string>();
  /** Titles of texts that were withdrawn from the outbox. */
  readonly withdrawn: LastTurns;
  /** Titles of posts of which an edit was withdrawn from the outbox. */
  readonly withdrawnEdits: LastTurns;
  /** Edits whose authors were told that they are saved or pending. */
  savedEdits: SavedEdit[] = [];
  readonly takenAway: TakenAway[] = [];
  readonly cancelledEdits: CancelledEdits;
  /** Keys of calls that were unanswered when the author discarded the text. These calls may still arrive. */
  readonly discardedCalls = new Set<string>();
  readonly twins = new Twins();
  /** By record id, the version with which the author's text was in conflict when the author last decided. */
  readonly resolved = new Map<string, number>();
  /** Ids of edit drafts that, according to the app, are in a form and may be saved nowhere. */
  readonly editsInForms = new Set<string>();
  /** By draft id, texts of refused edits that, according to the app, are in their forms. */
  readonly refusedInForms = new Map<string, string>();
  /** Titles of posts whose author has pressed "Delete". */
  readonly deleted = new Set<string>();
  /** Ids of the posts in `deleted`. A text that is published again gets another id. */
  readonly deletedIds = new Set<string>();
  /** Names of pictures that a device lost with its storage. A form that was open at that moment keeps only its text. */
  readonly #lostPictures = new Map<Device, Set<string>>();
  readonly backups = new Map<Device, DeviceBackup>();
  readonly rolledBack: RolledBack;
  /** The picture files of this life so far. */
  readonly files: Uint8Array<ArrayBuffer>[] = [];
  /** Broken promises and unexpected errors, in words. */
  readonly faults: string[] = [];
  /** How often each promise was judged in this life. */
  readonly checks = new Map<string, number>();
  readonly #shown: Map<Device, ShownPosts>;
  readonly #kept: Map<Device, KeptPosts>;
  /** Whether the devices have room for everything that a life shows. */
  readonly keepsAll: boolean;
  readonly #follows = new Map<Device, FollowsOfDevice>();
  /** People's names by the ids of their accounts. */
  readonly #names = new Map<string, string>();
  #typed = 0;

  constructor(programs: ProgramsOfBuilds, turns: Turns, server: Server | ForeignBackend, keepsAll: boolean) {
    this.turns = turns;
    this.keepsAll = keepsAll;
    this.server = server;
    this.titlesBefore = new Set(server.posts().map(({ title }) => title));
    this.withdrawn = new LastTurns(turns);
    this.withdrawnEdits = new LastTurns(turns);
    this.rolledBack = new RolledBack(turns);
    this.network = new Network(turns);
    this.cancelledEdits = new CancelledEdits(this.network);
    const { network, site } = this;
    network.hosts.set(appOrigin, site.hostWith(server.kind === 'own' ? server : undefined));
    if (server.kind === 'foreign') network.hosts.set(foreignOrigin, (call) => server.handle(call));
    this.devices = deviceNames.map((name) => new Device(name, turns, programs, { network, site }));
    this.updates = new UpdatesSeen(this);
    this.confirmed = new ConfirmedWrites(turns);
    this.#kept = new Map(this.devices.map((device) => [device, new KeptPosts(device)]));
    this.#shown = new Map(this.devices.map((device) => [device, new ShownPosts(device, this)]));
  }

  /** Notes that this promise is judged now. */
  check(promise: string): void {
    this.checks.set(promise, (this.checks.get(promise) ?? 0) + 1);
  }

  /** Returns a new word, its number, and the text that a person types for it. */
  newWord(): { word: string; nth: number; typed: string } {
    this.#typed += 1;
    // A foreign backend may store some characters differently.
    const isForeign = this.server.kind === 'foreign';
    const word = `w${this.#typed}${isForeign ? '&e\u0301' : ''}`;
    return { word, nth: this.#typed, typed: isForeign ? `${word}\n` : word };
  }

  /** Returns the id of a person's account. */
  idOf({ name }: Person): string {
    return [...this.#names].find(([, known]) => known === name)?.[0] ?? '';
  }

  shownOn(device: Device): ShownPosts {
    return this.#shown.get(device) as ShownPosts;
  }

  keptOn(device: Device): KeptPosts {
    return this.#kept.get(device) as KeptPosts;
  }

  #isStored(post: Post | undefined): boolean {
    const versions = this.server.history();
    return versions.some((one) => one.id === post?._id && one.version === post.version && one.content === post.content);
  }

  picturesLostOn(device: Device): Set<string> {
    const names = this.#lostPictures.get(device) ?? new Set();
    this.#lostPictures.set(device, names);
    return names;
  }

  followsOf(device: Device): FollowsOfDevice {
    const follows = this.#follows.get(device) ?? new FollowsOfDevice(device);
    this.#follows.set(device, follows);
    return follows;
  }

  /** Returns a new picture, unlike all others. */
  newPicture(): Uint8Array<ArrayBuffer> {
    const file = pictureFile(this.files.length);
    this.files.push(file);
    return file;
  }

  /** Returns the name of the user who is logged in on this page, or ''. */
  nameOf(tab: OpenTab): string {
    return this.#names.get(tab.page.author() ?? '') ?? '';
  }

  /** Begins work without waiting for it. The work may fail only if a call fails, a device is full or a program dies. */
  begin(what: string, work: () => Promise<unknown> | undefined): void {
    this.turns.tell(what);
    work()?.catch((error: unknown) => {
      if (error instanceof CallFailed || (error instanceof Error && expected.has(error.name))) return;
      const why = error instanceof Error ? error.stack : String(error);
      this.faults.push(error instanceof BrokenPromise ? error.message : `${what}: ${why}`);
    });
  }

  /** Opens the app in a tab. @param session the initial session storage, if the tab duplicates another tab */
  openTab(device: Device, at: number, session?: Record<string, string>): OpenTab {
    const before = device.tabs[at];
    const events: PageEvents = {
      onShown: ({ post, status }: ShownText) => {
        if (status !== 'saved') return;
        for (const word of this.words) {
          if (post.title !== word.title || !has(post.content, word)) continue;
          Object.assign(word, { isSafe: true, isLost: false, tab: undefined });
        }
      },
      onListOpened: () => this.shownOn(device).open(tab),
      onListAsked: () => this.shownOn(device).ask(tab),
      onPress: (post, id) => {
        this.twins.takenBack.delete(id);
        this.pressed.push({ title: post.title, by: this.nameOf(tab) });
        this.#leaveApart(tab, device, post);
      },
      onAway: (post, isSure) => this.markSafe(post, isSure),
      onPublishAnyway: (id, { title }) => this.letRepeat(title, id),
      onPost: ({ _id: id, title, version = 0 }: Post, before) => {
        if (version < (before?.version ?? 0) && !(this.rolledBack.ids.has(id) && !this.#isStored(before)))
          this.faults.push(`${device.name}: "${title}" goes back to ${version}`);
      },
      onDecided: (decided) => decide(this, device, decided),
      onResolved: (entryId, theirs) => this.resolved.set(entryId, theirs),
    };
    const tab = device.open(at, events, session);
    if (before) this.shownOn(device).passOn(before, tab);
    return tab;
  }

  /** Notes that a device loses all its storage, with the saved words and the pending texts. */
  loseStorage(device: Device): void {
    this.#follows.delete(device);
    this.confirmed.forget(device);
    for (const name of storedPictures(device).keys()) this.picturesLostOn(device).add(name);
    // The loop over `words` below misses texts without a typed word.
    for (const [key, record] of device.records())
      if (key.startsWith('post-record/'))
        for (const { title } of textsOf(record as PostRecord)) this.withdrawn.note(title);
    for (const word of this.words) {
      if (word.device !== device) continue;
      word.isSafe = false;
      const { page } = word.tab ?? {};
      const isIn = (texts: (NewPost | undefined)[]) => texts.some((text) => text && has(text.content, word));
      // A word that is being sent is lost, even if it was saved before its author submitted it.
      word.isLost ||= isIn(device.tabs.flatMap((tab) => [tab?.page.textBeingSent(), tab?.page.editBeingSent()]));
      // If the form is closed, or showed exactly the stored text, the tab has no copy of its own.
      if (!isIn([page?.textToKeep(), page?.editToKeep()])) word.tab = undefined;
      // As the record of a submission is gone, a copy in session storage may become a draft beside the published post.
      this.withdrawn.note(word.title);
      this.withdrawnEdits.note(word.title);
    }
  }

  /** Notes that a page ends. If its device forbids storage, the texts that wait in the page's memory are lost. */
  losePage(device: Device, gone: OpenTab | undefined): void {
    if (!device.storageFaults.isForbidden) return;
    this.toldWaiting = this.toldWaiting.filter(({ tab }) => tab !== gone);
    this.savedEdits = this.savedEdits.filter(({ tab, isTaken }) => tab !== gone || isTaken);
  }

  /**
   * Notes that the author was told that the text is published or stored.
   *
   * @param isSure false if the form closes before the author is told; slow storage may then have lost the text
   */
  markSafe(post: NewPost, isSure = true): void {
    for (const word of this.words) {
      if (word.title !== post.title || !has(post.content, word)) continue;
      Object.assign(word, word.isLost && !isSure ? { isSafe: false, tab: undefined } : { isSafe: true, isLost: false });
    }
  }

  type(tab: OpenTab, { word, title, over = [] }: { word: string; title: string; over?: string[] }): void {
    const device = this.devices.find(({ tabs }) => tabs.includes(tab)) as Device;
    this.#add({ word, title, tab, device, over: new Set(over) });
    const text = tab.page.text();
    if (text) this.#leaveApart(tab, device, text);
  }

  /** Sets `isApart` on the words that only another tab has when the author types or submits this new text here. */
  #leaveApart(tab: OpenTab, device: Device, { title, content }: NewPost): void {
    for (const word of this.words) {
      const { tab: keeper, isSafe } = word;
      if (word.title !== title || word.device !== device || has(content, word)) continue;
      if (!keeper || keeper === tab || !isSafe) continue;
      // If the other tab's form has the word, it holds the lock of the word's text: this tab has another text.
      const inForm = keeper.page.text();
      if (!inForm || !has(inForm.content, word)) word.isApart = true;
    }
  }

  /** Adds a word that an author chose or rejected in a conflict, unless `words` already has it. */
  noteDecided(device: Device, { word, title }: { word: string; title: string }): void {
    if (!this.words.some((known) => known.word === word))
      this.#add({ word, title, tab: undefined, device, over: new Set() });
  }

  #add(word: Pick<Word, 'word' | 'title' | 'tab' | 'device' | 'over'>): void {
    const fate = {
      isSafe: false,
      isLost: false,
      isDropped: false,
      isTakenOut: false,
      isRemoved: false,
      isChosen: false,
    };
    this.words.push({ ...word, beats: new Set(), beatsAsStored: new Set(), isApart: false, ...fate });
  }

  /** Notes that a word is taken out of a form. A published word is removed only when the edit is submitted. */
  takeOut(tab: OpenTab, { word, title }: { word: string; title: string }): void {
    const isStored = this.server.history().some((version) => wordsIn(version.content).includes(word));
    // `words` may lack a word of a post that existed when the life began.
    if (!this.words.some((known) => known.word === word)) this.type(tab, { word, title });
    for (const known of this.words)
      if (known.word === word) Object.assign(known, { isTakenOut: true, isRemoved: known.isRemoved || !isStored });
  }

  /** Notes that an edit is submitted with this text, so that words taken out of it are removed. */
  removeTakenOut({ title, content }: Pick<NewPost, 'title' | 'content'>): void {
    for (const word of this.words)
      if (word.title === title && word.isTakenOut && !has(content, word)) word.isRemoved = true;
  }

  /** Allows one extra publication of the text for each `id`. */
  letRepeat(title: string, id: string): void {
    this.wantedTwice.set(title, (this.wantedTwice.get(title) ?? new Set()).add(id));
  }

  /** Notes that the author has withdrawn this work from the outbox. */
  withdraw({ kind, post }: WaitingWork): void {
    if (kind === 'publish') this.withdrawn.note(post.title);
    // A withdrawn text has no key any more, so it may be published once more when it is submitted again.
    if (kind === 'publish' && this.restored.delete(post.title))
      this.letRepeat(post.title, `restored ${this.turns.count}`);
    if (kind === 'edit') this.withdrawnEdits.note(post.title);
  }

  /** Notes that the author has discarded pending work: its added words, and its calls, which may still arrive. */
  drop({ work, keys }: { work: WaitingWork; keys: readonly string[] }): void {
    this.withdraw(work);
    if (work.kind === 'delete') return;
    for (const key of keys) this.discardedCalls.add(key);
    const base = work.kind === 'edit' ? wordsIn(work.base.content) : [];
    for (const word of this.words)
      if (word.title === work.post.title && has(work.post.content, word) && !base.includes(word.word))
        word.isDropped = true;
  }

  /** Notes that the tab's session storage has the text of its form, even if the device stores nothing else. */
  keepInTab(tab: OpenTab): void {
    for (const word of this.words) if (word.tab === tab) word.isSafe = true;
  }

  /**
   * Takes turns, for at most a minute by the world's clock, until the work is done, and returns its result.
   *
   * @throws {BrokenPromise} if it is not done by then
   */
  async whenDone<T>(work: Promise<T>): Promise<T> {
    const isOver = endOf(work);
    for (let rounds = 0; !isOver() && rounds < 60; rounds += 1) {
      await this.turns.settle();
      if (!isOver()) await this.turns.pass(1_000, 5);
    }
    if (!isOver()) throw new BrokenPromise('What a page was asked for has not come within a minute');
    return work;
  }

  /** Lets the first user of a device log in, or register if they have no account. */
  async enter(device: Device, person: Person, hasAccount: boolean): Promise<void> {
    const tab = this.openTab(device, 0);
    this.turns.tell(`${tab.name}: ${person.name} ${hasAccount ? 'logs in' : 'registers'}`);
    await this.whenDone(hasAccount ? tab.page.logIn(person) : tab.page.register(person));
    const id = tab.page.author();
    if (id === null) throw new Error(`${person.name} could not log in`);
    this.#names.set(id, person.name);
  }

  /** Reloads the tab, and opens its form again if one was open. */
  reload(found: OpenTab): OpenTab {
    const hasForm = found.page.hasForm();
    const editId = found.page.openEditId();
    const again = this.openHome(found);
    if (hasForm) again.page.openForm();
    if (editId === undefined) return again;
    this.turns.tell(`${again.name}: opens the edit again`);
    again.page.openEdit(editId);
    return again;
  }

  /** Loads the app anew in the tab. The tab keeps the form's text unless the device is full or forbids storage. */
  openHome(found: OpenTab): OpenTab {
    const device = this.devices.find(({ tabs }) => tabs.includes(found)) as Device;
    device.leave(found);
    this.losePage(device, found);
    const isKept = !device.storageFaults.isFull && !device.storageFaults.isForbidden;
    const again = this.openTab(device, device.tabs.indexOf(found));
    const now = isKept ? { tab: again, isSafe: true } : { tab: undefined, isSafe: false };
    for (const word of this.words) if (word.tab === found) Object.assign(word, now);
    return again;
  }

  close(): void {
    for (const device of this.devices) {
      for (const [at] of device.tabs.entries()) device.kill(at);
      device.worker.kill();
    }
    this.server.close();
    this.network.end();
    this.turns.end();
  }
}
