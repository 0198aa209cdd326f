import { HttpError } from '../process/http-error.ts';

type Unfinished = { ending: AbortController; bytes: number; began: number };

/**
 * Limits the bytes of bodies that are being read or processed, so that no number of uploads fills the memory. When the
 * common budget is used up, aborts the unfinished upload with the highest cost (`costliest`). Without this, six
 * accounts kept all others out for two minutes: each had two uploads that lacked only the last byte.
 * @param most the most bytes in memory at once, for one author and for all authors together
 */
export function createUploadBudget(most: { ofAuthor: number; ofAll: number }) {
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
    while (all + bytes > most.ofAll) {
      const first = costliest(unfinished);
      if (!first) throw new HttpError('busy');
      first.ending.abort(new HttpError('busy'));
    }
  };

  /** Starts to count one body. Dispose of the result when the body is no longer in memory. */
  return (author: string) => {
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
      /** Aborts with an HttpError (busy) if other uploads need the memory before the body is complete. */
      signal: ending.signal,
      /**
       * Counts bytes that have arrived.
       * @throws {HttpError} busy, if the author's budget or the common budget has no room for the bytes
       */
      charge(bytes: number) {
        if ((held.get(author) ?? 0) + bytes > most.ofAuthor) throw new HttpError('busy');
        makeRoom(bytes);
        ending.signal.throwIfAborted();
        add(author, bytes);
        upload.bytes += bytes;
      },
      /** Call this when the whole body has arrived. The upload then waits only for this server, and is not aborted. */
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
