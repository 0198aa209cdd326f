import type { PostRecord } from '../../src/writing/record/post-record.ts';
import type { Device } from './device.ts';
import { storedPictures } from './stored-pictures.ts';
import type { Word } from './words.ts';
import type { World } from './world.ts';

/** A copy of all storage of a device's browser, with the words that were saved there when the copy was made. */
export class DeviceBackup {
  readonly #world: World;
  readonly #device: Device;
  readonly #putBack: () => void;
  readonly #safe: ReadonlySet<Word>;
  /** How many texts had been submitted when the backup was made. */
  readonly #pressed: number;

  /** Closes the browser and makes the backup. */
  constructor(world: World, device: Device) {
    this.#world = world;
    this.#device = device;
    this.#putBack = device.backUp();
    this.#pressed = world.pressed.length;
    this.#safe = new Set(world.words.filter((word) => word.device === device && word.isSafe));
  }

  /** Restores the backup. The device loses all words saved since then, and texts sent since then are pending again. */
  restore(): void {
    this.#world.loseStorage(this.#device);
    this.#putBack();
    for (const word of this.#safe) word.isSafe = true;
    for (const name of storedPictures(this.#device).keys()) this.#world.picturesLostOn(this.#device).delete(name);
    this.#noteUnsent();
  }

  /** Notes that texts sent since the backup may be published again, as the device does not know that they were sent. */
  #noteUnsent(): void {
    const world = this.#world;
    const pressed = new Set(world.pressed.slice(this.#pressed).map(({ title }) => title));
    // Our own server recognises the key of a text that is sent again, even a changed text, and publishes nothing twice.
    if (world.server.kind === 'own') return;
    for (const [key, stored] of this.#device.records()) {
      if (!key.startsWith('post-record/')) continue;
      const { pending, draft, base } = stored as PostRecord;
      if (base) continue;
      const id = `restored ${this.#device.restores}`;
      if (draft && pressed.has(draft.text.title)) world.letRepeat(draft.text.title, id);
      if (pending?.kind !== 'text') continue;
      world.letRepeat(pending.text.title, id);
      world.restored.add(pending.text.title);
    }
  }
}
