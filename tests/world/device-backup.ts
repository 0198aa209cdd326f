import type { Draft } from '../../src/data/drafts/drafts.ts';
import type { OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import type { Device } from './device.ts';
import { storedPictures } from './stored-pictures.ts';
import type { Word } from './words.ts';
import type { World } from './world.ts';

/** All that a browser stored on a device at one time, with what its people had saved there by then. */
export class DeviceBackup {
  readonly #world: World;
  readonly #device: Device;
  readonly #putBack: () => void;
  readonly #safe: ReadonlySet<Word>;

  /** Closes the browser, and makes the backup. */
  constructor(world: World, device: Device) {
    this.#world = world;
    this.#device = device;
    this.#putBack = device.backUp();
    this.#safe = new Set(world.words.filter((word) => word.device === device && word.isSafe));
  }

  /** What was saved on the device since then is lost, and nothing else; what was sent since then waits there again. */
  restore(): void {
    this.#world.loseStorage(this.#device);
    this.#putBack();
    for (const word of this.#safe) word.isSafe = true;
    for (const name of storedPictures(this.#device).keys()) this.#world.lostPictures.delete(name);
    this.#noteUnsent();
  }

  /** Nothing on the device says what was sent since then, and its author may publish it once more. */
  #noteUnsent(): void {
    const { server, wantedTwice } = this.#world;
    for (const [key, record] of this.#device.records()) {
      if (!/^(?:draft|outbox|outbox-pictures)\//.test(key)) continue;
      const { work, isInDoubt, post, sent } = record as Partial<OutboxEntry & Draft>;
      const title = work?.post.title ?? post?.title ?? '';
      // The own server knows one that goes under its key again, also where its author corrects it.
      if (server.kind === 'own' && (isInDoubt || sent)) continue;
      wantedTwice.set(title, (wantedTwice.get(title) ?? new Set()).add(`restored ${this.#device.restores}`));
    }
  }
}
