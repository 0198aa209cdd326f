import type { Device } from './device.ts';
import type { Network } from './network.ts';
import type { WaitingWork } from './texts-on-device.ts';
import { wordsIn } from './words.ts';

interface Cancelled {
  title: string;
  device: Device;
  restores: number;
  /** The words that only this edit has added, each with its `#presses` when the edit was withdrawn. */
  words: ReadonlyMap<string, number>;
}

/** Edits that authors withdrew from the outbox before the app sent them. */
export class CancelledEdits {
  readonly #network: Network;
  /** By word, how often an author has pressed "Save changes" with a text that contains it. */
  readonly #presses = new Map<string, number>();
  #all: Cancelled[] = [];

  constructor(network: Network) {
    this.#network = network;
  }

  /** Notes that the author presses "Save changes" with this text. */
  press(content: string): void {
    for (const word of new Set(wordsIn(content))) this.#presses.set(word, (this.#presses.get(word) ?? 0) + 1);
  }

  /** Notes that an edit was withdrawn, unless its call was sent already. @param key the key of its call */
  cancel(device: Device, key: string, work: WaitingWork): void {
    if (work.kind !== 'edit' || this.#network.senderOf(key)) return;
    const base = wordsIn(work.base.content);
    const own = wordsIn(work.post.content).filter((word) => !base.includes(word));
    // A word that was submitted more than once may belong to another edit.
    const words = own
      .map((word) => [word, this.#presses.get(word) ?? 0] as const)
      .filter(([, presses]) => presses === 1);
    if (words.length === 0) return;
    this.#all.push({ title: work.post.title, device, restores: device.restores, words: new Map(words) });
  }

  /** Yields words that must not be published: withdrawn, not submitted again, and not restored by a device backup. */
  *words(): Generator<{ title: string; word: string }> {
    for (const { title, device, restores, words } of this.#all)
      for (const [word, presses] of words)
        if (device.restores === restores && this.#presses.get(word) === presses) yield { title, word };
  }
}
