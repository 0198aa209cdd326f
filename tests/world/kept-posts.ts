import type { Post } from '../../src/contract/posts.ts';
import type { Device } from './device.ts';

/** The posts that a reader has chosen to keep on a device, and that the device must still have. */
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
   * Notes that the reader keeps the post as it was shown, with its pictures.
   *
   * @param outOfReach names of the pictures that the device lacked and could not fetch, as the server was down
   */
  keep(post: Post, outOfReach: string[]): void {
    this.#forgetDeleted();
    this.#posts.set(post._id, post);
    this.#outOfReach.set(post._id, new Set(outOfReach));
  }

  /** Returns whether the device must have this picture of the post. */
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

  /** How many of the newest posts a reader has chosen to keep on the device. */
  get newest(): number {
    this.#forgetDeleted();
    return this.#newest;
  }

  set newest(count: number) {
    this.#forgetDeleted();
    this.#newest = count;
  }

  /** Forgets all choices if the device's storage was deleted, or restored from a backup. */
  #forgetDeleted(): void {
    const { deletions } = this.#device.storageFaults;
    if (deletions === this.#deletions) return;
    this.#deletions = deletions;
    this.#posts.clear();
    this.#newest = 0;
  }
}
