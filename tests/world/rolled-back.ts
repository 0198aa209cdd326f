import type { StoredVersion } from './history.ts';
import { LastTurns } from './last-turns.ts';
import type { Turns } from './turns.ts';
import { wordsIn } from './words.ts';

/** What a server that was restored from a backup does not know any more: nobody can promise it. */
export class RolledBack {
  /** Ids of posts that are not as they were. */
  readonly ids: LastTurns;
  /** Ids of posts that had been deleted, and are there again. */
  readonly revived: LastTurns;
  /** Titles of which a version of a post is gone. */
  readonly titles: LastTurns;
  /** Words of which a version of a post is gone. */
  readonly words: LastTurns;
  /** Names of pictures that are gone, and that no device has. */
  readonly pictures = new Set<string>();

  constructor(turns: Turns) {
    this.ids = new LastTurns(turns);
    this.revived = new LastTurns(turns);
    this.titles = new LastTurns(turns);
    this.words = new LastTurns(turns);
  }

  /**
   * @param before what was stored when the server was restored, and
   * @param now what is stored since.
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
