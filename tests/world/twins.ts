import { BrokenPromise } from './broken-promise.ts';
import type { World } from './world.ts';

/** Texts that were written twice on one device, with the same title and words. */
export class Twins {
  /** Titles whose second text is in a form. Its author believes that it is neither published nor pending. */
  readonly inForms = new Set<string>();
  readonly #both: { title: string; pressedAt: number }[] = [];
  /** Record ids of texts that their author withdrew and has not submitted since. Their twins may be published. */
  readonly takenBack = new Set<string>();

  /** Notes that the author was told that both texts are published or pending. */
  noteBoth(title: string, pressedAt: number): void {
    this.#both.push({ title, pressedAt });
  }

  /** Returns whether the author was told that two texts with this title are published or pending. */
  areBoth(title: string): boolean {
    return this.#both.some((twin) => twin.title === title);
  }

  /**
   * Verifies that both texts are or were published.
   *
   * @param isExcused whether the author has since withdrawn or deleted one of the texts, or the server has lost it
   */
  verify(world: World, isExcused: (told: { title: string; pressedAt: number }) => boolean): void {
    for (const [title, all] of Map.groupBy(this.#both, (twin) => twin.title)) {
      if (all.some(isExcused)) continue;
      world.check('both of two texts with the same words are published');
      const ids = new Set(world.server.history().flatMap((version) => (version.title === title ? [version.id] : [])));
      if (ids.size <= all.length)
        throw new BrokenPromise(`"${title}" was written ${all.length + 1} times, and published ${ids.size}`);
    }
  }
}
