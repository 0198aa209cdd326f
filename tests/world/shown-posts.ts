import type { Post } from '../../src/contract/posts.ts';
import { timeouts } from '../../src/device/timeouts.ts';
import { deleted, firstVersion, hasPlaceOf, unpublished } from './answers-heard.ts';
import type { Device, OpenTab } from './device.ts';
import type { ListEvents } from './page/page.ts';
import type { World } from './world.ts';

export interface ShownState {
  id: string;
  title: string;
  /** Its version, or one of what can be in the place of that. */
  state: number;
  /** The turn in which the device first asked for what brought this state; unknown where no answer brought it. */
  firstAsked: number | undefined;
}

type State = Omit<ShownState, 'firstAsked'>;

/** A state of a post that a tab has shown, and that the device is to cache. */
interface Shown extends ShownState {
  /** The list, as it is open in a tab: one that is opened again begins with what the device has cached by then. */
  shownBy: object | undefined;
  /** Whose page is to hand it over: the same tab, which may have been loaded anew. */
  tab: OpenTab;
  isThroughWorker: boolean;
  /** The number of workers that had died when the list was asked for, and the time of that call. */
  workerDeaths: number;
  askedAt: number;
  /** The turn as of which nothing can have kept the device from caching it. */
  cachedSince: number | undefined;
}

/**
 * What a device has shown of the list, and what of it can be read again there without a network. It never shows an older
 * state of a post than one that it has shown and asked for later; the history of the backend and the calls on the wire tell
 * which is older and which was asked for later.
 */
export class ShownPosts {
  /** The list as a tab has last shown it. */
  newest: Post[] = [];
  readonly #device: Device;
  readonly #world: World;
  readonly #states = new Map<string, Shown>();
  readonly #lists = new Map<OpenTab, object>();
  #losses = 0;
  #removals = 0;

  constructor(device: Device, world: World) {
    this.#device = device;
    this.#world = world;
  }

  /** A list is opened in this tab, in the place of the one before. */
  open(tab: OpenTab): void {
    this.#lists.set(tab, {});
  }

