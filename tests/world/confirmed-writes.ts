import type { Device } from './device.ts';
import type { Turns } from './turns.ts';

/** In milliseconds: a write that takes longer is slow. The app's own timeouts for storing a confirmation are longer. */
const slowMs = 1_000;

/** A device's confirmed writes: the newest version of each post that it edited, and the posts that it deleted. */
interface Confirmed {
  edits: Map<string, number>;
  deleted: Set<string>;
}

/** The writes that each device knows to be confirmed. */
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
   * Call this when the device begins a write.
   *
   * @returns a function that notes the confirmation. It does nothing if the write was slow or storage failed, as the
   * device may then not have stored the confirmation
   */
  begin(device: Device): (note: (confirmed: Confirmed) => void) => void {
    const { now } = this.#turns;
    const { losses } = device.storageFaults;
    return (note) => {
      const isStored = this.#turns.now - now < slowMs && device.storageFaults.losses === losses;
      if (isStored) note(this.on(device));
    };
  }

  /** Notes that the server was restored, and which version of the post is now its newest. */
  goBack(id: string, newest: number): void {
    for (const { edits } of this.#confirmed.values()) {
      const known = edits.get(id);
      if (known !== undefined) edits.set(id, Math.min(known, newest));
    }
  }

  /** Notes that the restored server has the post again. */
  revive(id: string): void {
    for (const { deleted } of this.#confirmed.values()) deleted.delete(id);
  }

  /** Forgets all confirmations, as the device has lost its storage. */
  forget(device: Device): void {
    this.#confirmed.delete(device);
  }
}
