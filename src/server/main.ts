import path from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { openServer } from './server.ts';

/** Built into dist/server, beside dist/client. */
const clientDir = path.join(import.meta.dirname, '../client');

try {
  const server = await openServer({ ...readConfig(process.env), clientDir });
  // A supervisor replaces the server under its readers; a person at a terminal wants it gone.
  const ends = { SIGTERM: server.drain, SIGINT: server.close };
  for (const [signal, end] of Object.entries(ends)) {
    process.once(signal, () => {
      process.once('SIGTERM', () => process.exit(1));
      process.once('SIGINT', () => process.exit(1));
      end().then(() => process.exit(0), fail);
    });
  }
  console.log(`Storyline is open at ${server.origin}`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? `Storyline can't start: ${error.message}` : error);
  process.exit(1);
}
