import type { Handler } from 'hono';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { respondJson } from './response.ts';

/** In milliseconds; whoever asks wants to know now. */
const patience = 2_000;

/** A question that needs the tables, not only a connection. */
export function healthHandler({ db }: Store): Handler {
  return async (c) => {
    const question = db.selectFrom('users').select('id').limit(1).execute();
    const answered = await Promise.race([question.then(() => true), late()]);
    if (!answered) throw new Refusal('unavailable');
    return respondJson(c, 200, { status: 'ok' });
  };
}

function late(): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  setTimeout(resolve, patience, false).unref();
  return promise;
}
