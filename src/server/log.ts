import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Lines of JSON on standard output. */
export function createLog(level: Config['logLevel']): Logger {
  return pino({ level, base: null, serializers: { err: described } });
}

/** A database adds the row it was about to what it says of an error: nothing of an error is told but what is named here. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
