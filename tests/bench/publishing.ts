import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { callPaths } from '../../src/contract/paths.ts';
import { fileIn } from '../../src/server/store/sqlite.ts';
import { startPostgres } from '../api/support/postgres.ts';
import { openDatabase, type Served, seedDatabase, startBuiltServer } from './built-server.ts';
import { besides, type Figure } from './figures.ts';
import { newAuthor } from './new-author.ts';

/** Many short runs in turns: what else the machine does hits both sides of each pair. */
const repeats = 9;
/** Of one run, in milliseconds. */
const duration = 1_000;
const atOnce = [1, 8];
const posts = 10_000;
const content = 'A line of a post that is neither short nor long. '.repeat(60);

/** Publishes one post. */
type Publish = () => Promise<void>;

/** Publishing over HTTP with a key for each post, beside inserts of the same rows, committed one by one. */
export async function measure(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack();
  const figures: Figure[] = [];

  const sqlite = { served: owned.use(await openDatabase(posts)), floor: owned.use(await openDatabase(posts)) };
  const database = new DatabaseSync(fileIn(sqlite.floor.folder));
  owned.defer(() => database.close());
  const [own, bare] = [await publishing({ dataDir: sqlite.served.folder }), insertingInto(database)];
  owned.use(own);
  figures.push(...(await compare('SQLite', own.publish, bare)));

  const [served, floor] = [await startPostgres({ fsync: 'on' }), await startPostgres({ fsync: 'on' })];
  for (const postgres of [served, floor]) {
    owned.defer(postgres.stop);
    seedDatabase(posts, { databaseUrl: postgres.url });
  }
  const pool = new pg.Pool({ connectionString: floor.url, max: Math.max(...atOnce) });
  // The database ends connections that are still closing.
  pool.on('error', ({ message }) => console.log(message));
  owned.defer(() => pool.end());
  const ownOnPostgres = owned.use(await publishing({ databaseUrl: served.url }));
  figures.push(...(await compare('PostgreSQL', ownOnPostgres.publish, await insertingBy(pool))));
  return figures;
}

async function compare(store: string, own: Publish, bare: Publish): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const many of atOnce) {
    const [rates, floors]: [number[], number[]] = [[], []];
    for (const warming of [own, bare]) await rateOf(warming, many);
    while (rates.length < repeats) {
      rates.push(await rateOf(own, many));
      floors.push(await rateOf(bare, many));
    }
    const what = `POST ${callPaths.posts}, ${many} at a time, ${store}`;
    const against = 'inserts of the same rows, each post in a transaction of its own';
    figures.push({ bench: 'publishing', what, unit: 'requests/s', ...besides(rates, floors), against });
  }
  return figures;
}

/** Posts per second. */
async function rateOf(publish: Publish, many: number): Promise<number> {
  const began = performance.now();
  let published = 0;
  const author = async () => {
    for (; performance.now() - began < duration; published++) await publish();
  };
  await Promise.all(Array.from({ length: many }, author));
  return published / ((performance.now() - began) / 1_000);
}

async function publishing(served: Served): Promise<AsyncDisposable & { publish: Publish }> {
  const server = await startBuiltServer(served);
  const { token } = await newAuthor(server.origin, []);
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ title: 'A title', imgUrl: '', content });
  const publish = async () => {
    const request = { method: 'POST', headers: { ...headers, 'Idempotency-Key': uuid() }, body };
    const response = await fetch(server.origin + callPaths.posts, request);
    await response.arrayBuffer();
    if (response.status !== 201) throw new Error(`Publishing was refused: ${response.status}`);
  };
  return { publish, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const insertPost =
  'insert into posts (id, author_id, title, summary, img_url, content, created_at) values ($1, $2, $3, $4, $5, $6, $7)';
const insertKey =
  'insert into idempotency_keys (user_id, key, body_hash, post_id, created_at) values ($1, $2, $3, $4, $5)';

function rowsOf(author: string): { post: string[]; key: string[] } {
  const [id, now] = [uuid(), new Date().toISOString()];
  return {
    post: [id, author, 'A title', content.slice(0, 200), '', content, now],
    key: [author, uuid(), 'f'.repeat(64), id, now],
  };
}

function insertingInto(database: DatabaseSync): Publish {
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const author = String(database.prepare('select id from users limit 1').get()?.id);
  // SQLite numbers its parameters by question marks.
  const prepare = (sql: string) => database.prepare(sql.replaceAll('$', '?'));
  const [post, key] = [prepare(insertPost), prepare(insertKey)];
  return async () => {
    const rows = rowsOf(author);
    database.exec('begin immediate');
    post.run(...rows.post);
    key.run(...rows.key);
    database.exec('commit');
  };
}

async function insertingBy(pool: pg.Pool): Promise<Publish> {
  const found = await pool.query<{ id: string }>('select id from users limit 1');
  const author = String(found.rows[0]?.id);
  return async () => {
    const rows = rowsOf(author);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'post', text: insertPost, values: rows.post });
      await client.query({ name: 'key', text: insertKey, values: rows.key });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
