import type { Device } from './device.ts';
import type { Turns } from './turns.ts';

/** In milliseconds: less than the product's own limit for storing what is confirmed. */
const slowMs = 1_000;

/** The newest version of each post that an edit made on a device has brought, and the posts that were deleted there. */
interface Confirmed {
  edits: Map<string, number>;
  deleted: Set<string>;
}

/** What each device has heard to be confirmed. */
export class ConfirmedWrites {
  readonly #turns: Turns;
  readonly #confirmed = new Map<Device, Confirmed>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  on(device: Device): Confirmed {
    const known = this.#confirmed.get(device) ?? { edits: new Map(), deleted: new Set() };
    this.#confirmed.set(device, known);
    return known;
  }

  /**
   * A write begins that is to be confirmed on the device.
   *
   * @returns notes that it was, unless the device has taken long since, or failed: then it may not have stored that.
   */
  begin(device: Device): (note: (confirmed: Confirmed) => void) => void {
    const { now } = this.#turns;
    const { losses } = device.storageFaults;
    return (note) => {
      const isStored = this.#turns.now - now < slowMs && device.storageFaults.losses === losses;
      if (isStored) note(this.on(device));
    };
  }

  /** The server was restored, and the newest version that it has of the post is this one. */
  goBack(id: string, newest: number): void {
    for (const { edits } of this.#confirmed.values()) {
      const known = edits.get(id);
      if (known !== undefined) edits.set(id, Math.min(known, newest));
    }
  }

  /** The server was restored, and has the post again. */
  revive(id: string): void {
    for (const { deleted } of this.#confirmed.values()) deleted.delete(id);
  }

  /** All that the device has stored is gone. */
  forget(device: Device): void {
    this.#confirmed.delete(device);
  }
}
