import sqlite from 'node:sqlite';

/** What a running server does with its databases. */
export interface DatabaseWatch {
  opened: sqlite.DatabaseSync[];
  onWrite: () => void;
}

/**
 * A database reaches nothing but its watch, which a killed server empties: Node frees a database only after all of its
 * statements, and the server that holds those could never be freed if its databases reached it.
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
      // At each run, as the product prepares a statement once and runs it often.
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
