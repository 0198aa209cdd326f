import { createAccountTables, createPasskeyTables } from './account-tables.ts';
import type { StoreTransaction } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

type SchemaBuilder = StoreTransaction['schema'];

/** Creates every table of a new database. */
export async function createTables(work: StoreTransaction, search: SearchIndex): Promise<void> {
  const { schema } = work;
  await createAccountTables(schema);
  await createPasskeyTables(schema);
  await createPostTables(schema);
  await search.create(work);
  await createImageTables(schema);
  await createLimitTables(schema);
  await createSiteTables(schema);
}

async function createPostTables(schema: SchemaBuilder): Promise<void> {
  // The content comes last, here and in `post_versions`: SQLite reads all of a long one to get at what is behind it.
  await schema
    .createTable('posts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('updated_at', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('img_url', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('posts_by_author').on('posts').columns(['author_id', 'id']).execute();
  await schema
    .createTable('post_versions')
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('img_url', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_versions_pk', ['post_id', 'version'])
    .execute();
  await schema
    .createTable('post_topics')
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('post_topics_pk', ['topic', 'post_id'])
    .execute();
  await schema.createIndex('post_topics_by_post').on('post_topics').column('post_id').execute();
  await schema
    .createTable('unindexed_posts')
    .addColumn('post_id', 'text', (column) => column.notNull().primaryKey().references('posts.id').onDelete('cascade'))
    .execute();
}

async function createImageTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createTable('images')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('unnamed_since', 'text')
    .execute();
  await schema
    .createIndex('images_unnamed')
    .on('images')
    .column('unnamed_since')
    .where('unnamed_since', 'is not', null)
    .execute();
  await schema
    .createTable('image_uploads')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('image', 'text', (column) => column.notNull().references('images.name').onDelete('cascade'))
    .addPrimaryKeyConstraint('image_uploads_pk', ['user_id', 'image'])
    .execute();
  await schema.createIndex('image_uploads_by_image').on('image_uploads').column('image').execute();
  await schema
    .createTable('post_images')
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('image', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_images_pk', ['post_id', 'image'])
    .execute();
  await schema.createIndex('post_images_by_image').on('post_images').column('image').execute();
  await schema
    .createTable('image_files')
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('variant', 'text', (column) => column.notNull())
    // SQLite knows no such type and stores bytes as they are.
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('image_files_pk', ['image', 'variant'])
    .execute();
}

async function createLimitTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer')
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'key'])
    .execute();
  await schema
    .createTable('known_places')
    .addColumn('place_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('known_places_by_user').on('known_places').column('user_id').execute();
  await schema.createIndex('known_places_by_end').on('known_places').column('ends_at').execute();
  await schema
    .createTable('invitations')
    .addColumn('code_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('rate_limits_by_end').on('rate_limits').column('ends_at').execute();
}

async function createSiteTables(schema: SchemaBuilder): Promise<void> {
  await schema
    .createTable('site_settings')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('site_icons')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .execute();
  await schema
    .createTable('site_pages')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
}
