import type { Post } from '../../src/contract/posts.ts';
import { timeouts } from '../../src/data/timeouts.ts';
import type { Device, OpenTab } from './device.ts';
import type { ListEvents } from './page/page.ts';
import type { Turns } from './turns.ts';

/** Something that a tab has shown, and that the device is to cache. */
interface Shown {
  tab: OpenTab;
  isThroughWorker: boolean;
  /** How many workers had died when it was asked for, and when that was. */
  workerDeaths: number;
  askedAt: number;
  /** Nothing that has happened since can have kept the device from caching it. */
  isCached: boolean;
}

/** What a device has shown of the list, and what of it can be read again there without a network. */
export class ShownPosts {
  /** The list as a tab has last shown it. */
  newest: Post[] = [];
  readonly #device: Device;
  readonly #turns: Turns;
  readonly #broken: string[];
  readonly #posts = new Map<string, Shown & { title: string }>();
  /** Beginnings of the list, by the number of the call that has brought them. */
  readonly #beginnings = new Map<number, Shown>();
  #losses = 0;
  #removals = 0;

  /** @param broken hears of promises that what is shown does not keep. */
  constructor(device: Device, turns: Turns, broken: string[]) {
    this.#device = device;
    this.#turns = turns;
    this.#broken = broken;
  }

  /** A list was asked for, and is to be shown in this tab. */
  ask(tab: OpenTab): ListEvents {
    const { losses } = this.#device.storageFaults;
    const shown: Shown = {
      tab,
      isThroughWorker: tab.controller !== undefined,
      workerDeaths: this.#device.worker.deaths,
      askedAt: this.#turns.now,
      isCached: false,
    };
    return {
      onShown: (posts, { posts: came, before, order }) => {
        this.#forgetLost();
        this.newest = posts;
        // What fails before the answer is there keeps it from being cached as well.
        const isStored = losses === this.#device.storageFaults.losses;
        if (isStored && order !== undefined && !this.#beginnings.has(order)) this.#beginnings.set(order, { ...shown });
        // Nothing leads to what is read on from a list that is lost, until it is asked for again from its beginning.
        if (before.some(({ _id: id }) => !this.#posts.has(id))) return;
        for (const { _id: id, title } of came) {
          if (isStored && !this.#posts.get(id)?.isCached) this.#posts.set(id, { ...shown, title });
        }
      },
      onFailed: () => {
        this.#forgetLost();
        const hasWorker = shown.isThroughWorker && shown.workerDeaths === this.#device.worker.deaths;
        const hasRead = losses === this.#device.storageFaults.losses;
        if (hasWorker && hasRead && this.beginning() > 0)
          this.#broken.push(`${tab.name} shows no list, although one is cached`);
      },
    };
  }

  /** All that was to be done is done: what came through the worker is cached. */
  settle(): void {
    this.#forgetLost();
    if (this.#device.storageFaults.hangs) return;
    for (const shown of this.#all()) {
      // A device that takes longer is taken to hang: then the answer is shown, and not cached.
      const hangs = this.#turns.now - shown.askedAt >= timeouts.deviceTimeoutMs;
      if (shown.isThroughWorker && !hangs) shown.isCached = true;
    }
  }

  /** The network works, and people have come back to their tabs: what a page had to hand over is cached as well. */
  settleAll(): void {
    this.settle();
    for (const shown of this.#all()) if (!shown.isThroughWorker && shown.tab.controller) shown.isCached = true;
  }

  /** The tab is loaded anew: what it has not handed over it leaves to the next page. */
  passOn(from: OpenTab, to: OpenTab): void {
    for (const shown of this.#all()) if (shown.tab === from) shown.tab = to;
  }

  /** Somebody deletes it here. It may be shown until the backend has confirmed that. */
  beginDelete({ _id: id }: Post): void {
    this.#posts.delete(id);
  }

  /**
   * The server was restored, and has the post again. Of a device that had heard of its delete it may be gone until the
   * list is read again.
   */
  revive(id: string): void {
    this.#posts.delete(id);
  }

  /** Titles of the posts that must be readable without a network, by their ids. */
  readable(): Map<string, string> {
    this.#forgetLost();
    return new Map([...this.#posts].flatMap(([id, { title, isCached }]) => (isCached ? [[id, title]] : [])));
  }

  /** The number of the newest call whose beginning of the list is cached; 0 if none is. */
  beginning(): number {
    this.#forgetLost();
    return Math.max(0, ...[...this.#beginnings].flatMap(([order, { isCached }]) => (isCached ? [order] : [])));
  }

  *#all(): Generator<Shown> {
    yield* this.#posts.values();
    yield* this.#beginnings.values();
  }

  /** What was not cached yet is lost where storage fails, and where somebody dies who had it to do. */
  #forgetLost(): void {
    const { storageFaults, worker } = this.#device;
    const hasFailed = storageFaults.losses !== this.#losses;
    const isRemoved = storageFaults.removals !== this.#removals;
    this.#losses = storageFaults.losses;
    this.#removals = storageFaults.removals;
    const isLost = (shown: Shown) =>
      !shown.isCached &&
      (hasFailed || !shown.tab.realm.isAlive || (shown.isThroughWorker && shown.workerDeaths !== worker.deaths));
    for (const marks of [this.#posts, this.#beginnings])
      for (const [key, shown] of marks as Map<unknown, Shown>)
        if (isRemoved || isLost(shown)) marks.delete(key as never);
  }
}
