import type { Post } from '../../src/contract/posts.ts';
import type { Device } from './device.ts';

/** The posts that a device has promised a reader to keep, until the reader changes their mind. */
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
   * @param outOfReach names of the pictures that no server could send when the reader kept the post.
   */
  keep(post: Post, outOfReach: string[]): void {
    this.#forgetDeleted();
    this.#posts.set(post._id, post);
    this.#outOfReach.set(post._id, new Set(outOfReach));
  }

  /** Returns whether the device has promised to keep this picture of the post. */
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

  /** The number of newest posts that a reader chose to keep here. */
  get newest(): number {
    this.#forgetDeleted();
    return this.#newest;
  }

  set newest(count: number) {
    this.#forgetDeleted();
    this.#newest = count;
  }

  /** Forgets all choices if the browser or a person has deleted the storage. */
  #forgetDeleted(): void {
    const { deletions } = this.#device.storageFaults;
    if (deletions === this.#deletions) return;
    this.#deletions = deletions;
    this.#posts.clear();
    this.#newest = 0;
  }
}
