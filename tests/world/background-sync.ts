interface Sync {
  attempts: number;
  isUnderWay: boolean;
  isAskedForAgain: boolean;
}

/** The browser drops a Background Sync after this many attempts (Chromium, `kMaxSyncAttempts`). */
const mostAttempts = 3;

/** Dispatches an event, and calls `end` once the event is over. */
type Dispatch = (event: { tag: string; lastChance: boolean }, end: (isDone: boolean) => void) => void;

/** The Background Syncs that one device's worker has registered. */
export class BackgroundSyncs {
  readonly #syncs = new Map<string, Sync>();
  readonly #dispatch: Dispatch;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  /** Registers a tag. Registering it again has an effect only during an event of the tag: another event follows. */
  register(tag: string): void {
    const known = this.#syncs.get(tag);
    if (known) known.isAskedForAgain ||= known.isUnderWay;
    else this.#syncs.set(tag, { attempts: 0, isUnderWay: false, isAskedForAgain: false });
  }

  deleteAll(): void {
    this.#syncs.clear();
  }

  dispatch(): void {
    for (const [tag, sync] of this.#syncs) {
      if (sync.isUnderWay) continue;
      sync.attempts += 1;
      sync.isUnderWay = true;
      this.#dispatch({ tag, lastChance: sync.attempts === mostAttempts }, (isDone) => {
        if (!sync.isUnderWay) return;
        sync.isUnderWay = false;
        if (sync.isAskedForAgain) Object.assign(sync, { attempts: 0, isAskedForAgain: false });
        else if (isDone || sync.attempts === mostAttempts) this.#syncs.delete(tag);
      });
    }
  }
}
