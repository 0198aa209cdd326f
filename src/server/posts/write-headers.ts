import type { Context } from 'hono';
import { limits } from '../../contract/limits.ts';
import { mostUnanswered, unansweredHeader } from '../../contract/unanswered.ts';
import { firstTagIn } from '../http/entity-tags.ts';
import { HttpError } from '../process/http-error.ts';
import type { ChangeOrigin } from './refuse-write.ts';

/**
 * Requires `If-Match` to name a version: an edit of any version (`*`) could silently overwrite a newer text.
 * @throws {HttpError} precondition_required
 */
export function expectCondition(c: Context): void {
  const ifMatch = c.req.header('If-Match')?.trim();
  if (!ifMatch || ifMatch === '*') throw new HttpError('precondition_required', { field: 'If-Match' });
}

/** @throws {HttpError} invalid_field */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined || isKey(key)) return key;
  const detail = `1 to ${limits.idempotencyKey} printable ASCII characters`;
  throw new HttpError('invalid_field', { field: 'Idempotency-Key', detail });
}

const isKey = (text: string): boolean => /^[\x20-\x7e]+$/.test(text) && text.length <= limits.idempotencyKey;

/** Reads `If-Match` and `Storyline-Unanswered` from a request that changes a post. @throws {HttpError} invalid_field */
export function changeOriginOf(c: Context): ChangeOrigin {
  const named = c.req.header(unansweredHeader)?.split(',') ?? [];
  const unanswered = named.map((key) => key.trim()).filter((key) => key !== '');
  if (unanswered.length <= mostUnanswered && unanswered.every(isKey)) {
    return { began: firstTagIn(c.req.header('If-Match')), unanswered };
  }
  const detail = `${mostUnanswered} keys at most, each as Idempotency-Key takes it`;
  throw new HttpError('invalid_field', { field: unansweredHeader, detail });
}
