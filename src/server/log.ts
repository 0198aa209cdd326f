import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Lines of JSON on standard output. */
export function createLog(level: Config['logLevel']): Logger {
  return pino({ level, base: null });
}
