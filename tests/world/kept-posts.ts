import type { Post } from '../../src/contract/posts.ts';
import type { Device } from './device.ts';

/** What a reader was promised to find on a device until they say otherwise. */
export class KeptPosts {
  readonly #device: Device;
  readonly #posts = new Map<string, Post>();
  readonly #outOfReach = new Map<string, ReadonlySet<string>>();
  #newest = 0;
  #deletions = 0;

  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * The post, with its pictures, as it was shown.
   *
   * @param outOfReach names of those pictures that nobody could bring as it was kept.
   */
  keep(post: Post, outOfReach: string[]): void {
    this.#forgetDeleted();
    this.#posts.set(post._id, post);
    this.#outOfReach.set(post._id, new Set(outOfReach));
  }

  /** Whether a reader who keeps the post can count on this picture of it. */
  hasPicture({ _id }: Pick<Post, '_id'>, name: string): boolean {
    return this.#outOfReach.get(_id)?.has(name) !== true;
  }

  stopKeeping({ _id }: Pick<Post, '_id'>): void {
    this.#posts.delete(_id);
  }

  get posts(): readonly Post[] {
    this.#forgetDeleted();
    return [...this.#posts.values()];
  }

  /** How many of the newest posts, as far as a reader has chosen that here. */
  get newest(): number {
    this.#forgetDeleted();
    return this.#newest;
  }

  set newest(count: number) {
    this.#forgetDeleted();
    this.#newest = count;
  }

  /** The browser, or a person, has deleted what was stored. */
  #forgetDeleted(): void {
    const { deletions } = this.#device.storageFaults;
    if (deletions === this.#deletions) return;
    this.#deletions = deletions;
    this.#posts.clear();
    this.#newest = 0;
  }
}
