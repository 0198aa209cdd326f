/** How the storage of one device fails. Only writes fail on a full one; a call that fails once may be a read as well. */
export class StorageFaults {
  isFull = false;
  /** The browser lets the site store nothing. */
  isForbidden = false;
  /** How often a call has failed or hung, or something was taken away; caches alone, too. */
  losses = 0;
  /** How often the browser, a person, or the app itself for want of room, may have removed what was cached. */
  removals = 0;
  /** How often the browser or a person has deleted what is stored, or put back what was stored before. */
  deletions = 0;
  #failsAt = 0;
  #count = 0;
  #held: (() => void)[] | undefined;
  readonly #killings = new Map<object, { writesLeft: number; kill: () => void }>();

  /** Whether databases and caches answer nothing. */
  get hangs(): boolean {
    return this.#held !== undefined;
  }

  /** The call after `calls` others fails, whatever it asks of. */
  failAfter(calls: number): void {
    this.#count = 0;
    this.#failsAt = calls + 1;
  }

  /** Calls `kill`, which ends `owner`, when `owner` begins its nth write into a database from now on. */
  killAtWrite(owner: object, nth: number, kill: () => void): void {
    this.#killings.set(owner, { writesLeft: nth, kill });
  }

  /** `owner` begins to write into a database. */
  writes(owner: object): void {
    const killing = this.#killings.get(owner);
    if (!killing) return;
    killing.writesLeft -= 1;
    if (killing.writesLeft > 0) return;
    this.#killings.delete(owner);
    killing.kill();
  }

  /** Databases and caches answer nothing until `answer` is called. */
  hang(): void {
    this.noteLoss();
    this.#held ??= [];
  }

  /** Does what was asked for meanwhile, in that order. */
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

  noteLoss(): void {
    this.losses += 1;
  }

  /** From now on everything works that may work at all. */
  end(): void {
    this.isFull = false;
    this.#failsAt = 0;
    this.#killings.clear();
    this.answer();
  }

  /** Why this call fails, if it does. */
  next({ isWrite }: { isWrite: boolean }): DOMException | undefined {
    this.#count += 1;
    if (this.isForbidden) return this.forbidden();
    const failure =
      this.isFull && isWrite
        ? new DOMException('The device is full', 'QuotaExceededError')
        : this.#count === this.#failsAt
          ? new DOMException('The storage fails', 'UnknownError')
          : undefined;
    if (failure) this.noteLoss();
    if (failure && this.isFull && isWrite) this.removals += 1;
    return failure;
  }

  forbidden(): DOMException {
    this.noteLoss();
    return new DOMException('Storage is forbidden', 'SecurityError');
  }
}
