/** How the storage of one device fails. Only writes fail on a full one; a call that fails once may be a read as well. */
export class StorageFaults {
  isFull = false;
  /** Whether a call has ever failed. */
  hasFailed = false;
  #failsAt = 0;
  #count = 0;

  /** The call after `calls` others fails, whatever it asks of. */
  failAfter(calls: number): void {
    this.#count = 0;
    this.#failsAt = calls + 1;
  }

  /** From now on everything works. */
  end(): void {
    this.isFull = false;
    this.#failsAt = 0;
  }

  /** Why this call fails, if it does. */
  next({ isWrite }: { isWrite: boolean }): DOMException | undefined {
    this.#count += 1;
    const failure =
      this.isFull && isWrite
        ? new DOMException('The device is full', 'QuotaExceededError')
        : this.#count === this.#failsAt
          ? new DOMException('The storage fails', 'UnknownError')
          : undefined;
    this.hasFailed ||= failure !== undefined;
    return failure;
  }
}
