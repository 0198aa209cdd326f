import { HttpError } from '../process/http-error.ts';

/**
 * Limits how many bytes `readBody` holds in memory. Before holding a chunk, `readBody` calls `charge` with its size;
 * `charge` may throw. When `signal` aborts, `readBody` stops and throws the signal's reason.
 */
export type Allowance = { charge(bytes: number): void; signal: AbortSignal };

/**
 * This many chunks are joined into one block: each chunk has 100 bytes of overhead, and some clients send one byte a
 * chunk.
 */
const chunksOfBlock = 256;

/**
 * Reads a body of at most `longest` bytes, whatever Content-Length says; discard-unread-bodies.ts discards the rest.
 * @throws {HttpError} body_too_large, malformed_request, and the errors of the allowance
 */
export async function readBody(request: Request, longest: number, allowance?: Allowance): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length')) > longest) throw tooLarge(longest);
  const blocks: Uint8Array[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  // Never cancel this reader: that would close the connection before the error response is sent.
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
