import type { Followed, FollowingRecord } from '../../src/reading/follows/follow.ts';
import { hasTopic } from '../../src/text/markdown/written-topics.ts';
import type { StoredPost } from './backend.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Device, OpenTab } from './device.ts';

/** A follow whose list the app has read. `since` and `unread` are the first values seen in the device's database. */
interface SeenFollow {
  followed: Followed;
  /** `Follow.since` in the device's stored follows: only posts that were published later are new. */
  since: number;
  unread: ReadonlySet<string>;
  /** Ids of posts that were opened on this device. The app must never mark them as unread again. */
  read: Set<string>;
}

const keyOf = ({ kind, key }: Pick<Followed, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Checks the follows of one device, which it reads from the device's database without the app's code. */
export class FollowsOfDevice {
  /** Ids of posts that a person began to open on this device, or to mark as read. */
  readonly opened = new Set<string>();
  /** Ids of accounts that were logged in on this device. Posts by these accounts are never new on it. */
  readonly readers = new Set<string>();
  readonly #device: Device;
  readonly #presses = new Set<{ tab: OpenTab; key: string; isAlone: boolean }>();
  readonly #seen = new Map<string, SeenFollow>();
  readonly #known = new Map<string, number | undefined>();

  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * Presses "Follow" or "Unfollow" by calling `work`. Until `work` ends, the follow may exist or not.
   *
   * @param known the timestamp of the newest post in the list; unset if the list has not loaded
   */
  async press<T>(tab: OpenTab, followed: Followed, known: number | undefined, work: () => Promise<T>): Promise<T> {
    const key = keyOf(followed);
    const press = { tab, key, isAlone: !this.#isPressed(key) };
    for (const other of this.#presses) if (other.key === key) other.isAlone = false;
    this.#presses.add(press);
    this.#seen.delete(key);
    // If two presses of "Follow" or "Unfollow" overlap, either may take effect last, so either `known` may apply.
    this.#known.set(key, press.isAlone ? known : undefined);
    const before = this.#has(key);
    const { losses, isForbidden } = this.#device.storageFaults;
    try {
      const done = await work();
      // Skips the check if the browser forbids storage, as the follow is then only in the page's memory, and if stored
      // data was lost meanwhile.
      if (press.isAlone && !isForbidden && losses === this.#device.storageFaults.losses && this.#has(key) === before)
        throw new BrokenPromise(`${tab.name} ${before ? 'follows' : 'does not follow'} ${followed.name} all the same`);
      return done;
    } finally {
      this.#presses.delete(press);
    }
  }

  /** Opens a post in the tab. The post counts as read from then on. */
  openPost({ page }: OpenTab, id: string): ReturnType<OpenTab['page']['openPost']> {
    this.opened.add(id);
    return page.openPost(id);
  }

  /** Returns the names of follows whose lists the device has never read. */
  unlisted(): string[] {
    return this.#record().follows.flatMap(({ name, since }) => (since === undefined ? [name] : []));
  }

  /** Returns the follows whose new posts the device must find when it looks for them. */
  all(): SeenFollow[] {
    return [...this.#seen.values()];
  }

  unread({ followed }: SeenFollow): Set<string> {
    const follow = this.#record().follows.find((one) => keyOf(one) === keyOf(followed));
    return new Set(follow?.unread.map(({ id }) => id));
  }

  /** Verifies the follows in the device's database, and notes them. @throws {BrokenPromise} if they are wrong */
  observe(posts: readonly StoredPost[], now: number): void {
    for (const tab of this.#device.tabs) if (tab?.page.author()) this.readers.add(tab.page.author() ?? '');
    const record = this.#record();
    for (const [key, { followed }] of this.#seen)
      if (!record.follows.some((one) => keyOf(one) === key))
        throw new BrokenPromise(`${this.#device.name} does not follow ${followed.name} any more, and nobody said so`);
    for (const follow of record.follows) {
      const key = keyOf(follow);
      const { since } = follow;
      if (this.#isPressed(key) || since === undefined) continue;
      if (since > now) throw new BrokenPromise(`${this.#device.name} has listed posts of the future of ${follow.name}`);
      const known = this.#known.get(key) ?? 0;
      const seen = this.#seen.get(key) ?? {
        followed: follow,
        since,
        unread: new Set(follow.unread.map(({ id }) => id)),
        read: new Set(),
      };
      this.#seen.set(key, seen);
      for (const { id, at } of follow.unread) {
        const createdAt = posts.find((post) => post.id === id)?.createdAt ?? at;
        if (createdAt <= known || (createdAt <= seen.since && !seen.unread.has(id)))
          throw new BrokenPromise(`${this.#device.name} marks ${id} of ${follow.name} as new, which came before`);
        if (seen.read.has(id)) throw new BrokenPromise(`${this.#device.name} marks ${id} as new, which was opened`);
      }
      for (const id of record.opened) if (!follow.unread.some((one) => one.id === id)) seen.read.add(id);
    }
  }

  #isPressed(key: string): boolean {
    return [...this.#presses].some((one) => one.key === key && one.tab.realm.isAlive);
  }

  #has(key: string): boolean {
    return this.#record().follows.some((one) => keyOf(one) === key);
  }

  #record(): FollowingRecord {
    return (this.#device.records().get('following') as FollowingRecord | undefined) ?? { follows: [], opened: [] };
  }
}

/** Returns whether the post is by the author or on the topic. */
export const isOf = ({ kind, key }: Followed, { authorId, content }: StoredPost): boolean =>
  kind === 'author' ? authorId === key : hasTopic(content, key);
