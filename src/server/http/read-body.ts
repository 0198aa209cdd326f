import { HttpError } from '../process/http-error.ts';

/**
 * `charge` is called with the size of each chunk before it is stored, and may throw. `signal` stops the reading, and
 * its reason is thrown.
 */
export type Allowance = { charge(bytes: number): void; signal: AbortSignal };

/** Chunks are joined in blocks of this many. Each has 100 bytes of overhead, and some clients send one byte a chunk. */
const chunksOfBlock = 256;

/**
 * Stops reading after `longest` bytes, whatever Content-Length says; discard-unread-bodies.ts sees to the rest.
 * @throws {HttpError} body_too_large, malformed_request, and whatever the allowance throws
 */
export async function readBody(request: Request, longest: number, allowance?: Allowance): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length')) > longest) throw tooLarge(longest);
  const blocks: Uint8Array[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  // Never cancelled: that would close the connection before the error response is sent.
  const reader = request.body?.getReader();
  // Rejects a pending read.
  const end = () => reader?.releaseLock();
  allowance?.signal.addEventListener('abort', end);
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.length;
      if (size > longest) throw tooLarge(longest);
      allowance?.charge(read.value.length);
      chunks.push(read.value);
      if (chunks.length < chunksOfBlock) continue;
      blocks.push(Buffer.concat(chunks));
      chunks = [];
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    allowance?.signal.throwIfAborted();
    // The client has disconnected; nobody reads this response.
    throw new HttpError('malformed_request', { detail: 'the body ended too early' });
  } finally {
    allowance?.signal.removeEventListener('abort', end);
    end();
  }
  return Buffer.concat([...blocks, ...chunks]);
}

function tooLarge(longest: number): HttpError {
  return new HttpError('body_too_large', { detail: `at most ${longest} bytes` });
}
