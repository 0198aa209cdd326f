import { createLog } from '../../../src/server/process/log.ts';
import { migrate } from '../../../src/server/store/migrations.ts';
import { openStore } from '../../../src/server/store/open-store.ts';
import { createPostgresDatabase, queryDatabase } from './postgres.ts';

/** The table of free databases. It is in PostgreSQL itself, as test files run in several processes. */
const table = 'free_databases';
const template = 'storyline_template';

/** In bytes: a larger database is quicker to replace than to empty. A new database has half of this size. */
const largest = 16 * 1024 * 1024;

/** Hashes all tables, columns, triggers, constraints and functions. Changing a definition changes the hash. */
const shape = `(select md5(string_agg(each.oid || ' ' || each.xmin, ',' order by each.oid, each.xmin::text)) from (
  select oid, xmin from pg_class where relnamespace = 'public'::regnamespace
  union all select oid, xmin from pg_proc where pronamespace = 'public'::regnamespace
  union all select tgrelid, xmin from pg_trigger
  union all select oid, xmin from pg_constraint
  union all select attrelid, pg_attribute.xmin from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace) each)`;

/** Deletes all rows. Fails if the database is too large or a test changed its tables: the pool then drops it. */
const deleteAllRows = (expected: string) => `do $$ declare name text; begin
  perform pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  assert pg_database_size(current_database()) < ${largest}, 'it has grown';
  assert ${shape} = '${expected}', 'its tables were changed';
  -- Neither foreign keys nor triggers have anything to do where every table is emptied.
  perform set_config('session_replication_role', 'replica', true);
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
    execute format('delete from %I', name);
  end loop;
end $$`;

/** Creates the template and the list of free databases. Returns the hash of all tables, for `takeDatabase`. */
export async function openDatabasePool(serverUrl: string): Promise<string> {
  await queryDatabase(serverUrl, `create database ${template}`);
  const databaseUrl = urlOf(serverUrl, template);
  {
    await using store = openStore({ dataDir: '', databaseUrl }, createLog('silent'));
    await migrate(store);
  }
  await queryDatabase(serverUrl, `create table ${table} (name text primary key)`);
  const [migrated] = await queryDatabase(databaseUrl, `select ${shape} as shape`);
  return String(migrated?.shape);
}

/** Takes a free database with this version's tables and no rows, or creates one, which takes a tenth of a second. */
export async function takeDatabase(serverUrl: string, expected: string): Promise<AsyncDisposable & { url: string }> {
  const [free] = await queryDatabase(
    serverUrl,
    `delete from ${table} where name = (select name from ${table} limit 1 for update skip locked) returning name`,
  );
  if (free) return lent(serverUrl, String(free.name), expected);
  const { name } = await createPostgresDatabase(serverUrl, { template });
  return lent(serverUrl, name, expected);
}

function lent(serverUrl: string, name: string, expected: string): AsyncDisposable & { url: string } {
  const url = urlOf(serverUrl, name);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const isClean = await queryDatabase(url, deleteAllRows(expected)).then(
        () => true,
        () => false,
      );
      await queryDatabase(
        serverUrl,
        isClean ? `insert into ${table} values ('${name}')` : `drop database ${name} with (force)`,
      );
    },
  };
}

const urlOf = (serverUrl: string, name: string) => serverUrl.replace(/\/postgres$/, `/${name}`);
