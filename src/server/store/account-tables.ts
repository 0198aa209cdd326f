import type { StoreTransaction } from './schema.ts';

type SchemaBuilder = StoreTransaction['schema'];

export async function createAccountTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('suspended_at', 'text')
    .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('cookie_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.createIndex('sessions_by_use').on('sessions').column('last_used_at').execute();
  await schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('recovery_codes_by_user').on('recovery_codes').column('user_id').execute();
  await schema
    .createTable('reset_links')
    .addColumn('user_id', 'text', (column) => column.notNull().primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('link_hash', 'text', (column) => column.notNull().unique())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
}

export async function createPasskeyTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    // Up to 4,294,967,295: too much for an integer of PostgreSQL's, whose driver reads a larger one as text.
    .addColumn('counter', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
  await schema
    .createTable('passkey_challenges')
    .addColumn('challenge_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('session_hash', 'text', (column) => column.references('sessions.token_hash').onDelete('cascade'))
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('passkey_challenges_by_session')
    .on('passkey_challenges')
    .column('session_hash')
    .where('session_hash', 'is not', null)
    .execute();
  await schema.createIndex('passkey_challenges_by_end').on('passkey_challenges').column('ends_at').execute();
}
