import type { NewPost, Post } from '../../src/contract/posts.ts';
import type { ShownText } from '../../src/writing/forms/typed-text.ts';
import { type PostRecord, textsOf } from '../../src/writing/record/post-record.ts';
import { appOrigin } from './app-origin.ts';
import { deviceNames, people } from './blog.ts';
import { BrokenPromise } from './broken-promise.ts';
import { CallFailed } from './call-failed.ts';
import { CancelledEdits } from './cancelled-edits.ts';
import { ConfirmedWrites } from './confirmed-writes.ts';
import { DeployedSite } from './deployed-site.ts';
import { Device, type OpenTab } from './device.ts';
import type { DeviceBackup } from './device-backup.ts';
import type { ProgramsOfBuilds } from './device-programs.ts';
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
import type { Turns } from './turns.ts';
import { Twins } from './twins.ts';
import { UpdatesSeen } from './updates-seen.ts';
import { has, type SavedEdit, type TakenAway, type Told, type Word, wordsIn } from './words.ts';

/** Failures that a device's own death or a full device brings; everything else is a fault of the product. */
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

/** Devices, people, the server and the network between them, and what happened to the people. */
export class World {
  readonly turns: Turns;
  readonly network: Network;
  /** Who has the files of the app. */
  readonly site = new DeployedSite();
  readonly updates: UpdatesSeen;
  readonly confirmed: ConfirmedWrites;
  /** Who has the posts. */
  readonly server: Server | ForeignBackend;
  readonly devices: readonly Device[];
  readonly people: readonly Person[] = people;
  readonly words: Word[] = [];
  readonly told: Told[] = [];
  /** Texts that their authors were told wait to be published. */
  toldWaiting: (Told & { tab: OpenTab })[] = [];
  readonly pressed: Pressed[] = [];
  /** Titles of the posts that were there before anybody did anything. */
  readonly titlesBefore: ReadonlySet<string>;
  /** By title, the entries that their author wants published once more, or that may be, as a device does not know that they were sent. */
  readonly wantedTwice = new Map<string, Set<string>>();
  /** Titles of texts that lie in an outbox as before they were sent: the device was restored from a backup. */
  readonly restored = new Set<string>();
  /** Titles of texts that were taken out of the outbox again. */
  readonly withdrawn: LastTurns;
  /** Titles of posts of which an edit was taken out of the outbox again. */
  readonly withdrawnEdits: LastTurns;
  /** Edits that their authors were told are saved, or wait to be. */
  savedEdits: SavedEdit[] = [];
  readonly takenAway: TakenAway[] = [];
  readonly cancelledEdits: CancelledEdits;
  /** Keys of calls that were in doubt when their author discarded the text: what arrives is not what they want. */
  readonly discardedCalls = new Set<string>();
  readonly twins = new Twins();
  /** By the ids of their entries in the outbox, edits that are sent as decided, and the version that was decided on. */
  readonly resolved = new Map<string, number>();
  /** Ids of drafts of edits that, as their authors were told last, are in a form and saved nowhere as far as is known. */
  readonly editsInForms = new Set<string>();
  /** By the ids of their drafts, texts of edits that were refused, and are in their forms, as their authors were told last. */
  readonly refusedInForms = new Map<string, string>();
  /** Titles of posts whose author has pressed Delete. */
  readonly deleted = new Set<string>();
  /** The ids of these posts: what is published anew of such a text has another. */
  readonly deletedIds = new Set<string>();
  /** Names of pictures whose bytes a device had when its storage was deleted: a form that is open has the text alone. */
  readonly #lostPictures = new Map<Device, Set<string>>();
  readonly backups = new Map<Device, DeviceBackup>();
  readonly rolledBack: RolledBack;
  /** The pictures that somebody has taken. */
  readonly files: Uint8Array<ArrayBuffer>[] = [];
  /** What has gone wrong, in words. */
  readonly faults: string[] = [];
  /** How often each promise was judged in this life. */
  readonly checks = new Map<string, number>();
  readonly #shown: Map<Device, ShownPosts>;
  readonly #kept: Map<Device, KeptPosts>;
  /** Whether the devices have room for all that a life shows. */
  readonly keepsAll: boolean;
  readonly #follows = new Map<Device, FollowsOfDevice>();
  /** Names by the ids of accounts. */
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

