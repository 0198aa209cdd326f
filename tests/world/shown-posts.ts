import type { Post } from '../../src/contract/posts.ts';
import { timeouts } from '../../src/device/timeouts.ts';
import { deleted, firstVersion, hasPlaceOf, unpublished } from './answers-heard.ts';
import type { Device, OpenTab } from './device.ts';
import type { ListEvents } from './page/page.ts';
import type { World } from './world.ts';

export interface ShownState {
  id: string;
  title: string;
  /** The post's version, or `unpublished` or `deleted`. */
  state: number;
  /** The turn in which the device made the first call whose answer has this state; unset if no answer has it. */
  firstAsked: number | undefined;
}

type State = Omit<ShownState, 'firstAsked'>;

/** A state of a post that a tab has shown and that the device must cache. */
interface Shown extends ShownState {
  /** Identifies the list that showed the state. A list that is opened again has another identity. */
  shownBy: object | undefined;
  /** The tab whose page must tell the worker to cache the state. A reload replaces it (see `passOn`). */
  tab: OpenTab;
  isThroughWorker: boolean;
  /** How many workers had died before the list was requested. */
  workerDeaths: number;
  /** When the list was requested, in milliseconds since 1970. */
  askedAt: number;
  /** The turn from which on the device must have the state cached; unset if it need not. */
  cachedSince: number | undefined;
}

/**
 * Records the posts that a device has shown, and tells which of them it must show again without a network. After a
 * newer state of a post, a device must not show an older state, unless a later call returned the older state. The
 * backend's history tells which state is older, and `AnswersHeard` tells which call was later.
 */
export class ShownPosts {
  /** The posts of the last list that a tab has shown. */
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

  /** Notes that a list is opened in this tab, in place of its previous list. */
  open(tab: OpenTab): void {
    this.#lists.set(tab, {});
  }

  /** Notes that the tab requests a list. Returns callbacks for the outcome. */
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
        // If storage has failed since the request, the device need not have cached the answer.
        if (!hasRead()) return;
        const states = this.#statesIn(tab, posts);
        const isKnown = (one: Shown) => one.shownBy === shown.shownBy || (one.cachedSince ?? askedIn) < askedIn;
        for (const one of states) this.verifyNotOlder(tab.name, one, this.newestShown(one.id, isKnown));
        // If an earlier page's post is not cached, the device can show this page only after requesting the list again.
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

  /** Notes that no turn is waiting, so the worker must have cached the states that were fetched through it. */
  settle(): void {
    this.#forgetLost();
    if (this.#device.storageFaults.hangs) return;
    const { now, count } = this.#world.turns;
    for (const shown of this.#states.values()) {
      // When caching takes this long, the app assumes that storage hangs: it shows the answer without caching it.
      const hangs = now - shown.askedAt >= timeouts.databaseTimeoutMs;
      if (shown.isThroughWorker && !hangs) shown.cachedSince ??= count;
    }
  }

  /**
   * Like `settle`, but includes posts that were loaded without a worker: by now, their pages have told the worker to
   * cache them. Call this while the network works and the tabs are visible.
   */
  settleAll(): void {
    this.settle();
    for (const shown of this.#states.values())
      if (!shown.isThroughWorker && shown.tab.controller) shown.cachedSince ??= this.#world.turns.count;
  }

  /** Notes a reload: the page in `to` must tell the worker to cache the posts that `from` has shown. */
  passOn(from: OpenTab, to: OpenTab): void {
    for (const shown of this.#states.values()) if (shown.tab === from) shown.tab = to;
  }

  /**
   * Forgets the shown states of a post. Call this when the post is deleted on this device, which may show it until the
   * backend confirms the delete. Call this also when a restored server has a deleted post again: the device may lack it
   * until it reads the list.
   */
  forget(id: string): void {
    for (const [key, shown] of this.#states) if (shown.id === id) this.#states.delete(key);
  }

  /** Returns the posts that must be readable without a network, each in the newest shown state. */
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

  /** Notes a fault if `where` shows an older state than `known`, unless a later call returned the older state. */
  verifyNotOlder(where: string, { id, title, state }: State, known?: ShownState): void {
    if (known?.firstAsked === undefined) return;
    this.#world.check('a list shows no post in an older state than was shown before');
    if (state >= known.state) return;
    if (this.#device.answers.lastArrived(id, state) >= known.firstAsked) return;
    this.#world.faults.push(`${where} shows ${nameOf(state)} of "${title}", where ${nameOf(known.state)} was shown`);
  }

  /** Returns the states of the posts in a list, and of the posts that are missing from it. */
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
        // A device without room for the whole list leaves out pages in the middle of the list.
        .filter(({ state }) => keepsAll || state === deleted),
    ];
  }

  /** Verifies that the list shows only versions that the backend has stored, in the order of the backend's list. */
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

  /**
   * Forgets uncached states if storage has failed, or if the page or worker that had to cache them has died. Forgets
   * all states if cached data may have been removed.
   */
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
