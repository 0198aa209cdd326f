import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from 'hono';
import * as v from 'valibot';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { type Route, route } from './call.ts';
import { respondJson } from './respond.ts';

/** In milliseconds: a monitor needs a result soon, even if the database hangs. */
const timeoutMs = 2_000;

/** Returns the health check. It queries a table, so that a database without the schema is not reported as healthy. */
export function healthRoutes({ health }: Store): Route[] {
  // Concurrent checks share one query, so that they never use more than one connection.
  const ask = coalescePerTurn(async () => {
    await health.selectFrom('users').select('id').limit(1).execute();
    return true;
  });
  const answer: Handler = async (c) => {
    const answered = await Promise.race([ask(''), wait(timeoutMs, false, { ref: false })]);
    if (!answered) throw new HttpError('unavailable');
    return respondJson(c, 200, { status: 'ok' });
  };
  return [
    route('/healthz', {
      GET: {
        summary: 'Whether the database answers',
        gives: { 200: v.strictObject({ status: v.literal('ok') }) },
        refuses: [],
        answer,
      },
    }),
  ];
}