  /** Notes that a promise is judged now, by what it says. */
  check(promise: string): void {
    this.checks.set(promise, (this.checks.get(promise) ?? 0) + 1);
  }

  /** A word that nobody has typed before, with a number of its own, and as it is typed. */
  newWord(): { word: string; nth: number; typed: string } {
    this.#typed += 1;
    // A foreign backend may store some characters in other ways.
    const isForeign = this.server.kind === 'foreign';
    const word = `w${this.#typed}${isForeign ? '&e\u0301' : ''}`;
    return { word, nth: this.#typed, typed: isForeign ? `${word}\n` : word };
  }

  /** The id of somebody's account. */
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

  /** What was seen of whom a device follows. */
  followsOf(device: Device): FollowsOfDevice {
    const follows = this.#follows.get(device) ?? new FollowsOfDevice(device);
    this.#follows.set(device, follows);
    return follows;
  }

  /** A picture that is like no other. */
  newPicture(): Uint8Array<ArrayBuffer> {
    const file = pictureFile(this.files.length);
    this.files.push(file);
    return file;
  }

  /** Who is logged in by this page; empty where nobody is. */
  nameOf(tab: OpenTab): string {
    return this.#names.get(tab.page.author() ?? '') ?? '';
  }

  /** Begins what nobody waits for; it may fail as a call, a full device and the death of a program do. */
  begin(what: string, work: () => Promise<unknown> | undefined): void {
    this.turns.tell(what);
    work()?.catch((error: unknown) => {
      if (error instanceof CallFailed || (error instanceof Error && expected.has(error.name))) return;
      const why = error instanceof Error ? error.stack : String(error);
      this.faults.push(error instanceof BrokenPromise ? error.message : `${what}: ${why}`);
    });
  }

  /** @param session what the tab's storage begins with, where it is another's copy. */
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

  /** All that a device has stored goes: what was saved there, or waited there to be published. */
  loseStorage(device: Device): void {
    this.#follows.delete(device);
    this.confirmed.forget(device);
    for (const name of storedPictures(device).keys()) this.picturesLostOn(device).add(name);
    // Also of a text without a word.
    for (const [key, record] of device.records())
      if (key.startsWith('post-record/'))
        for (const { title } of textsOf(record as PostRecord)) this.withdrawn.note(title);
    for (const word of this.words) {
      if (word.device !== device) continue;
      word.isSafe = false;
      const { page } = word.tab ?? {};
      const isIn = (texts: (NewPost | undefined)[]) => texts.some((text) => text && has(text.content, word));
      word.isLost ||= isIn([page?.textBeingSent(), page?.editBeingSent()]);
      // A tab that has left its form has handed it over to the device.
      if (!isIn([page?.text(), page?.editedText()])) word.tab = undefined;
      // A backup in a tab may come back beside the post, as what told that it was submitted is gone.
      this.withdrawn.note(word.title);
      this.withdrawnEdits.note(word.title);
    }
  }

  /** A page ends. Where its device stores nothing, what waits in its memory goes along, and nothing else. */
  losePage(device: Device, gone: OpenTab | undefined): void {
    if (!device.storageFaults.isForbidden) return;
    this.toldWaiting = this.toldWaiting.filter(({ tab }) => tab !== gone);
    this.savedEdits = this.savedEdits.filter(({ tab, isTaken }) => tab !== gone || isTaken);
  }

  /**
   * The author has been told that the text is published, or that it lies on the device.
   *
   * @param isSure not if nobody hears that it waits, as its form is closed: a device that does not answer in time may have
   *   lost it.
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

  /** The author goes on with a text of Create's in this tab, or presses it, without what is kept in another tab alone. */
  #leaveApart(tab: OpenTab, device: Device, { title, content }: NewPost): void {
    for (const word of this.words) {
      const { tab: keeper, isSafe } = word;
      if (word.title !== title || word.device !== device || has(content, word)) continue;
      if (!keeper || keeper === tab || !isSafe) continue;
      // In a form it is held, and no other tab has its text.
      const inForm = keeper.page.text();
      if (!inForm || !has(inForm.content, word)) word.isApart = true;
    }
  }

