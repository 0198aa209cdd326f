import { type Logger, pino } from 'pino';
import { inAscii } from './printable.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** In characters. Longer strings are cut, because a client may send them to fill the disk. */
const longest = { usual: 300, output: 2_000 };

/** The most entries of a list or object that a line shows, and the most levels of nesting. */
const [mostEntries, deepest] = [20, 3];

/** Creates a logger that writes lines of JSON to standard output. Every line is short and harmless in a terminal. */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    formatters: { log: (fields) => boundedFields(fields, 0) },
    serializers: { err: (described: unknown) => described },
    hooks: { streamWrite: (line) => `${inAscii(line.trimEnd())}\n` },
  });
}

function boundedFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, mostEntries);
  return Object.fromEntries(entries.map(([name, value]) => [cut(name), bounded(value, name, depth)]));
}

function bounded(value: unknown, name: string, depth: number): unknown {
  if (value instanceof Error || name === 'err') return described(value);
  if (typeof value === 'string') return cut(value, name === 'output' ? longest.output : longest.usual);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return '...';
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => bounded(entry, '', depth + 1));
  return boundedFields(value, depth + 1);
}

/**
 * Returns the fields of an error that are logged. Omits all others: PostgreSQL puts the row into `detail`, with
 * personal data.
 */
function described(error: unknown) {
  if (!(error instanceof Error)) return { message: cut(String(error)) };
  const { name, message, stack = '' } = error;
  // The stack begins with the message, which is logged beside it.
  const frames = stack.slice(Math.max(0, stack.indexOf('\n    at ')));
  const code = 'code' in error && { code: cut(String(error.code)) };
  return { name: cut(name), message: cut(message), stack: cut(frames, longest.output), ...code };
}

/** Cuts a string so that it fits even when escaped: one escape takes six characters. */
function cut(text: string, length = longest.usual): string {
  const begin = text.slice(0, length);
  const escaped = inAscii(begin);
  if (text.length <= length && escaped.length <= length) return text;
  return `${begin.slice(0, (length * begin.length) / escaped.length)}... (${text.length} characters)`;
}