  /** A list was asked for, and is to be shown in this tab. */
  ask(tab: OpenTab): ListEvents {
    const { turns } = this.#world;
    const { losses } = this.#device.storageFaults;
    const askedIn = turns.count;
    const shown = {
      shownBy: this.#lists.get(tab),
      tab,
      isThroughWorker: tab.controller !== undefined,
      workerDeaths: this.#device.worker.deaths,
      askedAt: turns.now,
      cachedSince: undefined,
    };
    const hasRead = () => losses === this.#device.storageFaults.losses;
    return {
      onShown: (posts, { posts: came, before }) => {
        this.#forgetLost();
        this.newest = posts;
        this.#verifyStored(tab, posts);
        // What fails before the answer is there keeps it from being cached as well.
        if (!hasRead()) return;
        const states = this.#statesIn(tab, posts);
        const isKnown = (one: Shown) => one.shownBy === shown.shownBy || (one.cachedSince ?? askedIn) < askedIn;
        for (const one of states) this.verifyNotOlder(tab.name, one, this.newestShown(one.id, isKnown));
        // Nothing leads to what is read on from a list that is lost, until it is asked for again from its beginning.
        if (before.some(({ _id: id }) => !this.newestShown(id))) return;
        const cameIds = new Set(came.map(({ _id }) => _id));
        for (const one of states) {
          const key = `${one.id} ${one.state}`;
          if (one.state === unpublished || (one.state !== deleted && !cameIds.has(one.id))) continue;
          if (this.#states.get(key)?.cachedSince !== undefined) continue;
          const firstAsked = this.#device.answers.firstAsked(one.id, one.state);
          this.#states.set(key, { ...one, ...shown, firstAsked });
        }
      },
      onFailed: () => {
        this.#forgetLost();
        const hasWorker = shown.isThroughWorker && shown.workerDeaths === this.#device.worker.deaths;
        const canRead = hasRead() && !this.#device.storageFaults.hangs;
        if (hasWorker && canRead && this.readable().size > 0)
          this.#world.faults.push(`${tab.name} shows no list, although one is cached`);
      },
    };
  }

  /** All that was to be done is done: what came through the worker is cached. */
  settle(): void {
    this.#forgetLost();
    if (this.#device.storageFaults.hangs) return;
    const { now, count } = this.#world.turns;
    for (const shown of this.#states.values()) {
      // A device that takes longer is taken to hang: then the answer is shown, and not cached.
      const hangs = now - shown.askedAt >= timeouts.deviceTimeoutMs;
      if (shown.isThroughWorker && !hangs) shown.cachedSince ??= count;
    }
  }

  /** The network works, and people have come back to their tabs: what a page had to hand over is cached as well. */
  settleAll(): void {
    this.settle();
    for (const shown of this.#states.values())
      if (!shown.isThroughWorker && shown.tab.controller) shown.cachedSince ??= this.#world.turns.count;
  }

  /** The tab is loaded anew: what it has not handed over it leaves to the next page. */
  passOn(from: OpenTab, to: OpenTab): void {
    for (const shown of this.#states.values()) if (shown.tab === from) shown.tab = to;
  }

  /** Somebody deletes it here. It may be shown until the backend has confirmed that. */
  beginDelete({ _id: id }: Post): void {
    this.#forget(id);
  }

  /**
   * The server was restored, and has the post again. Of a device that had heard of its delete it may be gone until the
   * list is read again.
   */
  revive(id: string): void {
    this.#forget(id);
  }

  /** The posts that must be readable without a network, each in the newest state that was shown. */
  readable(): Map<string, Shown> {
    this.#forgetLost();
    const readable = new Map<string, Shown>();
    for (const { id } of this.#states.values()) {
      const newest = this.newestShown(id, ({ cachedSince }) => cachedSince !== undefined);
      if (newest && newest.state !== deleted) readable.set(id, newest);
    }
    return readable;
  }

  newestShown(id: string, isMeant: (shown: Shown) => boolean = () => true): Shown | undefined {
    let newest: Shown | undefined;
    for (const shown of this.#states.values())
      if (shown.id === id && isMeant(shown) && shown.state > (newest?.state ?? unpublished)) newest = shown;
    return newest;
  }

  /** @param where shows this state of a post, where the other one was shown before. */
  verifyNotOlder(where: string, { id, title, state }: State, known?: ShownState): void {
    if (known?.firstAsked === undefined) return;
    this.#world.check('a list shows no older state than one that was shown');
    if (state >= known.state) return;
    if (this.#device.answers.lastArrived(id, state) >= known.firstAsked) return;
    this.#world.faults.push(`${where} shows ${nameOf(state)} of "${title}", where ${nameOf(known.state)} was shown`);
  }

  /** The states in which a list shows posts, those that it has no more included. */
  #statesIn(tab: OpenTab, posts: Post[]): State[] {
    const { server, keepsAll } = this.#world;
    const listed = new Set(posts.map(({ _id }) => _id));
    const last = tab.page.hasMore() ? posts.at(-1)?._id : undefined;
    const published = new Set(server.posts().map(({ id }) => id));
    const absent = new Map(
      server.history().flatMap(({ id, title }) => (listed.has(id) || !hasPlaceOf(id, last) ? [] : [[id, title]])),
    );
    return [
      ...posts.map(({ _id: id, title, version = firstVersion }) => ({ id, title, state: version })),
      ...[...absent]
        .map(([id, title]) => ({ id, title, state: published.has(id) ? unpublished : deleted }))
        // A device that has no room for the whole list leaves out pages in its midst.
        .filter(({ state }) => keepsAll || state === deleted),
    ];
  }

  /** A list shows what the backend has stored at some time, in its order. */
  #verifyStored(tab: OpenTab, posts: Post[]): void {
    const { server, faults, rolledBack } = this.#world;
    const stored = new Map(server.history().map((one) => [`${one.id} ${one.version}`, one]));
    for (const { _id: id, title, content, version = firstVersion } of posts) {
      const known = stored.get(`${id} ${version}`);
      const isSame = known?.title === title && known.content === content;
      if (!rolledBack.ids.has(id) && (server.kind === 'own' ? !isSame : !known))
        faults.push(`${tab.name} lists "${title}" as nobody has published it`);
    }
    const ids = posts.map(({ _id }) => _id);
    const inOrder = server.kind === 'own' ? ids.toSorted().toReversed() : ids.toSorted();
    if (String(ids) !== String(inOrder)) faults.push(`${tab.name} lists posts in an order that no list has: ${ids}`);
  }

  #forget(id: string): void {
    for (const [key, shown] of this.#states) if (shown.id === id) this.#states.delete(key);
  }

  /** What was not cached yet is lost where storage fails, and where somebody dies who had it to do. */
  #forgetLost(): void {
    const { storageFaults, worker } = this.#device;
    const hasFailed = storageFaults.losses !== this.#losses;
    const isRemoved = storageFaults.removals !== this.#removals;
    this.#losses = storageFaults.losses;
    this.#removals = storageFaults.removals;
    const isLost = (shown: Shown) =>
      shown.cachedSince === undefined &&
      (hasFailed || !shown.tab.realm.isAlive || (shown.isThroughWorker && shown.workerDeaths !== worker.deaths));
    for (const [key, shown] of this.#states) if (isRemoved || isLost(shown)) this.#states.delete(key);
  }
}

const nameOf = (state: number): string =>
  state === deleted ? 'the delete' : state === unpublished ? 'nothing' : `version ${state}`;