  /** An author decides about a word; nobody has typed those of a post that was there before. */
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

  /** Its paragraph is taken out of a form: an edit says so once it is pressed, a text that no version has at once. */
  takeOut(tab: OpenTab, { word, title }: { word: string; title: string }): void {
    const isStored = this.server.history().some((version) => wordsIn(version.content).includes(word));
    // Of a post that was there before anybody typed.
    if (!this.words.some((known) => known.word === word)) this.type(tab, { word, title });
    for (const known of this.words)
      if (known.word === word) Object.assign(known, { isTakenOut: true, isRemoved: known.isRemoved || !isStored });
  }

  /** An edit is pressed with this text: what was taken out of it is removed. */
  removeTakenOut({ title, content }: Pick<NewPost, 'title' | 'content'>): void {
    for (const word of this.words)
      if (word.title === title && word.isTakenOut && !has(content, word)) word.isRemoved = true;
  }

  /** The text may be published once more, as the entry `id`. */
  letRepeat(title: string, id: string): void {
    this.wantedTwice.set(title, (this.wantedTwice.get(title) ?? new Set()).add(id));
  }

  /** Its author has taken it out of the outbox. */
  withdraw({ kind, post }: WaitingWork): void {
    if (kind === 'publish') this.withdrawn.note(post.title);
    // Taken out, it has no key any more.
    if (kind === 'publish' && this.restored.delete(post.title))
      this.letRepeat(post.title, `restored ${this.turns.count}`);
    if (kind === 'edit') this.withdrawnEdits.note(post.title);
  }

  /** Its author has discarded it: the words that are of it alone, and what its calls may have changed all the same. */
  drop({ work, keys }: { work: WaitingWork; keys: readonly string[] }): void {
    if (work.kind === 'delete') return;
    for (const key of keys) this.discardedCalls.add(key);
    const base = work.kind === 'edit' ? wordsIn(work.base.content) : [];
    for (const word of this.words)
      if (word.title === work.post.title && has(work.post.content, word) && !base.includes(word.word))
        word.isDropped = true;
  }

  /** A text whose form is left lies in this tab, even where the device keeps nothing. */
  keepInTab(tab: OpenTab): void {
    for (const word of this.words) if (word.tab === tab) word.isSafe = true;
  }

  /**
   * The work's result, as soon as turns and a minute have brought it about.
   *
   * @throws {BrokenPromise} if they do not
   */
  async whenDone<T>(work: Promise<T>): Promise<T> {
    let done: { value: T } | undefined;
    let failure: unknown;
    work.then(
      (value) => {
        done = { value };
      },
      (error) => {
        failure = error ?? new Error('rejected');
      },
    );
    for (let rounds = 0; !done && !failure && rounds < 60; rounds += 1) {
      await this.turns.settle();
      if (!done && !failure) await this.turns.pass(1_000, 5);
    }
    if (failure) throw failure;
    if (!done) throw new BrokenPromise('What a page was asked for has not come within a minute');
    return done.value;
  }

  /** Somebody is the first to use a device, with an account or without one. */
  async enter(device: Device, person: Person, hasAccount: boolean): Promise<void> {
    const tab = this.openTab(device, 0);
    this.turns.tell(`${tab.name}: ${person.name} ${hasAccount ? 'logs in' : 'registers'}`);
    await this.whenDone(hasAccount ? tab.page.logIn(person) : tab.page.register(person));
    const id = tab.page.author();
    if (id === null) throw new Error(`${person.name} could not log in`);
    this.#names.set(id, person.name);
  }

  /** The tab is loaded anew, with the form that was open. */
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

  /** Another page of the app is loaded in the tab: what stood in its form lies in its storage then, if nowhere else. */
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
