/** How the storage of one device fails. Only writes fail on a full one; a call that fails once may be a read as well. */
export class StorageFaults {
  isFull = false;
  /** How often something was not stored, or was taken away. */
  losses = 0;
  /** How often a call has failed that was not one too many for a full device. */
  breaks = 0;
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
    if (this.isFull && isWrite) return this.full();
    if (this.#count !== this.#failsAt) return undefined;
    this.losses += 1;
    this.breaks += 1;
    return new DOMException('The storage fails', 'UnknownError');
  }

  full(): DOMException {
    this.losses += 1;
    return new DOMException('The device is full', 'QuotaExceededError');
  }
}
