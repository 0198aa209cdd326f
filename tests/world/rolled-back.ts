import type { StoredVersion } from './history.ts';
import { LastTurns } from './last-turns.ts';
import type { Turns } from './turns.ts';
import { wordsIn } from './words.ts';

/** The posts, words and pictures that a restored server has lost, so that no promise can hold for them. */
export class RolledBack {
  /** Ids of posts that a restore has changed. */
  readonly ids: LastTurns;
  /** Ids of deleted posts that exist again. */
  readonly revived: LastTurns;
  /** Titles of lost versions. */
  readonly titles: LastTurns;
  /** Words of lost versions. */
  readonly words: LastTurns;
  /** Names of lost pictures that no device has. */
  readonly pictures = new Set<string>();

  constructor(turns: Turns) {
    this.ids = new LastTurns(turns);
    this.revived = new LastTurns(turns);
    this.titles = new LastTurns(turns);
    this.words = new LastTurns(turns);
  }

  /**
   * Notes the versions that a restore has lost.
   *
   * @param before the versions before the restore
   * @param now the versions after the restore
   */
  add(before: readonly StoredVersion[], now: readonly StoredVersion[]): void {
    const kept = new Set(now.map(({ id, version }) => `${id} ${version}`));
    for (const { id, version, title, content } of before) {
      if (kept.has(`${id} ${version}`)) continue;
      this.ids.note(id);
      this.titles.note(title);
      for (const word of wordsIn(content)) this.words.note(word);
    }
  }
}
