/** The storage faults of one device. On a full device only writes fail; a single failure may be a read as well. */
export class StorageFaults {
  isFull = false;
  /** Whether the browser forbids the site to store anything. */
  isForbidden = false;
  /** How often a call has failed or hung, or something was removed, even from caches alone. */
  losses = 0;
  /** How often cached data may have been removed by the browser, a person, or the app for want of room. */
  removals = 0;
  /** How often the browser or a person has deleted the storage or restored an earlier one. */
  deletions = 0;
  #failsAt = 0;
  #count = 0;
  #held: (() => void)[] | undefined;
  readonly #killings = new Map<object, { writesLeft: number; kill: () => void }>();

  /** Whether databases and caches do not answer. */
  get hangs(): boolean {
    return this.#held !== undefined;
  }

  /** Makes one call fail after `calls` more calls, be it a read or a write. */
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

  /** Keeps databases and caches from answering until `answer` is called. */
  hang(): void {
    this.losses += 1;
    this.#held ??= [];
  }

  /** Ends a hang, and does the work that was requested meanwhile, in order. */
  answer(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const work of held) work();
  }

  /** Runs the work now, or once storage answers again. */
  whenItAnswers(work: () => void): void {
    if (this.#held) this.#held.push(work);
    else work();
  }

  /** Notes that the browser or a person has deleted what was stored, or restored earlier contents. */
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

  /** Returns the error with which this call fails, if it does. */
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
