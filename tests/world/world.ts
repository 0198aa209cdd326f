import type { Post } from '../../src/contract/posts.ts';
import type { ShownDraft } from '../../src/data/drafts/draft-autosave.ts';
import { BrokenPromise } from './broken-promise.ts';
import { bundle, type SourceChange } from './bundle.ts';
import { appOrigin, Device, type DevicePrograms, type OpenTab } from './device.ts';
import type { Happening } from './happenings.ts';
import { type FaultRates, Network } from './network.ts';
import type { Person } from './page.ts';
import { Server, type ServerProgram } from './server.ts';
import { Turns } from './turns.ts';

export interface Programs extends DevicePrograms {
  server: ServerProgram;
}

/** @param changes of the product's source, such as an old fault put back */
export async function buildPrograms(changes: readonly SourceChange[] = []): Promise<Programs> {
  const of = (folders: RegExp) => changes.filter(({ file }) => folders.test(file));
  const data = of(/^src\/(data|contract)\//);
  return {
    page: await bundle({ entry: 'tests/world/page.ts', changes: data }),
    worker: await bundle({ entry: 'src/worker/index.ts', changes: of(/^src\/worker\//) }),
    indexedDb: await bundle({ entry: 'tests/world/indexed-db.ts' }),
    server: await bundle({ entry: 'src/server/open-backend.ts', isForServer: true, changes: of(/^src\/server\//) }),
  };
}

/** A word that somebody has typed. */
export interface Word {
  word: string;
  title: string;
  /** The form has said that it is saved, or its author was told that it is published or waits. */
  isSafe: boolean;
  /** The tab whose session storage has it, where nothing else may. */
  tab: OpenTab | undefined;
  /** Discarded or deleted by its author. */
  isDropped: boolean;
}

/** A text that its author was told is published. */
export interface Told {
  title: string;
  content: string;
}

export interface World {
  readonly turns: Turns;
  readonly network: Network;
  readonly server: Server;
  readonly devices: readonly Device[];
  readonly people: readonly Person[];
  readonly words: Word[];
  readonly told: Told[];
  /** Titles of texts that were taken out of the outbox again. */
  readonly withdrawn: Set<string>;
  /** What has gone wrong, in words. */
  readonly faults: string[];
  checks: number;
  do(happening: Happening, where: { device: number; tab: number; at: number }): Promise<void>;
  openTab(device: Device, at: number): OpenTab;
  /** Who is logged in by this page, if anybody is. */
  nameOf(tab: OpenTab): string | undefined;
  /**
   * The work's result, as soon as turns and a minute have brought it about.
   *
   * @throws {BrokenPromise} if they do not
   */
  whenDone<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

const people: Person[] = ['Ada', 'Grace'].map((name) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: 'correct horse',
}));

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
]);

/** Two devices, two people, the server and the network between them. Both people have accounts. */
export async function openWorld(
  programs: Programs,
  seed: number,
  rates: FaultRates,
  say?: (what: string) => void,
): Promise<World> {
  const turns = new Turns(seed, say);
  const server = await Server.open(programs.server, turns);
  const network = new Network(turns, {});
  network.hosts.set(appOrigin, (call) => server.handle(call));
  const devices = ["Ada's phone", "Grace's desk"].map((name) => new Device(name, turns, programs, network));
  const words: Word[] = [];
  const told: Told[] = [];
  const withdrawn = new Set<string>();
  const faults: string[] = [];
  const shownLists = new Map<Device, Post[]>();
  let typed = 0;

  const begin = (what: string, work: () => Promise<unknown> | undefined) => {
    turns.tell(what);
    work()?.catch((error: unknown) => {
      if (error instanceof Error && expected.has(error.name)) return;
      faults.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
    });
  };

  const world: World = {
    turns,
    network,
    server,
    devices,
    people,
    words,
    told,
    withdrawn,
    faults,
    checks: 0,
    openTab(device, at) {
      return device.open(at, {
        onShown({ post, status }: ShownDraft) {
          if (status !== 'saved') return;
          for (const word of words) {
            if (post.title !== word.title || !has(post.content, word)) continue;
            word.isSafe = true;
            word.tab = undefined;
          }
        },
        onList: (posts: Post[]) => void shownLists.set(device, posts),
      });
    },
    nameOf: (tab) => ids.get(tab.page.author() ?? ''),
    async whenDone<T>(work: Promise<T>) {
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
        await turns.settle();
        if (!done && !failure) await turns.pass(1_000, 5);
      }
      if (failure) throw failure;
      if (!done) throw new BrokenPromise('What a page was asked for has not come within a minute');
      return done.value;
    },
    async do(happening, { device: which, tab: at, at: nth }) {
      const device = devices[which % devices.length] as Device;
      const found = device.tabs[at];
      const opened = () => {
        if (found) return found;
        turns.tell(`${device.name}: the app is opened in tab ${at + 1}`);
        return world.openTab(device, at);
      };
      // A text whose form is left lies in this tab, even where the device keeps nothing.
      const isLeft = (tab: OpenTab) => {
        for (const word of words) if (word.tab === tab) word.isSafe = true;
      };
      const page = (work: (tab: OpenTab) => Promise<unknown> | undefined) => {
        const tab = opened();
        begin(`${tab.name}: ${happening}`, () => work(tab));
      };
      switch (happening) {
        case 'opens the app':
          return void opened();
        case 'opens Create':
          return page(async ({ page: create }) => create.openForm());
        case 'types': {
          const tab = opened();
          if (!tab.page.text()) {
            tab.page.openForm();
            await turns.take(60);
          }
          typed += 1;
          const word = `w${typed}`;
          const title = tab.page.type(`${world.nameOf(tab) ?? 'Nobody'} ${typed}`, word);
          if (title === undefined) return;
          turns.tell(`${tab.name}: types ${word} into "${title}"`);
          words.push({ word, title, isSafe: false, tab, isDropped: false });
          return;
        }
        case 'presses Create Blog':
          return page(async (tab) => {
            const pressed = await tab.page.press();
            if (!pressed) return;
            const { told: answer, post } = pressed;
            turns.tell(`${tab.name}: is told that "${post.title}" is ${answer}`);
            if (answer !== 'taken' && answer !== 'waiting') return;
            for (const word of words) if (word.title === post.title && has(post.content, word)) word.isSafe = true;
            if (answer === 'taken') told.push({ title: post.title, content: post.content });
          });
        case 'leaves the form':
          return page(async (tab) => {
            tab.page.leaveForm();
            isLeft(tab);
          });
        case 'starts afresh':
          return page(async (tab) => {
            await tab.page.startAfresh();
            isLeft(tab);
          });
        case 'reloads': {
          if (!found) return;
          turns.tell(`${found.name}: reloads`);
          device.leave(found);
          const isKept = !device.storageFaults.isFull;
          const again = world.openTab(device, at);
          // What stood in the form lies in this tab's storage now, if nowhere else.
          for (const word of words) if (word.tab === found) Object.assign(word, { tab: again, isSafe: isKept });
          return;
        }
        case 'is killed':
          turns.tell(`${device.name}, tab ${at + 1}: is killed`);
          for (const word of words)
            if (word.tab && word.tab === found) Object.assign(word, { tab: undefined, isSafe: false });
          return device.kill(at);
        case 'cancels and edits':
          return page(async (tab) => {
            const title = await tab.page.cancel(nth);
            if (title !== undefined) withdrawn.add(title);
          });
        case 'discards':
          return page(async (tab) => {
            const gone = await tab.page.discard(nth);
            if (gone) withdrawn.add(gone.title);
            for (const word of words) if (word.title === gone?.title && has(gone.content, word)) word.isDropped = true;
          });
        case 'undoes':
          return page((tab) => tab.page.undo());
        case 'tries again':
          return page((tab) => tab.page.retry(nth));
        case 'reads the list':
          return page((tab) => tab.page.readList());
        case 'deletes a post':
          return page(async (tab) => {
            const posts = (shownLists.get(device) ?? []).filter(({ title }) =>
              title.startsWith(`${world.nameOf(tab)} `),
            );
            const post = posts[nth % posts.length];
            if (!post) return;
            turns.tell(`${tab.name}: deletes "${post.title}"`);
            for (const word of words) if (word.title === post.title) word.isDropped = true;
            await tab.page.deletePost(post);
          });
        case 'logs in as another':
          return page((tab) => tab.page.logIn(people[nth % people.length] as Person));
        case 'logs out':
          return page((tab) => tab.page.logOut());
        case 'loses the network':
          turns.tell(`${device.name}: loses the network`);
          device.isOnline = false;
          return;
        case 'has a network again':
          turns.tell(`${device.name}: has a network again`);
          device.isOnline = true;
          for (const tab of device.tabs) tab?.window.dispatchEvent(new Event('online'));
          return;
        case "'s worker is killed":
          turns.tell(`${device.name}: its worker is killed`);
          return device.killWorker();
        case 'syncs in the background':
          if (!device.isOnline) return;
          turns.tell(`${device.name}: syncs in the background`);
          return device.sync();
        case "'s clock jumps": {
          const days = turns.pick(800) - 400;
          turns.tell(`${device.name}: its clock jumps by ${days} days`);
          device.clock.ahead += days * 86_400_000;
          return;
        }
        case "'s storage fails once":
          turns.tell(`${device.name}: its storage will fail once`);
          return device.storageFaults.failAfter(turns.pick(12));
        case "'s storage is full":
          turns.tell(`${device.name}: its storage is full`);
          device.storageFaults.isFull = true;
          return;
        case "'s storage has room again":
          turns.tell(`${device.name}: its storage has room again`);
          device.storageFaults.isFull = false;
          return;
        case "'s caches are deleted":
          turns.tell(`${device.name}: its caches are deleted`);
          return device.deleteCaches();
        case 'waits':
          turns.tell('seconds go by');
          return turns.pass(turns.pick(30_000), 12);
        case 'waits for hours':
          turns.tell('hours go by');
          return turns.pass(turns.pick(4 * 3_600_000), 4);
        case 'sees the server killed':
          turns.tell('the server is killed');
          return server.kill();
        case 'sees the server killed as it writes':
          turns.tell(`the server will be killed at its write ${nth + 1}`);
          return server.killAtWrite(nth + 1);
        case 'sees the server started':
          if (server.isRunning) return;
          turns.tell('the server is started');
          return server.start();
      }
    },
    close() {
      for (const device of devices) {
        for (const [at] of device.tabs.entries()) device.kill(at);
        device.killWorker();
      }
      server.close();
    },
  };

  const ids = new Map<string, string>();

  for (const [index, device] of devices.entries()) {
    const tab = world.openTab(device, 0);
    const person = people[index] as Person;
    turns.tell(`${tab.name}: ${person.name} registers`);
    await world.whenDone(tab.page.register(person));
    const id = tab.page.author();
    if (id === null) throw new Error(`${person.name} could not register`);
    ids.set(id, person.name);
  }
  network.rates = rates;
  return world;
}

export const has = (content: string, { word }: Word): boolean => content.split(' ').includes(word);
