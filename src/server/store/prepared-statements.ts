import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/**
 * The most statements that are cached. The server uses fewer. The seeding command uses more, because its last batches
 * differ in size.
 */
const mostCached = 200;

/** Adapts `node:sqlite` to Kysely. Prepares each statement once: preparing takes longer than most statements run. */
export function prepareOnce(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      if (database.isOpen) database.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = adapt(database.prepare(sql));
      if (statements.size === mostCached) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite can't bind a ${typeof value}`);
}
