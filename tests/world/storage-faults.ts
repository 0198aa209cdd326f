/** The storage faults of one device. On a full device, only writes fail. `failAfter` can also make a read fail. */
export class StorageFaults {
  isFull = false;
  /** Whether the browser forbids the site to store anything. */
  isForbidden = false;
  /** How often a storage call failed, storage began to hang, or stored data was removed, even from caches alone. */
  losses = 0;
  /** How often cached data may have been removed by the browser, a person, or the app for want of room. */
  removals = 0;
  /** How often the browser or a person has deleted storage, or restored it from a backup. */
  deletions = 0;
  #failsAt = 0;
  #count = 0;
  #held: (() => void)[] | undefined;
  readonly #killings = new Map<object, { writesLeft: number; kill: () => void }>();

  /** Whether databases and caches hang. */
  get hangs(): boolean {
    return this.#held !== undefined;
  }

  /** Makes one storage call fail, a read or a write, after `calls` more storage calls. */
  failAfter(calls: number): void {
    this.#count = 0;
    this.#failsAt = calls + 1;
  }

  /** Calls `kill`, which ends `owner`, when `owner` begins its nth database write from now on. */
  killAtWrite(owner: object, nth: number, kill: () => void): void {
    this.#killings.set(owner, { writesLeft: nth, kill });
  }

  /** Notes that `owner` begins a database write. */
  writes(owner: object): void {
    const killing = this.#killings.get(owner);
    if (!killing) return;
    killing.writesLeft -= 1;
    if (killing.writesLeft > 0) return;
    this.#killings.delete(owner);
    killing.kill();
  }

  /** Makes databases and caches hang until `answer` is called. */
  hang(): void {
    this.losses += 1;
    this.#held ??= [];
  }

  /** Ends a hang, and does the work that was requested during the hang, in order. */
  answer(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const work of held) work();
  }

  /** Runs the work now, or once the hang ends. */
  whenItAnswers(work: () => void): void {
    if (this.#held) this.#held.push(work);
    else work();
  }

  /** Notes that the browser or a person has deleted stored data, or restored it from a backup. */
  noteDeletion(): void {
    this.deletions += 1;
    this.losses += 1;
    this.removals += 1;
  }

  /** Ends all faults except `isForbidden`. */
  end(): void {
    this.isFull = false;
    this.#failsAt = 0;
    this.#killings.clear();
    this.answer();
  }

  /** Counts a storage call, and returns the error with which it fails, if it does. */
  next({ isWrite }: { isWrite: boolean }): DOMException | undefined {
    this.#count += 1;
    if (this.isForbidden) return this.forbidden();
    const failure =
      this.isFull && isWrite
        ? new DOMException('The device is full', 'QuotaExceededError')
        : this.#count === this.#failsAt
          ? new DOMException('The storage fails', 'UnknownError')
          : undefined;
    if (failure) this.losses += 1;
    if (failure && this.isFull && isWrite) this.removals += 1;
    return failure;
  }

  forbidden(): DOMException {
    this.losses += 1;
    return new DOMException('Storage is forbidden', 'SecurityError');
  }
}
