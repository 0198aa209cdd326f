import sqlite from 'node:sqlite';

/** Hears of a running server's database operations. */
export interface DatabaseWatch {
  opened: sqlite.DatabaseSync[];
  onWrite: () => void;
}

/**
 * Returns a database class that refers to nothing but its watch, which a killed server empties. Node frees a database only after
 * its statements. Those belong to the server, which its databases must therefore not reference.
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
      // Checked at each run, as the product prepares a statement once and runs it often.
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
