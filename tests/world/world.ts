import type { ShownDraft } from '../../src/data/drafts/draft-autosave.ts';
import { people } from './blog.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Programs } from './build-programs.ts';
import { appOrigin, Device, type OpenTab } from './device.ts';
import { type FaultRates, Network } from './network.ts';
import type { PageEvents, Person } from './page/page.ts';
import { Server } from './server.ts';
import { ShownPosts } from './shown-posts.ts';
import { Turns } from './turns.ts';
import { has, type Told, type Word } from './words.ts';

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
  'TypeError',
  'SecurityError',
]);

/** Devices, people, the server and the network between them, and what happened to the people. */
export class World {
  readonly turns: Turns;
  readonly network: Network;
  readonly server: Server;
  readonly devices: readonly Device[];
  readonly people: readonly Person[] = people;
  readonly words: Word[] = [];
  readonly told: Told[] = [];
  /** Titles of texts that were taken out of the outbox again. */
  readonly withdrawn = new Set<string>();
  /** What has been broken in the middle of a step. */
  readonly broken: string[] = [];
  /** What has gone wrong, in words. */
  readonly faults: string[] = [];
  checks = 0;
  readonly #shown: Map<Device, ShownPosts>;
  /** Names by the ids of accounts. */
  readonly #names = new Map<string, string>();
  #typed = 0;

  constructor(programs: Programs, turns: Turns, server: Server) {
    this.turns = turns;
    this.server = server;
    this.network = new Network(turns, {});
    this.network.hosts.set(appOrigin, (call) => server.handle(call));
    this.devices = ["Ada's phone", "Grace's desk"].map((name) => new Device(name, turns, programs, this.network));
    this.#shown = new Map(this.devices.map((device) => [device, new ShownPosts(device, turns, this.broken)]));
  }

  shownOn(device: Device): ShownPosts {
    return this.#shown.get(device) as ShownPosts;
  }

  /** A word that nobody has typed before. */
  newWord(): string {
    this.#typed += 1;
    return `w${this.#typed}`;
  }

  /** Who is logged in by this page; empty where nobody is. */
  nameOf(tab: OpenTab): string {
    return this.#names.get(tab.page.author() ?? '') ?? '';
  }

  /** Begins what nobody waits for; it may fail as a call, a full device and the death of a program do. */
  begin(what: string, work: () => Promise<unknown> | undefined): void {
    this.turns.tell(what);
    work()?.catch((error: unknown) => {
      if (error instanceof Error && expected.has(error.name)) return;
      this.faults.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  /** @param session what the tab's storage begins with, where it is another's copy. */
  openTab(device: Device, at: number, session?: Record<string, string>): OpenTab {
    const before = device.tabs[at];
    const events: PageEvents = {
      onShown: ({ post, status }: ShownDraft) => {
        if (status !== 'saved') return;
        for (const word of this.words) {
          if (post.title !== word.title || !has(post.content, word)) continue;
          word.isSafe = true;
          word.tab = undefined;
        }
      },
      onListAsked: () => this.shownOn(device).ask(tab),
    };
    const tab = device.open(at, events, session);
    if (before) this.shownOn(device).passOn(before, tab);
    return tab;
  }

  /** The tab's storage goes with it. */
  closeTab(device: Device, at: number): void {
    const closed = device.tabs[at];
    if (!closed) return;
    for (const word of this.words) if (word.tab === closed) Object.assign(word, { tab: undefined, isSafe: false });
    device.kill(at);
  }

  /** All that a device has stored goes: what was saved there, or waited there to be published. */
  loseStorage(device: Device): void {
    for (const word of this.words) {
      if (word.device !== device) continue;
      word.isSafe = false;
      // A backup in a tab may come back beside the post, as what told that it was submitted is gone.
      this.withdrawn.add(word.title);
    }
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

  close(): void {
    for (const device of this.devices) {
      for (const [at] of device.tabs.entries()) device.kill(at);
      device.killWorker();
    }
    this.server.close();
  }
}

export interface Beginning {
  /** Whether the blog has accounts and posts already. */
  isInUse: boolean;
  forbidden: number;
  rates: FaultRates;
}

/** Two devices, two people with accounts, the server, and a network that fails at these rates from now on. */
export async function openWorld(
  programs: Programs,
  seed: number,
  { isInUse, forbidden, rates }: Beginning,
  say?: (what: string) => void,
): Promise<World> {
  const turns = new Turns(seed, say);
  const world = new World(programs, turns, await Server.open(programs.server, turns, isInUse));
  for (const [index, device] of world.devices.entries()) {
    device.storageFaults.isForbidden = index === forbidden;
    await world.enter(device, people[index] as Person, isInUse);
  }
  world.network.rates = rates;
  return world;
}
