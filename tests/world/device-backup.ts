import type { Device } from './device.ts';
import { isPicture, type Word } from './words.ts';
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
    for (const word of this.#safe) {
      word.isSafe = true;
      if (isPicture(word)) this.#world.lostPictures.delete(word.word);
    }
  }
}
