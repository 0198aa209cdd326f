import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Logs lines of JSON to standard output. */
export function createLog(level: Config['logLevel']): Logger {
  return pino({ level, base: null, serializers: { err: described } });
}

/** Logs these fields of an error and no others: PostgreSQL's errors have the row in `detail`, with people's data. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
