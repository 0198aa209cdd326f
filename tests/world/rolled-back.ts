import type { StoredVersion } from './history.ts';
import { wordsIn } from './words.ts';

/** What a server that was restored from a backup does not know any more: nobody can promise it. */
export class RolledBack {
  /** Ids of posts that are not as they were. */
  readonly ids = new Set<string>();
  /** Ids of posts that had been deleted, and are there again. */
  readonly revived = new Set<string>();
  /** Names of pictures that are gone, and that no device has. */
  readonly pictures = new Set<string>();
  readonly #titles = new Set<string>();
  readonly #words = new Set<string>();

  /**
   * @param before what was stored when the server was restored, and
   * @param now what is stored since.
   */
  add(before: readonly StoredVersion[], now: readonly StoredVersion[]): void {
    const kept = new Set(now.map(({ id, version }) => `${id} ${version}`));
    for (const { id, version, title, content } of before) {
      if (kept.has(`${id} ${version}`)) continue;
      this.ids.add(id);
      this.#titles.add(title);
      for (const word of wordsIn(content)) this.#words.add(word);
    }
  }

  /** Whether a version of a post of this title is gone. */
  hasTitle(title: string): boolean {
    return this.#titles.has(title);
  }

  /** Whether a version with this word is gone. */
  hasWord(word: string): boolean {
    return this.#words.has(word);
  }
}
