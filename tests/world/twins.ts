import { BrokenPromise } from './broken-promise.ts';
import type { World } from './world.ts';

/** Texts that were written twice on one device, with one title and the same words. */
export class Twins {
  /** Titles of which the second was typed, and neither published nor put into the outbox as far as its author knows. */
  readonly inForms = new Set<string>();
  readonly #both: { title: string; pressedAt: number }[] = [];
  /** By their records, texts that their author took back and has not pressed since: the other one may be published. */
  readonly takenBack = new Set<string>();

  /** The author was told of both that they are published, or wait. */
  noteBoth(title: string, pressedAt: number): void {
    this.#both.push({ title, pressedAt });
  }

  /** Whether the author was told so of two texts with this title. */
  areBoth(title: string): boolean {
    return this.#both.some((twin) => twin.title === title);
  }

  /**
   * Both are published, or were.
   *
   * @param isExcused whether its author has taken one back since then, or the server has lost it
   */
  verify(world: World, isExcused: (told: { title: string; pressedAt: number }) => boolean): void {
    for (const [title, all] of Map.groupBy(this.#both, (twin) => twin.title)) {
      if (all.some(isExcused)) continue;
      world.check('of two texts of the same words, both are published');
      const ids = new Set(world.server.history().flatMap((version) => (version.title === title ? [version.id] : [])));
      if (ids.size <= all.length)
        throw new BrokenPromise(`"${title}" was written ${all.length + 1} times, and published ${ids.size}`);
    }
  }
}
