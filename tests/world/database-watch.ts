import sqlite from 'node:sqlite';

/** The databases that a running server has opened, and a function to call before each write. */
export interface DatabaseWatch {
  opened: sqlite.DatabaseSync[];
  onWrite: () => void;
}

/**
 * Returns a database class that references only `watch`, which the world empties when it kills the server. Node frees a
 * database only after its statements, which the server holds. A database that referenced the server would thus never be
 * freed.
 */
export function databaseClassOf(watch: DatabaseWatch): typeof sqlite.DatabaseSync {
  return class extends sqlite.DatabaseSync {
    constructor(...given: ConstructorParameters<typeof sqlite.DatabaseSync>) {
      super(...given);
      watch.opened.push(this);
    }

    override prepare(...given: Parameters<sqlite.DatabaseSync['prepare']>) {
      const statement = super.prepare(...given);
      if (!/^\s*(?:insert|update|delete)/i.test(given[0])) return statement;
      // Each run is reported, as the product prepares a statement once and runs it often.
      const { run, all } = statement;
      statement.run = (...values: unknown[]) => {
        watch.onWrite();
        return Reflect.apply(run, statement, values);
      };
      statement.all = (...values: unknown[]) => {
        watch.onWrite();
        return Reflect.apply(all, statement, values);
      };
      return statement;
    }
  };
}
