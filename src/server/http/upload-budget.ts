import { HttpError } from '../process/http-error.ts';

/** The most bytes of bodies in memory at once, of one author and of all authors. */
export type UploadMemoryLimits = { ofAuthor: number; ofAll: number };

/** A body in memory, from its first byte until its post is stored. */
export type Upload = Disposable & {
  /**
   * Counts bytes that have arrived.
   * @throws {HttpError} busy, if the author's budget or the common budget has no room for the bytes
   */
  charge(bytes: number): void;
  /** Aborts with an HttpError (busy) if other uploads need the memory before the body is complete. */
  signal: AbortSignal;
  /** Call this when the whole body has arrived. The upload then waits only for this server, and is not aborted. */
  complete(): void;
};

type Unfinished = { ending: AbortController; bytes: number; began: number };

/**
 * Limits the bytes of bodies that are being read or processed, so that no number of uploads fills the memory. When the
 * budget of all is used up, the unfinished upload that has held the most bytes for the longest is aborted. Without
 * that, six accounts kept all others out for two minutes. Each had left two posts one byte short of complete.
 */
export function createUploadBudget({ ofAuthor, ofAll }: UploadMemoryLimits): (author: string) => Upload {
  const held = new Map<string, number>();
  const unfinished = new Set<Unfinished>();
  let all = 0;

  const add = (author: string, bytes: number) => {
    const now = (held.get(author) ?? 0) + bytes;
    if (now > 0) held.set(author, now);
    else held.delete(author);
    all += bytes;
  };

  const makeRoom = (bytes: number) => {
    while (all + bytes > ofAll) {
      const first = costliest(unfinished);
      if (!first) throw new HttpError('busy');
      first.ending.abort(new HttpError('busy'));
    }
  };

  return (author) => {
    const ending = new AbortController();
    const upload = { ending, bytes: 0, began: performance.now() };
    const release = () => {
      unfinished.delete(upload);
      add(author, -upload.bytes);
      upload.bytes = 0;
    };
    unfinished.add(upload);
    ending.signal.addEventListener('abort', release);
    return {
      signal: ending.signal,
      charge(bytes) {
        if ((held.get(author) ?? 0) + bytes > ofAuthor) throw new HttpError('busy');
        makeRoom(bytes);
        ending.signal.throwIfAborted();
        add(author, bytes);
        upload.bytes += bytes;
      },
      complete() {
        ending.signal.throwIfAborted();
        unfinished.delete(upload);
      },
      [Symbol.dispose]: release,
    };
  };
}

/** Returns the upload with the highest cost, which is its bytes times its age: quick or small uploads cost little. */
function costliest(uploads: Iterable<Unfinished>): Unfinished | undefined {
  const now = performance.now();
  const costOf = ({ bytes, began }: Unfinished) => bytes * (now - began);
  let found: Unfinished | undefined;
  for (const upload of uploads) {
    if (upload.bytes > 0 && (!found || costOf(upload) > costOf(found))) found = upload;
  }
  return found;
}
